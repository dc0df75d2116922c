/** Reads the live data of a report for the days that have data. */
import type { PeriodInput } from "@/components/lists/ranges"
import { readDaysWithData } from "@/components/lists/read-days-with-data"
import type { OperationCaller } from "@/server/caller"

type Api = { reports: Pick<OperationCaller["reports"], "getData"> }
export type LiveReportData = Awaited<ReturnType<Api["reports"]["getData"]>>

/**
 * Reads the days of the period that have data, and the commentary of the requested period. If the last days have no
 * data, the shown period is shorter than the requested one, and its response does not contain the commentary.
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
