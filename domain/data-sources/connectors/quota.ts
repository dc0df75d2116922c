/** Defines quotas of platforms, as platforms report them with their responses, and decides when a quota is low. */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"

export const quota = z
  .object({
    name: z.string().meta({ description: "The platform's name of the quota, such as `tokens_per_hour`." }),
    remaining: z.number().meta({
      description: "What was left after the last request of the sync, in the unit of the quota.",
    }),
    limit: z.number().nullable().meta({
      description: "The whole quota: 100 if the platform reports percent. `null` if the platform does not report it.",
    }),
    is_low: z.boolean().meta({
      description:
        "`true` if syncs of the account wait until `resets_at`. A quota with a `limit` is low at 10% or less. A quota without one is low when less is left than twice what the last part of the sync used.",
    }),
    resets_at: timestamp().meta({ description: "The time at which the quota is available again at the latest." }),
  })
  .meta({ id: "Quota" })
export type Quota = z.infer<typeof quota>

/** A quota in one response. `consumed`: what the request used. Null if the platform does not report it. */
export type ReportedQuota = Pick<Quota, "name" | "remaining" | "limit"> & { consumed: number | null; resetsAt: Date }

/** A quota whose limit is known is low when at most this share of it remains. */
const lowQuotaShare = 0.1

/** Collects the quotas that the responses of a session report. The latest values count. `consumed` is added up. */
export function collectQuotas() {
  const reported = new Map<string, ReportedQuota>()
  return {
    add(quotas: ReportedQuota[]) {
      for (const quota of quotas) {
        const used = reported.get(quota.name)?.consumed ?? 0
        reported.set(quota.name, { ...quota, consumed: quota.consumed === null ? null : used + quota.consumed })
      }
    },
    list: (): Quota[] =>
      [...reported.values()].map((quota) => ({
        name: quota.name,
        remaining: quota.remaining,
        limit: quota.limit,
        is_low: isLow(quota),
        resets_at: quota.resetsAt.toISOString(),
      })),
  }
}

function isLow({ remaining, limit, consumed }: ReportedQuota) {
  if (limit !== null) return remaining <= lowQuotaShare * limit
  // Without a limit, what this session has used shows how much the next one may need.
  return remaining < Math.max(1, 2 * (consumed ?? 0))
}

/** The time at which all low quotas are available again. Null when none is low. */
export function findEndOfLowQuotas(quotas: Quota[]): Date | null {
  const times = quotas.filter(({ is_low }) => is_low).map(({ resets_at }) => resets_at)
  const last = times.toSorted().at(-1)
  return last === undefined ? null : new Date(last)
}

export const secondsUntil = (moment: Date, now: Date) => Math.ceil((moment.getTime() - now.getTime()) / 1_000)
