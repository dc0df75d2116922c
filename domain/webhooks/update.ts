/** Updates a webhook endpoint. Omitted settings stay as they are. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { matchesType } from "@/domain/events/catalogue"
import type { TeamContext } from "@/domain/kernel/context"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { checkUrl } from "@/domain/security/url-safety"
import { type Prisma, prisma, sql } from "@/prisma/client"
import { sealedHeaders } from "./custom-headers"
import { lockTeam, requireUnique } from "./endpoint-limits"
import { notifyDue } from "./endpoint-queue"
import { requireKnownEventTypes } from "./event-choice"
import { lockWebhook } from "./lock-webhook"
import { webhookSettings } from "./settings"
import { requireSigningKey } from "./signing-key"
import { clearSigningMaterial } from "./signing-material"
import { streakReset } from "./streak"
import { cancelUnfinished, unfinishedTypes } from "./unfinished-deliveries"
import { requireWebhook, webhook } from "./webhook"

const changes = z.strictObject(webhookSettings).partial()

export const updateWebhook = defineOperation({
  id: "webhooks.update",
  summary: "Change a webhook endpoint",
  description:
    "A new URL resets the endpoint's failure count and keeps its signing secret. Custom headers belong to the URL for which they were set. A new URL removes them unless `headers` is sent too, and `removed_headers` lists them. `headers` replaces all custom headers. Pending and held deliveries of event types that are no longer selected are canceled.",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: changes.extend({ webhook_id: id("endpoint") }),
  output: webhook.extend({
    removed_headers: z
      .array(z.string())
      .meta({ description: "The custom headers that were removed because they belonged to the previous URL." }),
  }),
  fails: ["url_not_allowed", "event_type_unknown", "endpoint_duplicate"],
  async handle(ctx, { webhook_id, ...settings }) {
    const change = {
      ...settings,
      ...(settings.url !== undefined && { url: checkUrl(settings.url) }),
      ...(settings.event_types && { event_types: requireKnownEventTypes(settings.event_types) }),
    }
    const removed_headers = await prisma.$transaction((tx) => writeChange(tx, ctx, webhook_id, change))
    clearSigningMaterial()
    if (change.event_types) await cancelUnselectedTypes(ctx.team.id, webhook_id, change.event_types)
    return { data: { ...(await requireWebhook(ctx.team, webhook_id)), removed_headers } }
  },
})

/** Writes the change. Returns the names of the custom headers that a new URL removed. */
async function writeChange(
  tx: Prisma.TransactionClient,
  ctx: TeamContext,
  webhookId: string,
  change: z.output<typeof changes>,
) {
  const team_id = ctx.team.id
  await lockTeam(tx, team_id)
  const old = await lockWebhook(tx, team_id, webhookId)
  const { headers: newHeaders, ...settings } = change
  const { url = old.url, event_types = old.event_types } = settings
  // The values of custom headers are secret. A person who may change the URL must not receive them at a new URL. This
  // also applies to another path, because on a shared host it leads to another receiver.
  const removesHeaders = url !== old.url && newHeaders === undefined && old.header_names.length > 0
  const headers = removesHeaders ? {} : newHeaders
  if (change.url !== undefined || change.event_types !== undefined)
    await requireUnique(tx, { teamId: team_id, url, eventTypes: event_types, exceptId: webhookId })
  if (settings.signs_ed25519) await requireSigningKey(tx, team_id)
  const data = { ...settings, ...(headers && sealedHeaders(webhookId, headers)), updated_at: new Date() }
  await tx.webhookEndpoint.updateMany({ where: { team_id, id: webhookId }, data })
  if (url !== old.url)
    await tx.$executeRaw(
      sql`update webhook_endpoint set ${streakReset} where team_id = ${team_id} and id = ${webhookId}`,
    )
  await tx.$executeRaw(notifyDue(webhookId)) // another URL ends a throttle, and other limits may allow more requests
  const { before, after } = differences(old, { ...settings, ...(headers && { header_names: Object.keys(headers) }) })
  if (headers || Object.keys(after).length > 0)
    await recordAudit(ctx, { action: "endpoint.updated", subject_id: webhookId, before, after }, tx)
  return removesHeaders ? old.header_names : []
}

/** The changed settings only. Values of headers are secret, so only their names are included. */
function differences(old: object, current: object) {
  const oldValues = new Map(Object.entries(old))
  const changed = Object.entries(current).filter(
    ([name, value]) => value !== undefined && JSON.stringify(oldValues.get(name)) !== JSON.stringify(value),
  )
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, oldValues.get(name)])),
    after: Object.fromEntries(changed),
  }
}

/**
 * Cancels pending and held deliveries of event types that are no longer selected. Test events are sent regardless of
 * the selection.
 */
async function cancelUnselectedTypes(teamId: string, endpointId: string, selected: string[]) {
  const endpoint = { teamId, endpointId }
  const types = await unfinishedTypes(endpoint)
  const unselected = types.filter((type) => !matchesType(selected, type) && type !== "test.ping")
  if (unselected.length > 0) await cancelUnfinished(endpoint, unselected)
}
