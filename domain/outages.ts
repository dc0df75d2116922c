/** Which of the servers that Signalbox depends on are away now, and since when. */
import { databaseFailure } from "./database-failure"
import { processWide } from "./process-wide"

export const dependencies = ["Postgres", "Redis", "The mail server", "The Inngest server", "The egress proxy"] as const
export type Dependency = (typeof dependencies)[number]

type OnEnd = (dependency: Dependency, seconds: number) => void

const startedAt = processWide("outages", () => new Map<Dependency, number>())

/**
 * The dependency that a log entry says is away. An entry names it as `dependency`, or null when it is none of ours.
 * Without a name, an error of a lost or refused connection is one of Postgres. A line that states an outage is none itself.
 */
export function dependencyIn(entry: unknown): Dependency | undefined {
  const { dependency, outage, err } = (entry ?? {}) as {
    dependency?: Dependency | null
    outage?: string
    err?: unknown
  }
  if (outage) return undefined
  if (dependency !== undefined) return dependency ?? undefined
  return databaseFailure(err) === "away" ? "Postgres" : undefined
}

/** Returns whether the outage is new. For Postgres it also finds the end, which then goes to `onEnd`. */
export function outageStarted(dependency: Dependency, onEnd: OnEnd): boolean {
  if (startedAt.has(dependency)) return false
  startedAt.set(dependency, performance.now())
  if (dependency === "Postgres") void untilPostgresAnswers().then(() => outageEnded(dependency, onEnd))
  return true
}

export function outageEnded(dependency: Dependency, onEnd: OnEnd) {
  const from = startedAt.get(dependency)
  if (from === undefined) return
  startedAt.delete(dependency)
  onEnd(dependency, Math.round((performance.now() - from) / 1_000))
}

/** For how long this process has known that the dependency is away; 0 when it knows of no outage. */
export function outageSeconds(dependency: Dependency): number {
  const from = startedAt.get(dependency)
  return from === undefined ? 0 : (performance.now() - from) / 1_000
}

/** Many places work with Postgres, and none of them knows that it is the first to reach it again. So one asks until it answers. */
async function untilPostgresAnswers() {
  const { rows, sql } = await import("@/prisma/client")
  while (true) {
    await new Promise((resolve) => setTimeout(resolve, askEveryMs).unref())
    const answers = await rows(sql`select 1`).then(
      () => true,
      (error) => databaseFailure(error) !== "away",
    )
    if (answers) return
  }
}

const askEveryMs = 1_000
