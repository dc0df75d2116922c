/**
 * Starts a recovery: sends events of a time range again that an endpoint did not receive. A dry run only counts them.
 */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { matchesType } from "@/domain/events/catalogue"
import { actorId, type TeamContext } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { dateOrTimestampInput, timestamp } from "@/domain/kernel/fields"
import { id, newId } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { requireDeveloperAccess } from "@/domain/kernel/plans"
import { lockWebhook } from "@/domain/webhooks/lock-webhook"
import { endThrottle } from "@/domain/webhooks/streak"
import { requireWebhook } from "@/domain/webhooks/webhook"
import { type Prisma, prisma, sql } from "@/prisma/client"
import { countRecoverable, type RecoveryRange, recoverablePatterns, recoverableTypes } from "./recoverable"
import { recoverableStates, recovery, requireRecovery } from "./recovery"

const maxDays = 30

const input = z.strictObject({
  webhook_id: id("endpoint"),
  since: dateOrTimestampInput("Only events at or after this time."),
  until: dateOrTimestampInput("Only events before this time. Default: now.").optional(),
  states: z.array(z.enum(recoverableStates)).min(1).default(["exhausted", "held", "pending"]).meta({
    description:
      "Which deliveries to send again. `pending` are deliveries that wait for their first attempt or a retry.",
  }),
  event_types: z
    .array(z.enum(recoverablePatterns))
    .min(1)
    .optional()
    .meta({ description: "Only events of these types. Default: all types. Test events are never sent again." }),
  include_missing: z.boolean().default(false).meta({
    description:
      "`true` to include events without a delivery to this endpoint, for example because the endpoint did not exist yet.",
  }),
  dry_run: z.boolean().default(false).meta({ description: "`true` to only count the deliveries." }),
})

export const createRecovery = defineOperation({
  id: "recoveries.create",
  summary: "Send failed or missed events again",
  description: `Covers at most ${maxDays} days and sends 20 events per second to the endpoint. A pause that the receiver requested ends. Receivers recognize events that they already have by their webhook-id. Test events are never included. Send a new test event, or resend its delivery, instead.`,
  audience: "team",
  kind: "mutation",
  role: "admin",
  input,
  output: z.object({
    count: z.int(),
    oldest_at: timestamp().nullable(),
    newest_at: timestamp().nullable(),
    recovery: recovery.nullable().meta({ description: "`null` after a dry run." }),
  }),
  fails: ["plan_required", "state_conflict"],
  async handle(ctx, input) {
    requireDeveloperAccess(ctx.team)
    const webhook = await requireWebhook(ctx.team, input.webhook_id)
    const range = rangeOf(ctx, input)
    const found = await countRecoverable(range, input.include_missing ? webhook.event_types : null)
    if (input.dry_run) return { data: { ...found, recovery: null } }
    const recoveryId = await prisma.$transaction((tx) =>
      startRecovery(tx, ctx, { ...range, include_missing: input.include_missing, total: found.count }),
    )
    return { data: { ...found, recovery: await requireRecovery(ctx.team.id, recoveryId) } }
  },
})

/** A time range that ends in the future is cut to now, so that new events are not part of it. */
function rangeOf({ team, now }: TeamContext, request: z.output<typeof input>): RecoveryRange {
  const since = new Date(request.since)
  const until = new Date(request.until ?? now())
  if (since >= until) throw wrongSince("since must be before until.")
  if (until.getTime() - since.getTime() > maxDays * 86_400_000)
    throw wrongSince(`since is more than ${maxDays} days before until.`)
  const patterns = request.event_types ?? []
  return {
    team_id: team.id,
    endpoint_id: request.webhook_id,
    since,
    until: until < now() ? until : now(),
    states: [...new Set(request.states)],
    event_types: recoverableTypes.filter((type) => matchesType(patterns, type)),
  }
}

const wrongSince = (detail: string) =>
  new Problem("parameter_invalid", detail, { errors: [{ parameter: "since", code: "parameter_invalid", detail }] })

type NewRecovery = RecoveryRange & { include_missing: boolean; total: number }

/**
 * Stores the recovery. A trigger of the table notifies the workers. If the notification is lost, the sweep finds the
 * recovery.
 */
async function startRecovery(tx: Prisma.TransactionClient, ctx: TeamContext, range: NewRecovery): Promise<string> {
  const { team_id, endpoint_id, since, until, states, event_types, include_missing, total } = range
  const { state, url } = await lockWebhook(tx, team_id, endpoint_id)
  if (state !== "active")
    throw new Problem("state_conflict", "This webhook is paused or disabled. Resume it, then start the recovery.")
  await requireNoneRunning(tx, range)
  await endThrottle(tx, team_id, endpoint_id)
  const recoveryId = newId("recovery")
  await tx.$executeRaw(sql`
    insert into webhook_recovery (id, team_id, endpoint_id, since, until, states, event_types, include_missing, total, after_at, after_id,
      created_by, next_slot_at)
    values (${recoveryId}, ${team_id}, ${endpoint_id}, ${since}, ${until}, ${states}, ${event_types}, ${include_missing}, ${total},
      ${since}, '', ${actorId(ctx)}, greatest(now(), (select max(next_slot_at) from webhook_recovery
        where team_id = ${team_id} and endpoint_id = ${endpoint_id} and state <> 'cancelled')))`)
  const after = { endpoint_id, url, since, until, states, event_types, include_missing, count: total }
  await recordAudit(ctx, { action: "recover.started", subject_id: recoveryId, after }, tx)
  return recoveryId
}

async function requireNoneRunning(tx: Prisma.TransactionClient, { team_id, endpoint_id }: RecoveryRange) {
  const running = await tx.webhookRecovery.count({ where: { team_id, endpoint_id, state: "running" } })
  if (running > 0)
    throw new Problem(
      "state_conflict",
      "A recovery of this webhook is already running. Wait until it finishes, or cancel it.",
    )
}
