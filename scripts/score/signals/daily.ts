/** Measures the detector of daily series: false alerts per year, and how many injected one-day changes it finds. */
import { basename } from "node:path"
import { addDays } from "@/domain/metrics/calendar"
import { detectDailyAlerts } from "@/domain/signals/detectors/anomaly/daily-alerts"
import { csvFiles, readSeries } from "./read-series"

/** Changes are injected into about this many days of a half, one at a time. */
const injectedDays = 130
const injections = { recall_minus_50: 0.5, recall_plus_100: 2 }
/** The index of the first day that can have an alert: the detector needs 73 days before it. */
const firstPossibleAlert = 73

/** One value per calendar day, null for missing days. */
type DailyValues = readonly (number | null)[]

/**
 * The detector's settings may be chosen on the first half of a series. The second half shows how they perform on other
 * days. `until` is the last day to read (YYYY-MM-DD).
 */
export function scoreDaily(paths: readonly string[], until: string | undefined) {
  return paths.flatMap(csvFiles).map((path) => {
    const values = readDailyValues(path, until)
    const middle = Math.floor(values.length / 2)
    return {
      file: basename(path),
      days: values.length,
      first_half: measure(values, 0, middle),
      second_half: measure(values, middle, values.length),
    }
  })
}

/**
 * Sums finer series by day and leaves out the last day, which may be incomplete. `_log` in the file's name means that
 * the values are natural logarithms.
 */
function readDailyValues(path: string, until = "9999-12-31"): DailyValues {
  const isLog = basename(path).includes("_log")
  const sumsByDay = new Map<string, number>()
  for (const { localTimeMs, value } of readSeries(path).points) {
    const day = new Date(localTimeMs).toISOString().slice(0, 10)
    if (value !== null && day <= until)
      sumsByDay.set(day, (sumsByDay.get(day) ?? 0) + (isLog ? Math.exp(value) : value))
  }
  const days = [...sumsByDay.keys()].sort() // a file may start with the newest day
  const firstDay = days[0] ?? ""
  const lastDay = days.at(-1) ?? ""
  const values: (number | null)[] = []
  for (let day = firstDay; day < lastDay; day = addDays(day, 1)) values.push(sumsByDay.get(day) ?? null)
  return values
}

/** Measures the days `from` to `to` (exclusive). The detector always sees all days before. */
function measure(values: DailyValues, from: number, to: number) {
  const alerts = detectDailyAlerts(values.slice(0, to)).filter(({ index }) => index >= from)
  // Alerts on successive days count once.
  const episodes = alerts.filter(({ index }, i) => index - (alerts[i - 1]?.index ?? Number.NEGATIVE_INFINITY) > 1)
  const years = (to - from) / 365.25
  const recalls = Object.entries(injections).map(([name, factor]) => [name, measureRecall(values, from, to, factor)])
  return {
    false_alerts_per_year: Number((episodes.length / years).toFixed(2)),
    ...(Object.fromEntries(recalls) as Record<keyof typeof injections, number | null>),
  }
}

/** The share of changed days that have an alert. Excludes days before the detector's first possible alert. */
function measureRecall(values: DailyValues, from: number, to: number, factor: number): number | null {
  const everyNth = Math.max(1, Math.floor((to - from) / injectedDays))
  // A multiple of 7 would test a single weekday.
  const step = everyNth % 7 === 0 ? everyNth + 1 : everyNth
  let found = 0
  let injected = 0
  for (let i = Math.max(from, firstPossibleAlert); i < to; i += step) {
    const value = values[i]
    if (!value) continue
    injected++
    if (detectDailyAlerts([...values.slice(0, i), value * factor]).at(-1)?.index === i) found++
  }
  return injected === 0 ? null : Number((found / injected).toFixed(3))
}
