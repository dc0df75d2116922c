/** Reads on which of the last 28 days the data sources of a list have data. */
import type { CoverageOfList } from "@/components/sources/coverage"
import { addDays, dayIn } from "@/domain/metrics/calendar"
import type { OperationCaller } from "@/server/caller"
import { orNull } from "@/server/visit"

const days = 28

/** The last day is yesterday, because the data of today is never complete. Null if one of the sources was deleted. */
export async function readCoverage(
  api: OperationCaller,
  sources: { id: string }[],
  timezone: string,
): Promise<CoverageOfList | null> {
  const to = addDays(dayIn(timezone, new Date()), -1)
  const found = await orNull(api.dataSources.listCoverage({ data_source_id: sources.map(({ id }) => id), to, days }))
  if (!found) return null
  const bySource = Object.fromEntries(found.data.map((coverage) => [coverage.data_source_id, coverage]))
  return { span: { from: addDays(to, 1 - days), to }, bySource }
}
