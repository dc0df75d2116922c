/**
 * Scores alerts by the rules of the Numenta Anomaly Benchmark (Lavin & Ahmad, arXiv 1510.03336), with the weights of
 * its standard profile.
 *
 * Only the first alert in a window counts, and it counts more the earlier it is. A missed window costs 1, and a false
 * alert up to 0.11.
 */

/** Indexes of the first and the last row, inclusive. */
export type Window = readonly [first: number, last: number]

export type FileScore = {
  windows: number
  found: number
  false_alerts: number
  /**
   * Sum of the rewards and costs. It equals the number of windows if all are found at their first row, and minus that
   * number without any alert.
   */
  raw: number
}

const falseAlertWeight = 0.11

/** `alerts`: row indexes in ascending order. Alerts in the first 15% of the file, at most 750 rows, do not count. */
export function scoreAlerts(rowCount: number, windows: readonly Window[], alerts: readonly number[]): FileScore {
  const probation = Math.floor(0.15 * Math.min(rowCount, 5_000))
  const found = new Set<Window>()
  let raw = 0
  let falseAlerts = 0
  for (const alert of alerts) {
    if (alert < probation) continue
    const window = windows.find(([first, last]) => first <= alert && alert <= last)
    if (!window) {
      falseAlerts++
      raw += falseAlertWeight * scoreAfterWindow(windows, alert)
    } else if (!found.has(window)) {
      found.add(window)
      raw += scoreInWindow(window, alert)
    }
  }
  const missed = windows.length - found.size
  return { windows: windows.length, found: found.size, false_alerts: falseAlerts, raw: raw - missed }
}

/** 100 if every window is found at its first row without a false alert, 0 without alerts, null without windows. */
export function standardScore(files: readonly FileScore[]): number | null {
  const windows = files.reduce((sum, file) => sum + file.windows, 0)
  const raw = files.reduce((sum, file) => sum + file.raw, 0)
  return windows === 0 ? null : Number(((50 * (raw + windows)) / windows).toFixed(1))
}

/** Falls from 1 at the first row of the window to almost 0 at the last one. */
function scoreInWindow([first, last]: Window, alert: number): number {
  return sigmoid(-(last - alert + 1) / (last - first + 1)) / sigmoid(-1)
}

/** Falls from 0 just after a window to -1 from about a window's length on, and -1 before the first window. */
function scoreAfterWindow(windows: readonly Window[], alert: number): number {
  const previous = windows.findLast(([, last]) => last < alert)
  if (!previous) return -1
  const [first, last] = previous
  return sigmoid((alert - last) / Math.max(1, last - first))
}

const sigmoid = (position: number) => (position > 3 ? -1 : 2 / (1 + Math.exp(5 * position)) - 1)
