/**
 * Measures the anomaly detector on daily series: false alerts per year, and how many injected one-day changes it finds.
 * For daily points, `detectIntradayAlerts` calls the detector of daily series.
 */
import { basename } from "node:path"
import { addDays } from "@/domain/metrics/calendar"
import { detectIntradayAlerts, type Point } from "./intraday/detect-intraday-alerts"
import { csvFiles, readSeries } from "./read-series"

/** Changes are injected into about this many days of a half, one at a time. */
const injectedDays = 130
const injections = { recall_minus_50: 0.5, recall_plus_100: 2 }
const dayMs = 86_400_000

/**
 * The detector's settings may be chosen on the first half of a series. The second half shows how they perform on other
 * days. `until` is the last day to read (YYYY-MM-DD).
 */
export function scoreDaily(paths: readonly string[], until: string | undefined) {
  return paths.flatMap(csvFiles).map((path) => {
    const days = dailyPoints(path, until)
    const middle = Math.floor(days.length / 2)
    return {
      file: basename(path),
      days: days.length,
      first_half: measure(days, 0, middle),
      second_half: measure(days, middle, days.length),
    }
  })
}

/**
 * Sums finer series by day and leaves out the last day, which may be incomplete. `_log` in the name means natural
 * logarithms.
 */
function dailyPoints(path: string, until = "9999-12-31"): Point[] {
  const isLog = basename(path).includes("_log")
  const byDay = new Map<string, number>()
  for (const { time, value } of readSeries(path).points) {
    const day = new Date(time).toISOString().slice(0, 10)
    if (value !== null && day <= until) byDay.set(day, (byDay.get(day) ?? 0) + (isLog ? Math.exp(value) : value))
  }
  const storedDays = [...byDay.keys()].sort() // a file may start with the newest day
  const first = storedDays[0] ?? ""
  const last = storedDays.at(-1) ?? ""
  const points: Point[] = []
  for (let day = first; day < last; day = addDays(day, 1))
    points.push({ time: Date.parse(day), value: byDay.get(day) ?? null })
  return points
}

/** Counts what happens from day `from` to day `to` (exclusive). The detector always sees all days before. */
function measure(days: readonly Point[], from: number, to: number) {
  const alerts = detectIntradayAlerts(days.slice(0, to)).filter(({ index }) => index >= from)
  const episodes = alerts.filter(({ index }, i) => index - (alerts[i - 1]?.index ?? Number.NEGATIVE_INFINITY) > 1)
  const years = ((days[to - 1]?.time ?? 0) - (days[from]?.time ?? 0) + dayMs) / dayMs / 365.25
  const recalls = Object.entries(injections).map(([name, factor]) => [name, recall(days, from, to, factor)])
  return {
    false_alerts_per_year: Number((episodes.length / years).toFixed(2)),
    ...(Object.fromEntries(recalls) as Record<keyof typeof injections, number | null>),
  }
}

/** The share of changed days that have an alert. Excludes days before the detector's first possible alert. */
function recall(days: readonly Point[], from: number, to: number, factor: number): number | null {
  const everyNth = Math.max(1, Math.floor((to - from) / injectedDays))
  // A multiple of 7 would test a single weekday.
  const step = everyNth % 7 === 0 ? everyNth + 1 : everyNth
  let found = 0
  let injected = 0
  for (let i = Math.max(from, firstPossibleAlert); i < to; i += step) {
    const value = days[i]?.value
    if (!value) continue
    const changed = [...days.slice(0, i), { time: days[i]?.time as number, value: value * factor }]
    injected++
    if (detectIntradayAlerts(changed).at(-1)?.index === i) found++
  }
  return injected === 0 ? null : Number((found / injected).toFixed(3))
}

/** The index of the first day that can have an alert: the detector needs 73 days before it. */
const firstPossibleAlert = 73
