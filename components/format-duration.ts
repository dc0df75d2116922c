/** Formats durations. */
import { count } from "@/domain/kernel/format-count"

/** A duration in milliseconds or seconds, such as 9.5 ms, 150 ms or 4.04 s. A dash when it is not known. */
export function formatMilliseconds(ms: number | null) {
  if (ms === null) return "–"
  if (ms === 0) return "0 ms"
  if (ms < 0.05) return "<0.1 ms"
  if (ms < 9.95) return `${ms.toFixed(1)} ms`
  if (ms < 999.5) return `${Math.round(ms)} ms`
  return `${(ms / 1_000).toFixed(ms < 9_950 ? 2 : 1)} s`
}

/** A duration for an axis, such as 0, 150 ms or 2.5 s. */
export function formatAxisMilliseconds(ms: number) {
  if (ms === 0) return "0"
  return ms < 1_000 ? `${Math.round(ms * 10) / 10} ms` : `${Math.round(ms / 100) / 10} s`
}

/** A rounded duration in the largest unit that fits at least twice, such as 90 seconds, 13 minutes or 3 days. */
export function formatApproximateDuration(seconds: number) {
  const [length, name] = spans.find(([length]) => seconds >= length * 2) ?? [1, "second"]
  const amount = Math.round(seconds / length)
  return `${count(amount)} ${name}${amount === 1 ? "" : "s"}`
}

const spans: [seconds: number, name: string][] = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
]
