/** Reads comparison breaks: the scans whose share of citing answers is not comparable with earlier scans. */
import "server-only"
import { addDays } from "@/components/days"
import { breakReason, type DatedBreak } from "@/domain/ai-engines/describe-breaks"
import { maxDays } from "@/domain/metrics/period"
import type { OperationCaller } from "@/server/caller"

/**
 * `scans`: oldest first. A break has the time at which its scan finished, as in the chart, because several scans can
 * finish on one day.
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
  // Only the warnings are needed. They report the breaks.
  const { meta } = await api.aiVisibility.getMetrics({
    project_id,
    from: from < earliest ? earliest : from,
    to,
    timezone: "UTC",
    // The share counts the answers to all prompts.
    prompt_scope: "all",
    group_by: [],
  })
  const finishedAtByScan = new Map(scans.map(({ scan_id, finished_at }) => [scan_id, finished_at]))
  return (meta.warnings ?? []).flatMap(({ break: scanBreak }) =>
    scanBreak
      ? [{ date: finishedAtByScan.get(scanBreak.scan_id) ?? scanBreak.date, reason: breakReason(scanBreak) }]
      : [],
  )
}
