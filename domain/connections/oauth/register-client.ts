/**
 * Registers an app that asks for it (Dynamic Client Registration, RFC 7591), and reads a registration. Runs across
 * teams, because apps belong to no team.
 */
import { z } from "zod"
import { withoutUnstorableCharacters } from "@/domain/kernel/fields"
import { newId } from "@/domain/kernel/ids"
import { acrossTeams, prisma } from "@/prisma/client"
import { authMethods, displayName } from "./oauth-client"
import { OauthError } from "./oauth-error"
import { createOpaqueToken, hashOpaque } from "./opaque-token"
import { maxRedirectUris, redirectHost, redirectUriProblem } from "./redirect-uri"

/** Everything else that an app sends is ignored, `scope` too: the user decides at each consent. */
const metadata = z.object({
  redirect_uris: z.array(z.string()).min(1).max(maxRedirectUris),
  client_name: z.string().max(500).optional(),
  token_endpoint_auth_method: z.enum(authMethods).default("client_secret_basic"),
  grant_types: z.array(z.string()).default(["authorization_code"]),
  response_types: z.array(z.string()).default(["code"]),
})

export type Registration = {
  client_id: string
  client_id_issued_at: number
  client_name: string
  redirect_uris: string[]
  token_endpoint_auth_method: string
  grant_types: string[]
  response_types: string[]
}
type NewRegistration = Registration & {
  client_secret?: string
  client_secret_expires_at?: number
  registration_access_token: string
}

/**
 * `body`: the parsed JSON of the request. The secret and the registration token are in this response only, because
 * their hashes are stored. A `client_secret_expires_at` of 0 means that the secret does not expire.
 */
export async function registerClient(body: unknown, now: Date): Promise<NewRegistration> {
  const { redirect_uris, client_name, token_endpoint_auth_method: auth_method } = parseMetadata(body)
  const secret = auth_method === "none" ? null : createOpaqueToken("clientSecret")
  const registrationToken = createOpaqueToken("registrationToken")
  const client = {
    id: newId("oauthClient"),
    name: displayName(client_name ?? "", redirectHost(redirect_uris[0] ?? "")),
    redirect_uris,
    auth_method,
    created_at: now,
  }
  const hashes = { secret_hash: secret?.hash ?? null, registration_token_hash: registrationToken.hash }
  await acrossTeams(() => prisma.oauthClient.create({ data: { ...client, ...hashes, kind: "dcr", last_used_at: now } }))
  return {
    ...registrationOf(client),
    ...(secret && { client_secret: secret.value, client_secret_expires_at: 0 }),
    registration_access_token: registrationToken.value,
  }
}

/** Returns null unless `token` is the registration access token of this app. */
export async function readRegistration(id: string, token: string): Promise<Registration | null> {
  if (withoutUnstorableCharacters(id) !== id) return null
  const where = { id, kind: "dcr", registration_token_hash: hashOpaque(token) }
  const client = await acrossTeams(() => prisma.oauthClient.findFirst({ where }))
  return client && registrationOf(client)
}

type Stored = { id: string; name: string; redirect_uris: string[]; auth_method: string; created_at: Date }

const registrationOf = ({ id, name, redirect_uris, auth_method, created_at }: Stored): Registration => ({
  client_id: id,
  client_id_issued_at: Math.floor(created_at.getTime() / 1_000),
  client_name: name,
  redirect_uris,
  token_endpoint_auth_method: auth_method,
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
})

function parseMetadata(body: unknown) {
  const { data, error } = metadata.safeParse(body)
  if (!data) {
    const fields = [...new Set(error.issues.map(({ path }) => String(path[0] ?? "the body")))]
    const code = fields.includes("redirect_uris") ? "invalid_redirect_uri" : "invalid_client_metadata"
    throw new OauthError(code, `Not valid: ${fields.join(", ")}. Send JSON with 1 to ${maxRedirectUris} redirect_uris.`)
  }
  for (const uri of data.redirect_uris) {
    const problem = redirectUriProblem(uri)
    if (problem) throw new OauthError("invalid_redirect_uri", `A redirect URI ${problem}.`)
  }
  if (!data.grant_types.includes("authorization_code") || !data.response_types.includes("code"))
    throw new OauthError(
      "invalid_client_metadata",
      "This server supports the grant type authorization_code with the response type code.",
    )
  return data
}
