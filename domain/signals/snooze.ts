/** Snoozes signals until a time. Then they open again. */
import { z } from "zod"
import type { TeamContext } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { timestampInput } from "@/domain/kernel/fields"
import { defineOperation } from "@/domain/kernel/operation"
import { sql } from "@/prisma/client"
import { changed, changeStatus, type StatusChange, signalIds } from "./change-status"
import { activeStatuses } from "./signal"

const maxDays = 365

export const snoozeSignals = defineOperation({
  id: "signals.snooze",
  summary: "Snooze signals",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({
    ...signalIds,
    until: timestampInput().meta({ description: "The time when the signals open again, at most a year from now." }),
  }),
  output: changed,
  handle: (ctx, { signal_ids, until }) => changeStatus(ctx, signal_ids, toSnoozed(ctx, until)),
})

/** Throws `parameter_invalid` unless `until` is in the next 365 days. */
export function toSnoozed(ctx: TeamContext, until: string): StatusChange {
  const days = (Date.parse(until) - ctx.now().getTime()) / 86_400_000
  if (days <= 0 || days > maxDays)
    throw new Problem("parameter_invalid", "A snooze must end in the future, at most a year from now.")
  return {
    from: activeStatuses,
    set: sql`status = 'snoozed', snoozed_until = ${new Date(until)}`,
    entry: { action: "snoozed", text: new Date(until).toISOString() },
  }
}
