/** Reads the live data of a report for a page. */
import type { PeriodInput } from "@/components/lists/ranges"
import { readDaysWithData } from "@/components/lists/read-days-with-data"
import type { OperationCaller } from "@/server/caller"

type Api = { reports: Pick<OperationCaller["reports"], "getData"> }
export type LiveReportData = Awaited<ReturnType<Api["reports"]["getData"]>>

/**
 * Reads the days of the period that have data, and the commentary of the requested period. A text about the requested
 * period ends after the days with data, so the response for these days does not contain it.
 */
export async function readLiveReport(api: Api, report_id: string, periodInput: PeriodInput): Promise<LiveReportData> {
  const responses: LiveReportData[] = []
  const shown = await readDaysWithData(periodInput, async (input) => {
    const response = await api.reports.getData({ report_id, daily_values: true, ...input })
    responses.push(response)
    return response
  })
  const requested = responses[0] ?? shown
  return { ...shown, data: { ...shown.data, commentary: requested.data.commentary } }
}
