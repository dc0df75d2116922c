/** Measures the anomaly detector over many daily series on one core. No database is involved. */
import { addDays } from "@/domain/metrics/calendar"
import { detectAnomalies } from "@/domain/signals/detectors/anomaly/anomaly"
import type { SeriesDay } from "@/domain/signals/finding"
import { seededRandom } from "@/domain/visibility/statistics/seeded-random"
import { printTable, round } from "./table"

type Options = { series: number; days: number }

/** Evaluates all days of each series, as a back-test does. */
export async function bench({ series, days }: Options) {
  const random = seededRandom("signals")
  const dates = Array.from({ length: days }, (_, i) => addDays("2025-01-01", i))
  let elapsedMs = 0
  let findings = 0
  for (let i = 0; i < series; i++) {
    const values = createSeries(dates, random)
    const startedAt = performance.now()
    findings += detectAnomalies({ metric_id: "sessions", currency: null }, values).length
    elapsedMs += performance.now() - startedAt
  }
  printTable(`${series} daily series of ${days} days`, [
    {
      seconds: round(elapsedMs / 1_000),
      "µs per day": round((elapsedMs * 1_000) / series / days),
      findings,
      "findings per series and year": round((findings * 365) / series / days),
    },
  ])
}

/** Creates values around a level between 50 and 5,000 with a weekly pattern and 15% noise. */
function createSeries(dates: readonly string[], random: () => number): SeriesDay[] {
  const level = 50 * 100 ** random()
  const weekdayFactors = Array.from({ length: 7 }, () => 0.6 + 0.8 * random())
  return dates.map((date, i) => {
    const noise = random() + random() + random() + random() - 2 // standard deviation sqrt(1 / 3)
    return { date, value: Math.round(level * (weekdayFactors[i % 7] as number) * Math.exp(0.26 * noise)) }
  })
}
