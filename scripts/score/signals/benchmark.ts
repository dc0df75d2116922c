/** Runs the anomaly detector over an anomaly benchmark and scores their alerts. */
import { anomalyMethod, detectIntradayAlerts } from "./intraday/detect-intraday-alerts"
import { scoreAlerts, standardScore } from "./nab-score"
import { type LabelledSeries, readBenchmark } from "./read-series"

/** Scores all files with the same settings. */
export function scoreBenchmark(folder: string) {
  const files = readBenchmark(folder).map(scoreSeries)
  const sum = (part: "windows" | "found" | "false_alerts") => files.reduce((total, { score }) => total + score[part], 0)
  return {
    method: anomalyMethod,
    files: files.map(({ file, rows, detections, score }) => ({
      file,
      rows,
      nab_standard: standardScore([score]),
      windows: score.windows,
      found: score.found,
      false_alerts: score.false_alerts,
      detections,
    })),
    total: {
      nab_standard: standardScore(files.map(({ score }) => score)),
      windows: sum("windows"),
      found: sum("found"),
      false_alerts: sum("false_alerts"),
    },
  }
}

function scoreSeries({ file, timestamps, points, windows }: LabelledSeries) {
  const alerts = detectIntradayAlerts(points)
  return {
    file,
    rows: points.length,
    detections: alerts.map(({ index, score }) => ({
      timestamp: timestamps[index] as string,
      score: Number(score.toFixed(3)),
    })),
    score: scoreAlerts(
      points.length,
      windows,
      alerts.map(({ index }) => index),
    ),
  }
}
