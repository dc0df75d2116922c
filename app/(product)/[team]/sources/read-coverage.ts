/** Reads which of the last 28 days have data, for each data source of a list. */
import type { CoverageOfList } from "@/components/sources/coverage"
import { addDays, dayIn } from "@/domain/metrics/calendar"
import type { OperationCaller } from "@/server/caller"
import { orNull } from "@/server/visit"

const coverageDays = 28

/** Ends with yesterday, because today's data is never complete. Returns null if one of the sources was deleted. */
export async function readCoverage(
  api: OperationCaller,
  sources: { id: string }[],
  timezone: string,
): Promise<CoverageOfList | null> {
  const to = addDays(dayIn(timezone, new Date()), -1)
  const coverages = await orNull(
    api.dataSources.listCoverage({ data_source_id: sources.map(({ id }) => id), to, days: coverageDays }),
  )
  if (!coverages) return null
  const bySource = Object.fromEntries(coverages.data.map((coverage) => [coverage.data_source_id, coverage]))
  return { span: { from: addDays(to, 1 - coverageDays), to }, bySource }
}
