/** Puts load on HTTP servers in interleaved rounds, so that a noisy machine disturbs every case alike. */
import autocannon from "autocannon"

export type Target = {
  name: string
  url: string
  headers?: Record<string, string> | (() => Record<string, string>)
  /** The callers that share the connections of this target, as values of the header `authorization`. */
  callers?: string[]
  /** Sent with POST. */
  body?: string
}
/**
 * `ratio` is the throughput relative to the first target. It is computed within each round, because the speed of a
 * shared machine changes from minute to minute.
 */
export type Measurement = { name: string; perSecond: number; ratio: number; p50Ms: number; p99Ms: number }

/** Long enough for V8 to compile the hot code. Before that, a server gets faster from round to round. */
const warmUpSeconds = 8

/** Returns the medians over `rounds` for each target, after one warm-up each. Throws at any response other than 2xx. */
export async function measure(
  targets: Target[],
  { connections, seconds, rounds }: { connections: number; seconds: number; rounds: number },
): Promise<Measurement[]> {
  for (const target of targets) await runRound(target, connections, warmUpSeconds)
  const measurementsByTarget = targets.map(() => [] as Measurement[])
  for (let i = 0; i < rounds; i++) {
    let baseline = Number.NaN
    for (const [index, target] of targets.entries()) {
      const result = await runRound(target, connections, seconds)
      if (index === 0) baseline = result.perSecond
      measurementsByTarget[index]?.push({ ...result, ratio: result.perSecond / baseline })
    }
  }
  return targets.map((target, index) => computeMedians(target.name, measurementsByTarget[index] ?? []))
}

async function runRound({ name, url, headers = {}, callers, body }: Target, connections: number, seconds: number) {
  const sharedHeaders = typeof headers === "function" ? headers() : headers
  let openedConnections = 0
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: sharedHeaders,
    ...(body !== undefined && { method: "POST", body }),
    ...(callers && {
      setupClient: (client) =>
        client.setHeaders({ ...sharedHeaders, authorization: `${callers[openedConnections++ % callers.length]}` }),
    }),
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${name}: ${result.non2xx} refused, ${result.errors} failed`)
  return {
    name,
    perSecond: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  }
}

const computeMedians = (name: string, measurements: Measurement[]): Measurement => ({
  name,
  perSecond: median(measurements.map((measured) => measured.perSecond)),
  ratio: median(measurements.map((measured) => measured.ratio)),
  p50Ms: median(measurements.map((measured) => measured.p50Ms)),
  p99Ms: median(measurements.map((measured) => measured.p99Ms)),
})

export const median = (values: number[]) => percentile(values, 0.5)

/** `share` is between 0 and 1: 0.99 returns the p99. */
export const percentile = (values: number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

/** Measures `times` sequential calls in milliseconds, after `warmUp` calls that are not counted. */
export async function measureLatencies(call: () => Promise<unknown>, times: number, warmUp = 20): Promise<number[]> {
  for (let i = 0; i < warmUp; i++) await call()
  const durations: number[] = []
  for (let i = 0; i < times; i++) {
    const startedAt = performance.now()
    await call()
    durations.push(performance.now() - startedAt)
  }
  return durations
}
