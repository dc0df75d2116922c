/** Waves of asking: answers that belong to one scan, told from the next wave by a pause. */

/** A stretch of time in milliseconds, both ends included; `scanId` once it is known. */
export type Wave = { from: number; to: number; scanId?: string }

/** Runs of one wave come within a day's work; a daily panel pauses longer than this. */
const pauseMs = 16 * 3_600_000

/** Adds a moment: joins the wave it is near, and waves that now touch; `waves` stays in order of time. */
export function addMoment(waves: Wave[], at: number) {
  addWave(waves, { from: at, to: at })
}

/** Waves that a scan is known for stay apart from each other: they were scans of their own already. */
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

/** The wave that holds `at`. */
export const waveAt = (waves: readonly Wave[], at: number) => waves.find((w) => w.from <= at && at <= w.to)

const isNear = (a: Wave, b: Wave) => a.from - b.to < pauseMs && b.from - a.to < pauseMs
