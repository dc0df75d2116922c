/** Reads the days of a period that have data. */
import { daysWithData } from "@/domain/metrics/days-with-data"
import type { PeriodInput, WithPeriod } from "./ranges"

/** Reads the data of a period. If the latest days of a preset have no data yet, reads the days with data instead. */
export async function readDaysWithData<Response extends WithPeriod>(
  input: PeriodInput,
  read: (input: PeriodInput) => Promise<Response>,
): Promise<Response> {
  const response = await read(input)
  const { period, freshness } = response.meta
  const { range, ...others } = input
  const days = period && daysWithData(range, period, freshness?.data_through)
  return days ? read({ ...others, ...days }) : response
}
