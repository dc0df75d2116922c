/** Reads the scans from which the share of a cited domain cannot be compared with earlier ones. */
import "server-only"
import { addDays } from "@/components/days"
import { breakReason, type DatedBreak } from "@/domain/ai-engines/describe-breaks"
import { maxDays } from "@/domain/metrics/period"
import type { OperationCaller } from "@/server/caller"

/**
 * `scans`: oldest first. The date of a break is the time when its scan ended, as in the chart, because several scans can
 * end on one day.
 */
export async function readBreaks(
  api: OperationCaller,
  project_id: string,
  scans: readonly { scan_id: string; finished_at: string }[],
): Promise<DatedBreak[]> {
  const [first, last] = [scans[0], scans.at(-1)]
  if (!first || !last || scans.length < 2) return []
  const to = last.finished_at.slice(0, 10)
  const earliest = addDays(to, 1 - maxDays)
  const from = first.finished_at.slice(0, 10)
  const { meta } = await api.aiVisibility.getMetrics({
    project_id,
    from: from < earliest ? earliest : from,
    to,
    timezone: "UTC",
    // The share counts the answers to all prompts.
    prompt_scope: "all",
    group_by: [],
  })
  const ends = new Map(scans.map(({ scan_id, finished_at }) => [scan_id, finished_at]))
  return (meta.warnings ?? []).flatMap(({ break: found }) =>
    found ? [{ date: ends.get(found.scan_id) ?? found.date, reason: breakReason(found) }] : [],
  )
}
