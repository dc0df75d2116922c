/**
 * Parses a delay as the SDK writes it: a duration (`1h30m`), seconds (`45`) or an ISO timestamp. Returns milliseconds
 * from now.
 */
export function delayMs(text: string, now = Date.now()): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000
  if (/^(\d{1,15}[wdhms])+$/.test(text)) return durationMs(text)
  const timestamp = Date.parse(text)
  if (Number.isNaN(timestamp)) throw new Error(`"${text}" is not a valid delay`)
  return Math.max(0, timestamp - now)
}

function durationMs(text: string): number {
  let total = 0
  for (const [, count, unit = ""] of text.matchAll(/(\d{1,15})([wdhms])/g)) total += Number(count) * (unitMs[unit] ?? 0)
  return total
}

const unitMs: Record<string, number> = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 }
