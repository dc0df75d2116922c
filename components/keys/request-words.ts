/** Formats durations and sizes of requests. */

export const milliseconds = (ms: number) =>
  ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms).toLocaleString("en")} ms`

export const size = (bytes: number) => (bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} kB`)
