/** Groups answers into waves by the time they were asked. Each wave becomes one scan; a pause separates two waves. */

/** A time range in milliseconds, both ends included. `scanId` is set once the scan is known. */
export type Wave = { from: number; to: number; scanId?: string }

/** Pause that starts a new wave. Runs of one wave are asked within a working day, and daily panels pause longer than this. */
const pauseMs = 16 * 3_600_000

/** Adds a moment: extends a nearby wave and merges waves that come close. `waves` stays sorted by time. */
export function addMoment(waves: Wave[], at: number) {
  addWave(waves, { from: at, to: at })
}

/** Adds a wave. Two waves that already have scans are never merged, because they are separate scans in the database. */
export function addWave(waves: Wave[], wave: Wave) {
  const near = waves.filter((w) => isNear(w, wave) && !(w.scanId && wave.scanId))
  const known = near.find((w) => w.scanId)
  const joined = [wave, ...(known ? near.filter((w) => w === known || !w.scanId) : near)]
  const scanId = known?.scanId ?? wave.scanId
  const rest = waves.filter((w) => !joined.includes(w))
  rest.push({
    from: Math.min(...joined.map((w) => w.from)),
    to: Math.max(...joined.map((w) => w.to)),
    ...(scanId && { scanId }),
  })
  waves.splice(0, waves.length, ...rest.sort((a, b) => a.from - b.from))
}

/** Returns the wave that contains `at`. */
export const waveAt = (waves: readonly Wave[], at: number) => waves.find((w) => w.from <= at && at <= w.to)

const isNear = (a: Wave, b: Wave) => a.from - b.to < pauseMs && b.from - a.to < pauseMs
