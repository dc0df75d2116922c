/** Figures of attempts in words: counts, shares, durations. */
import { percent } from "@/components/metrics/format-value"

export const count = (n: number) => n.toLocaleString("en")

/** 99.8%; a dash where nothing was tried. */
export function successRate({ attempts, succeeded }: { attempts: number; succeeded: number }) {
  if (attempts === 0) return "–"
  // Rounded down: 100% is said only when nothing failed.
  return percent(Math.floor((succeeded / attempts) * 1_000) / 1_000)
}

export function milliseconds(ms: number | null) {
  if (ms === null) return "–"
  if (ms === 0) return "0 ms"
  if (ms < 0.05) return "<0.1 ms"
  if (ms < 9.95) return `${ms.toFixed(1)} ms`
  if (ms < 999.5) return `${Math.round(ms)} ms`
  return `${(ms / 1_000).toFixed(ms < 9_950 ? 2 : 1)} s`
}

/** For an axis: 0, 150 ms, 2.5 s. */
export const shortMilliseconds = (ms: number) =>
  ms === 0 ? "0" : ms < 1_000 ? `${Math.round(ms * 10) / 10} ms` : `${Math.round(ms / 100) / 10} s`

/** 42 s, 13 minutes, 5 hours, 3 days. */
export function span(seconds: number) {
  const [length, name] = spans.find(([length]) => seconds >= length * 2) ?? [1, "second"]
  const n = Math.round(seconds / length)
  return `${count(n)} ${name}${n === 1 ? "" : "s"}`
}

const spans: [seconds: number, name: string][] = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
]
