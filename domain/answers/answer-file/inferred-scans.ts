/** Infers scans from the times of imported answers: a pause of at least 16 hours separates two scans. */

/** A time range in milliseconds, both ends included. `scanId` is set once the scan is stored. */
export type InferredScan = { from: number; to: number; scanId?: string }

/**
 * The shortest pause that separates two scans. The runs of one scan are asked within a working day, and daily scans are
 * further apart.
 */
const minPauseMs = 16 * 3_600_000

/** Adds the time of an answer, in milliseconds: extends a nearby scan, and merges scans that are now close together. */
export function addMoment(scans: InferredScan[], at: number) {
  addInferredScan(scans, { from: at, to: at })
}

/**
 * Adds a scan and merges it with the scans near it. `scans` is changed and stays sorted. Two stored scans are never
 * merged, because they are separate scans in the database.
 */
export function addInferredScan(scans: InferredScan[], added: InferredScan) {
  const near = scans.filter((scan) => isNear(scan, added) && !(scan.scanId && added.scanId))
  const stored = near.find(({ scanId }) => scanId)
  const merged = [added, ...near.filter((scan) => scan === stored || !scan.scanId)]
  const scanId = stored?.scanId ?? added.scanId
  const mergedScan = {
    from: Math.min(...merged.map(({ from }) => from)),
    to: Math.max(...merged.map(({ to }) => to)),
    ...(scanId && { scanId }),
  }
  const unchanged = scans.filter((scan) => !merged.includes(scan))
  scans.splice(0, scans.length, ...[...unchanged, mergedScan].sort((a, b) => a.from - b.from))
}

/** Returns the scan that contains `at`. */
export const inferredScanAt = (scans: readonly InferredScan[], at: number) =>
  scans.find(({ from, to }) => from <= at && at <= to)

const isNear = (a: InferredScan, b: InferredScan) => a.from - b.to < minPauseMs && b.from - a.to < minPauseMs
