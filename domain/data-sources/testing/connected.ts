/** Connects data sources to the fakes, the way people do, for tests. */
import { generateKeyPairSync } from "node:crypto"
import { onTestFinished, vi } from "vitest"
import type { TeamContext } from "@/domain/kernel/context"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { connect } from "../connect"
import type { ConnectedProvider } from "../connectors/connector"
import type { Credentials } from "../connectors/credentials"
import { connectors } from "../connectors/index"
import { addCredentials } from "../grants/add-credentials"
import { authorize } from "../grants/authorize"
import { completeAuthorization } from "../grants/complete-authorization"
import { startFakes } from "./fakes/index"

/** Fakes of all platforms for the running test, with the variables that lead there. */
export async function fakesForTest() {
  const { fakes, env, close } = await startFakes()
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await close()
  })
  return fakes
}

const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2_048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
})
export const serviceAccount = {
  type: "service_account",
  client_email: "reader@project.iam.gserviceaccount.example",
  private_key: privateKey,
}

/** Credentials that the fake accepts. */
export function credentialsFor(provider: ConnectedProvider): Credentials {
  const { secretKinds } = connectors[provider]
  if (secretKinds.includes("token")) return { kind: "token", token: "a-token-of-the-team" }
  if (secretKinds.includes("service_account"))
    return { kind: "service_account", client_email: serviceAccount.client_email, private_key: privateKey }
  return { kind: "oauth", refresh_token: "fake-refresh-token" }
}

/** Goes through the consent page and returns the new authorization. */
export async function consent(ctx: TeamContext, provider: ConnectedProvider, data_source_id?: string) {
  const { data } = await run(authorize, ctx, { provider, ...(data_source_id && { data_source_id }) })
  const { state, code } = await allow(data.url)
  return (await run(completeAuthorization, ctx, { state, code })).data
}

/** Reads the consent page and follows the link "Allow" as far as the parameters of its address. */
export async function allow(url: string) {
  const page = await (await fetch(url)).text()
  const end = page.indexOf('">Allow</a>')
  const href = page.slice(page.lastIndexOf('"', end - 1) + 1, end)
  const { searchParams } = new URL(href.replaceAll("&amp;", "&"))
  return { state: searchParams.get("state") ?? "", code: searchParams.get("code") ?? "" }
}

/**
 * Authorizes a new source, or an existing one again, with what the platform takes. Returns the ID of the authorization.
 */
export async function authorizeFake(ctx: TeamContext, provider: ConnectedProvider, data_source_id?: string) {
  const given = credentialsFor(provider)
  if (given.kind === "oauth") return (await consent(ctx, provider, data_source_id)).grant_id
  const secret = given.kind === "token" ? given.token : JSON.stringify(serviceAccount)
  const input = { provider, secret, ...(data_source_id && { data_source_id }) }
  return (await run(addCredentials, ctx, input)).data.grant_id
}

type More = { now?: () => Date; history_days?: number }

/** A connected data source of a new team. Its first sync is queued. */
export async function connectedSource(
  provider: ConnectedProvider,
  account_id: string,
  { now = () => new Date(), history_days = 60 }: More = {},
) {
  const team = await freshTeam()
  const ctx = asPerson(team, "owner", now)
  const client = await freshClient(team)
  const grant_id = await authorizeFake(ctx, provider)
  const { data: source } = await run(connect, ctx, { grant_id, account_id, client_id: client.id, history_days })
  return { team, ctx, client, grant_id, source }
}
