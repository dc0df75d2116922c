/** Reads the days from which the share of a cited domain cannot be compared with earlier scans. */
import "server-only"
import { addDays } from "@/components/days"
import { type DatedBreak, datedBreaks } from "@/domain/ai-engines/describe-breaks"
import { maxDays } from "@/domain/metrics/period"
import type { OperationCaller } from "@/server/caller"

/** `scans`: oldest first. The days are those of UTC, as in the chart. */
export async function readBreaks(
  api: OperationCaller,
  project_id: string,
  scans: readonly { finished_at: string }[],
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
  return datedBreaks(meta.warnings ?? [])
}
