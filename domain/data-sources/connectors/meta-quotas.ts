/**
 * Reads the rate-limit headers of Meta (https://developers.facebook.com/docs/graph-api/overview/rate-limiting). Each
 * contains JSON with the used percentages of a rolling hour.
 */
import { z } from "zod"
import { parseJson } from "@/domain/kernel/text"
import type { ReportedQuota } from "./quota"

const percent = z.number().default(0)
const calls = { call_count: percent, total_cputime: percent, total_time: percent }
const app = z.object(calls)
/** By ID of the ad account or business. `estimated_time_to_regain_access` is in minutes, 0 while calls are accepted. */
const businessUseCases = z.record(
  z.string(),
  z.array(z.object({ ...calls, type: z.string(), estimated_time_to_regain_access: z.number().default(0) })),
)
const adAccount = z.object({ acc_id_util_pct: percent, reset_time_duration: z.number().default(0) })

export function metaQuotas({ headers }: { headers: Headers }, now: Date): ReportedQuota[] {
  /** `resetSeconds`: 0 if the platform does not report when the quota is available again. */
  const quotaOf = (name: string, usedPercent: number, resetSeconds: number): ReportedQuota => ({
    name,
    remaining: Math.max(0, 100 - usedPercent),
    limit: 100,
    consumed: null,
    resetsAt: new Date(now.getTime() + 1_000 * (resetSeconds || rollingSeconds)),
  })
  const appUsage = parseHeader(headers.get("x-app-usage"), app)
  const accountUsage = parseHeader(headers.get("x-ad-account-usage"), adAccount)
  const useCases = Object.values(parseHeader(headers.get("x-business-use-case-usage"), businessUseCases) ?? {}).flat()
  const useCaseQuotas = useCases.map(({ type, estimated_time_to_regain_access: waitMinutes, ...usage }) =>
    quotaOf(type.slice(0, 60), waitMinutes > 0 ? 100 : largestOf(usage), waitMinutes * 60),
  )
  return [
    ...(appUsage ? [quotaOf("app", largestOf(appUsage), 0)] : []),
    ...(accountUsage ? [quotaOf("ad_account", accountUsage.acc_id_util_pct, accountUsage.reset_time_duration)] : []),
    ...lowestOfEachName(useCaseQuotas),
  ]
}

/** Several businesses and accounts can report the same quota. */
const lowestOfEachName = (quotas: ReportedQuota[]) =>
  [...Map.groupBy(quotas, ({ name }) => name).values()].map((same) =>
    same.reduce((lowest, quota) => (quota.remaining < lowest.remaining ? quota : lowest)),
  )

const rollingSeconds = 3_600

const largestOf = ({ call_count, total_cputime, total_time }: z.infer<typeof app>) =>
  Math.max(call_count, total_cputime, total_time)

/** Returns null if the header is missing or invalid. */
const parseHeader = <T>(header: string | null, schema: z.ZodType<T>): T | null =>
  schema.safeParse(parseJson(header ?? "")).data ?? null
