/** Figures of attempts in words: counts, shares, durations. */
export const count = (n: number) => n.toLocaleString("en")

/** 99.8 %; a dash where nothing was tried. */
export function successRate({ attempts, succeeded }: { attempts: number; succeeded: number }) {
  if (attempts === 0) return "–"
  // Rounded down: 100 % is said only when nothing failed.
  return `${(Math.floor((succeeded / attempts) * 1_000) / 10).toFixed(1)} %`
}

export function milliseconds(ms: number | null) {
  if (ms === null) return "–"
  if (ms < 10) return `${ms.toFixed(1)} ms`
  return ms < 10_000 ? `${count(Math.round(ms))} ms` : `${(ms / 1_000).toFixed(1)} s`
}

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
