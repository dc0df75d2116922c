/** Completes an authorization by consent: exchanges the platform's code for credentials. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { actorId } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { type ConnectedProvider, connectedProviders } from "../connectors/connector"
import { connectors } from "../connectors/index"
import { stateHash } from "./authorize"
import { bindGrant } from "./bind-grant"
import { withPlatformProblems } from "./platform-problem"
import { openCredentials, sealCredentials } from "./stored-grant"

/** The user may take this long on the platform's consent page. */
const consentMs = 15 * 60_000
const exchangeTimeoutMs = 30_000

export const completeAuthorization = defineOperation({
  id: "dataSources.completeAuthorization",
  summary: "Complete the authorization of a data source",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({ state: z.string().max(300), code: z.string().min(1).max(4_000) }),
  output: z.object({
    grant_id: id("sourceGrant"),
    provider: z.enum(connectedProviders),
    data_source_id: id("dataSource").nullable(),
  }),
  fails: ["state_conflict", "upstream_error"],
  async handle(ctx, { state, code }) {
    const team_id = ctx.team.id
    const created_by = actorId(ctx) ?? ""
    const where = { team_id, state_hash: stateHash(state), created_by, authorized_at: null }
    const pending = await prisma.sourceGrant.findFirst({ where })
    if (!pending || ctx.now().getTime() - pending.created_at.getTime() > consentMs) throw authorizationExpired()
    const { id: grant_id, data_source_id } = pending
    // The state can be used only once, even if the platform then refuses the code. Of two concurrent requests, only one
    // updates the row.
    const { count } = await prisma.sourceGrant.updateMany({ where, data: { state_hash: null } })
    const pendingConsent = openCredentials(team_id, grant_id, pending.sealed)
    const provider = pending.provider as ConnectedProvider
    const { consent } = connectors[provider]
    if (count === 0 || pendingConsent.kind !== "consent" || !consent) throw authorizationExpired()
    const signal = AbortSignal.timeout(exchangeTimeoutMs)
    const credentials = await withPlatformProblems(
      consent.exchange({ code, verifier: pendingConsent.verifier }, signal),
    )
    await prisma.$transaction(async (tx) => {
      const data = { sealed: sealCredentials(team_id, grant_id, credentials), authorized_at: ctx.now() }
      await tx.sourceGrant.updateMany({ where: { team_id, id: grant_id }, data })
      await recordAudit(ctx, { action: "data_source.authorized", subject_id: grant_id, after: { provider } }, tx)
      if (data_source_id) await bindGrant(tx, ctx, data_source_id, { id: grant_id, provider })
    })
    return { data: { grant_id, provider, data_source_id } }
  },
})

const authorizationExpired = () =>
  new Problem("state_conflict", "This authorization has expired or was already completed. Start it again.")
