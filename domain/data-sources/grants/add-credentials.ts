/** Stores a token, or the key file of a service account, after the platform has accepted it. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { actorId } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { id, newId } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { parseJson } from "@/domain/kernel/text"
import { chargeTest } from "@/domain/usage/quotas"
import { prisma } from "@/prisma/client"
import { type ConnectedProvider, connectedProviders } from "../connectors/connector"
import type { Credentials } from "../connectors/credentials"
import { availableGrantKinds, connectors } from "../connectors/index"
import { openSession } from "../connectors/session"
import { bindGrant } from "./bind-grant"
import { withPlatformProblems } from "./platform-problem"
import { sealCredentials } from "./stored-grant"

const checkTimeoutMs = 45_000

export const addCredentials = defineOperation({
  id: "dataSources.addCredentials",
  summary: "Authorize a data source with a token or key file",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({
    provider: z.enum(connectedProviders),
    secret: z.string().trim().min(8).max(10_000).meta({
      description:
        "The token, or the JSON key file of a service account. It is stored encrypted and never shown again.",
    }),
    data_source_id: id("dataSource").optional().meta({ description: "The data source to authorize again." }),
  }),
  output: z.object({ grant_id: id("sourceGrant") }),
  fails: ["state_conflict", "upstream_error", "rate_limited"],
  async handle(ctx, { provider, secret, data_source_id }) {
    const credentials = parseSecret(provider, secret)
    await chargeTest(ctx.team.id, "source-test")
    const session = openSession(provider, credentials, AbortSignal.timeout(checkTimeoutMs))
    await withPlatformProblems(connectors[provider].listAccounts(session))
    const team_id = ctx.team.id
    const grant_id = newId("sourceGrant")
    await prisma.$transaction(async (tx) => {
      await tx.sourceGrant.create({
        data: {
          id: grant_id,
          team_id,
          provider,
          kind: credentials.kind,
          sealed: sealCredentials(team_id, grant_id, credentials),
          created_by: actorId(ctx) ?? "",
          created_at: ctx.now(),
          authorized_at: ctx.now(),
        },
      })
      await recordAudit(ctx, { action: "data_source.authorized", subject_id: grant_id, after: { provider } }, tx)
      if (data_source_id) await bindGrant(tx, ctx, data_source_id, { id: grant_id, provider })
    })
    return { data: { grant_id } }
  },
})

const keyFile = z.object({
  type: z.literal("service_account"),
  client_email: z.email(),
  private_key: z.string().includes("PRIVATE KEY"),
})

function parseSecret(provider: ConnectedProvider, secret: string): Credentials {
  const kinds = availableGrantKinds(provider)
  if (kinds.includes("token")) return { kind: "token", token: secret }
  if (!kinds.includes("service_account")) throw secretInvalid("This platform is authorized by consent, not with a key.")
  const { data } = keyFile.safeParse(parseJson(secret))
  if (!data) throw secretInvalid("This is not the JSON key file of a service account.")
  return { kind: "service_account", client_email: data.client_email, private_key: data.private_key }
}

const secretInvalid = (detail: string) =>
  new Problem("parameter_invalid", detail, { errors: [{ parameter: "secret", code: "parameter_invalid", detail }] })
