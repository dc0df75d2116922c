/** Creates a webhook endpoint. Only this response contains its secret. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { actorId, type TeamContext } from "@/domain/kernel/context"
import { apiVersion } from "@/domain/kernel/envelope"
import { newId } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { requireDeveloperAccess } from "@/domain/kernel/plans"
import { checkUrl } from "@/domain/security/url-safety"
import { type Prisma, prisma } from "@/prisma/client"
import { sealedHeaders } from "./custom-headers"
import { lockTeam, requireUnique, requireWithinLimit } from "./endpoint-limits"
import { requireKnownEventTypes } from "./event-choice"
import { createdSecret, createSecret } from "./secret"
import { webhookSettings } from "./settings"
import { requireSigningKey } from "./signing-key"
import { requireWebhook, webhook } from "./webhook"

const input = z.strictObject({
  ...webhookSettings,
  description: webhookSettings.description.default(""),
  retry_profile: webhookSettings.retry_profile.default("standard"),
  headers: webhookSettings.headers.default({}),
  max_per_second: webhookSettings.max_per_second.default(null),
  is_fifo: webhookSettings.is_fifo.default(false),
  signs_ed25519: webhookSettings.signs_ed25519.default(false),
})

export const createWebhook = defineOperation({
  id: "webhooks.create",
  summary: "Create a webhook endpoint",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input,
  output: z.object({ webhook, secret: createdSecret }),
  fails: ["plan_required", "plan_limit_reached", "url_not_allowed", "event_type_unknown", "endpoint_duplicate"],
  async handle(ctx, input) {
    requireDeveloperAccess(ctx.team)
    const event_types = requireKnownEventTypes(input.event_types)
    const url = checkUrl(input.url)
    const created = await prisma.$transaction((tx) => write(tx, ctx, { ...input, url, event_types }))
    return { data: { webhook: await requireWebhook(ctx.team, created.id), secret: created.secret } }
  },
})

async function write(tx: Prisma.TransactionClient, ctx: TeamContext, newWebhook: z.output<typeof input>) {
  const team_id = ctx.team.id
  const id = newId("endpoint")
  const { headers, ...settings } = newWebhook
  const team = await lockTeam(tx, team_id)
  await requireWithinLimit(tx, team_id, team)
  await requireUnique(tx, { teamId: team_id, url: settings.url, eventTypes: settings.event_types })
  const stored = { ...settings, header_names: Object.keys(headers) }
  await tx.webhookEndpoint.create({
    data: { ...stored, id, team_id, api_version: apiVersion, created_by: actorId(ctx), ...sealedHeaders(id, headers) },
  })
  const secret = await createSecret(tx, { team_id, endpoint_id: id, version: 1 })
  if (settings.signs_ed25519) await requireSigningKey(tx, team_id)
  await recordAudit(ctx, { action: "endpoint.created", subject_id: id, after: stored }, tx)
  return { id, secret }
}
