/** Tracks which of the servers that Signalbox depends on are unreachable now, and since when. */
import { databaseFailure } from "./database-failure"
import { processWide } from "./process-wide"

/** Log messages for the start and the end of an outage. "Postgres writes": Postgres can be read but not written. */
const messages = {
  Postgres: serverMessages("Postgres"),
  "Postgres writes": { started: "Postgres does not accept writes", ended: "Postgres accepts writes again" },
  Redis: serverMessages("Redis"),
  "The mail server": serverMessages("The mail server"),
  "The Inngest server": serverMessages("The Inngest server"),
  "The egress proxy": serverMessages("The egress proxy"),
}
export type Dependency = keyof typeof messages
export const dependencies = Object.keys(messages) as Dependency[]
export const outageMessages = (dependency: Dependency) => messages[dependency]

function serverMessages(server: string) {
  return { started: `${server} cannot be reached`, ended: `${server} can be reached again` }
}

/** `seconds`: how long the outage lasted. */
type OnEnd = (dependency: Dependency, seconds: number) => void

/** The times of the first and of the latest failure, by the clock of `performance.now()`. */
type Outage = { startedAt: number; lastFailureAt: number }
const outages = processWide("outages", () => new Map<Dependency, Outage>())

/**
 * Returns the dependency that a log entry reports as unreachable. An entry names it in `dependency`, or sets null when
 * its error is not about one of these servers. Without that field, a database error counts for Postgres. Lines that
 * report an outage themselves are ignored.
 */
export function dependencyIn(entry: unknown): Dependency | undefined {
  const { dependency, outage, err } = (entry ?? {}) as {
    dependency?: Dependency | null
    outage?: string
    err?: unknown
  }
  if (outage) return undefined
  if (dependency !== undefined) return dependency ?? undefined
  const failure = databaseFailure(err)
  if (failure === "unwritable") return "Postgres writes"
  return failure === "unreachable" ? "Postgres" : undefined
}

/**
 * Records a failure, and returns whether it starts an outage. For Postgres, it also starts a check that detects the end
 * and calls `onEnd`.
 */
export function recordFailure(dependency: Dependency, onEnd: OnEnd): boolean {
  const now = performance.now()
  const outage = outages.get(dependency)
  if (outage) {
    outage.lastFailureAt = now
    return false
  }
  outages.set(dependency, { startedAt: now, lastFailureAt: now })
  const waitForRecovery = recoveryChecks[dependency]
  if (waitForRecovery) void waitForRecovery().then(() => endOutage(dependency, onEnd))
  return true
}

export function endOutage(dependency: Dependency, onEnd: OnEnd) {
  const outage = outages.get(dependency)
  if (!outage) return
  outages.delete(dependency)
  onEnd(dependency, Math.round((performance.now() - outage.startedAt) / 1_000))
}

/** Seconds since this process noticed that the dependency is unreachable. 0 when it knows of no outage. */
export function outageSeconds(dependency: Dependency): number {
  const outage = outages.get(dependency)
  return outage === undefined ? 0 : (performance.now() - outage.startedAt) / 1_000
}

/**
 * Checks that detect the end of an outage. Callers of Postgres do not report it, because none of them knows whether it
 * is the first to succeed again. So a timer polls until Postgres responds.
 */
const recoveryChecks: { [D in Dependency]?: () => Promise<void> } = {
  Postgres: () => pollUntil(async () => (await failureOfReading()) !== "unreachable"),
  "Postgres writes": () => pollUntil(async () => isQuiet() && !(await isUnwritable())),
}

async function pollUntil(isOver: () => Promise<boolean>) {
  do await new Promise((resolve) => setTimeout(resolve, pollEveryMs).unref())
  while (!(await isOver()))
}

// The imports below are dynamic to avoid a cycle: the log imports this module, and the database client imports the log.

async function failureOfReading() {
  const { rows, sql } = await import("@/prisma/client")
  return rows(sql`select 1`).then(() => undefined, databaseFailure)
}

async function isUnwritable() {
  const { writeProbe } = await import("./write-probe")
  const failure = await writeProbe().then(() => undefined, databaseFailure)
  return failure === "unwritable" || failure === "unreachable"
}

/**
 * On a full disk a single write can succeed when a little space becomes free. The outage ends only after a quiet period
 * without failed writes.
 */
const isQuiet = () => performance.now() - (outages.get("Postgres writes")?.lastFailureAt ?? 0) >= quietMs

const pollEveryMs = 1_000
/** More than one minute, because every process writes for its schedules once a minute. */
export const quietMs = 90_000
