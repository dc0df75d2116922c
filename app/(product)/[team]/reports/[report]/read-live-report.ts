/** Reads the current data of a report. */
import type { PeriodInput } from "@/components/lists/ranges"
import { readDaysWithData } from "@/components/lists/read-days-with-data"
import type { OperationCaller } from "@/server/caller"

type Api = { reports: Pick<OperationCaller["reports"], "getData"> }
export type LiveReportData = Awaited<ReturnType<Api["reports"]["getData"]>>

/**
 * Reads the days of the period that have data. If the last days have no data, these are fewer than the requested days,
 * and the response for them has no commentary. The commentary therefore comes from the response for all requested days.
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
