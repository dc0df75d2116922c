/**
 * Parses a delay as the SDK writes it: a duration (`1h30m`), seconds (`45`) or an ISO timestamp. Returns milliseconds
 * from now.
 */
export function delayMs(text: string, now = Date.now()): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000
  const parts = [...text.matchAll(/(\d{1,15})(w|d|h|m|s)/g)]
  if (parts.map(([part]) => part).join("") === text && text !== "")
    return parts.reduce((sum, [, count, unit = "s"]) => sum + Number(count) * (unitMs[unit] ?? 0), 0)
  const instant = Date.parse(text)
  if (Number.isNaN(instant)) throw new Error(`"${text}" is not a valid delay`)
  return Math.max(0, instant - now)
}

const unitMs: Record<string, number> = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 }
