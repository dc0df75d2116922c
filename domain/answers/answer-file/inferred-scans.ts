/** Infers scans from the times of imported answers: a pause of at least 16 hours separates two scans. */

/** A time range in milliseconds, both ends included. `scanId` is set once the scan is stored. */
export type InferredScan = { from: number; to: number; scanId?: string }

/**
 * The shortest pause that separates two scans. The runs of one scan are asked within a working day, and daily scans are
 * further apart.
 */
const minPauseMs = 16 * 3_600_000

/** Adds the time of an answer: extends a nearby scan, and merges scans that are then close. `scans` stays sorted. */
export function addMoment(scans: InferredScan[], at: number) {
  addInferredScan(scans, { from: at, to: at })
}

/** Adds a scan. Two stored scans are never merged, because they are separate scans in the database. */
export function addInferredScan(scans: InferredScan[], scan: InferredScan) {
  const near = scans.filter((s) => isNear(s, scan) && !(s.scanId && scan.scanId))
  const stored = near.find((s) => s.scanId)
  const joined = [scan, ...(stored ? near.filter((s) => s === stored || !s.scanId) : near)]
  const scanId = stored?.scanId ?? scan.scanId
  const rest = scans.filter((s) => !joined.includes(s))
  rest.push({
    from: Math.min(...joined.map((s) => s.from)),
    to: Math.max(...joined.map((s) => s.to)),
    ...(scanId && { scanId }),
  })
  scans.splice(0, scans.length, ...rest.sort((a, b) => a.from - b.from))
}

/** Returns the scan that contains `at`. */
export const inferredScanAt = (scans: readonly InferredScan[], at: number) =>
  scans.find((s) => s.from <= at && at <= s.to)

const isNear = (a: InferredScan, b: InferredScan) => a.from - b.to < minPauseMs && b.from - a.to < minPauseMs
