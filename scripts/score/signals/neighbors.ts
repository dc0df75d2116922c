/**
 * Compares the settings of the anomaly detector with neighboring ones on changed copies of a benchmark, and measures
 * settings that were chosen without the file they are scored on.
 */

import { copies, type WindowedSeries } from "./copies"
import {
  type AlertSettings,
  alertSettings,
  type MeasuredSeries,
  measurePoints,
  selectAlerts,
} from "./intraday/detect-intraday-alerts"
import { type FileScore, scoreAlerts, standardScore } from "./nab-score"
import { readBenchmark } from "./read-series"

/** A false alert costs this many points when settings are compared. */
const costOfFalseAlert = 0.15

/** Scores the current settings and their neighbors on every copy of the files in `folder`. */
export function scoreNeighbors(folder: string) {
  const series = readBenchmark(folder)
  const measuredCopies = Object.entries(copies).map(([name, copy]) => ({ name, files: series.map(copy).map(measure) }))
  const unchangedFiles = measuredCopies.find(({ name }) => name === "unchanged")?.files ?? []
  const candidates = listNeighbors(alertSettings).map((settings) => ({
    settings,
    copies: scoreCopies(measuredCopies, settings),
  }))
  const current = scoreCopies(measuredCopies, alertSettings)
  const chosenWithoutOwnFile = series.map(({ file }, i) => {
    const [best = { settings: alertSettings }] = candidates.toSorted(
      (a, b) => rateWithoutFile(b.copies, i) - rateWithoutFile(a.copies, i),
    )
    const score = scoreFile(unchangedFiles[i] as MeasuredFile, best.settings)
    return { file, settings: best.settings, score }
  })
  return {
    settings: alertSettings,
    copies: current.map(({ name, scores }) => ({ name, ...total(scores) })),
    mean_of_copies: meanOf(current.map(({ scores }) => total(scores))),
    neighbors: candidates.map(({ settings, copies }) => ({
      ...settings,
      ...meanOf(copies.map(({ scores }) => total(scores))),
    })),
    chosen_without_own_file: {
      ...total(chosenWithoutOwnFile.map(({ score }) => score)),
      files: chosenWithoutOwnFile.map(({ file, settings }) => ({ file, ...settings })),
    },
  }
}

/** Returns the mean score of the copies without the file at this index, minus the cost of the false alerts. */
function rateWithoutFile(copies: ScoredCopy[], fileIndex: number): number {
  const { nab_standard, false_alerts } = meanOf(copies.map(({ scores }) => total(scores.toSpliced(fileIndex, 1))))
  return (nab_standard ?? 0) - costOfFalseAlert * false_alerts
}

type MeasuredFile = Pick<WindowedSeries, "points" | "windows"> & { measured: MeasuredSeries }
type ScoredCopy = { name: string; scores: FileScore[] }

const measure = (series: WindowedSeries): MeasuredFile => ({ ...series, measured: measurePoints(series.points) })

/** All combinations of five values of each setting. */
const listNeighbors = ({ fullSurprise, residualWeight }: AlertSettings): AlertSettings[] =>
  [-1, -0.5, 0, 0.5, 1].flatMap((surpriseChange) =>
    [-0.4, -0.2, 0, 0.2, 0.4].map((weightChange) => ({
      fullSurprise: fullSurprise + surpriseChange,
      residualWeight: Number((residualWeight + weightChange).toFixed(2)),
    })),
  )

const scoreCopies = (copies: { name: string; files: MeasuredFile[] }[], settings: AlertSettings): ScoredCopy[] =>
  copies.map(({ name, files }) => ({ name, scores: files.map((file) => scoreFile(file, settings)) }))

function scoreFile({ points, windows, measured }: MeasuredFile, settings: AlertSettings): FileScore {
  const alerts = selectAlerts(measured, settings).map(({ index }) => index)
  return scoreAlerts(points.length, windows, alerts)
}

function total(scores: FileScore[]) {
  const sum = (part: "windows" | "found" | "false_alerts") => scores.reduce((sum, score) => sum + score[part], 0)
  return {
    nab_standard: standardScore(scores),
    windows: sum("windows"),
    found: sum("found"),
    false_alerts: sum("false_alerts"),
  }
}

function meanOf(totals: ReturnType<typeof total>[]) {
  const mean = (values: number[]) => Number((values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(1))
  const scores = totals.flatMap(({ nab_standard }) => nab_standard ?? [])
  return {
    nab_standard: scores.length === 0 ? null : mean(scores),
    false_alerts: mean(totals.map(({ false_alerts }) => false_alerts)),
  }
}
