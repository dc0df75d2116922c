/** Records the results of attempts in batches. A result changes nothing if its lease was lost. */
import { setTimeout as sleep, setImmediate as yieldToEventLoop } from "node:timers/promises"
import { z } from "zod"
import { publish } from "@/domain/events/publish"
import { baseUrl } from "@/domain/kernel/base-url"
import { databaseFailure } from "@/domain/kernel/database-failure"
import { timestamp } from "@/domain/kernel/fields"
import { newId } from "@/domain/kernel/ids"
import { log } from "@/domain/kernel/log"
import { countAttempt, countLeaseLost } from "@/domain/kernel/process-counters"
import { acrossTeams, type Prisma, prisma, queueRows, rowsIn } from "@/prisma/client"
import { deliveryLeaseSeconds } from "./leased-delivery"
import { attemptsInFlight, loopNotifier } from "./loop-state"
import { recordStatement, recordSuccessesStatement } from "./record-statement"
import type { AttemptResult } from "./result"

const retryEveryMs = 250
const noticesPerEndpoint = 4
const maxBatch = 100

/**
 * Records the results, then wakes the delivery loops, because the endpoints may get their next requests. Retries while
 * the database is unreachable, for as long as a lease lasts, so that sent requests need not be sent again. Never
 * throws.
 */
export async function recordResults(results: AttemptResult[]): Promise<void> {
  await writeWithRetries(results)
  for (const { leased } of results) attemptsInFlight().delete(leased.attempt_id)
  loopNotifier().notify()
}

/** Records results in batches: while one batch is written, new results join the next. */
export class Recorder {
  readonly #pending: { result: AttemptResult; onRecorded: () => void }[] = []
  #isWriting = false

  /** Resolves when the result is recorded, or when recording was abandoned. */
  add(result: AttemptResult): Promise<void> {
    return new Promise((onRecorded) => {
      this.#pending.push({ result, onRecorded })
      if (!this.#isWriting) void this.#write()
    })
  }

  async #write() {
    this.#isWriting = true
    await yieldToEventLoop()
    while (this.#pending.length > 0) {
      const batch = this.#pending.splice(0, maxBatch)
      await recordResults(batch.map(({ result }) => result))
      for (const { onRecorded } of batch) onRecorded()
    }
    this.#isWriting = false
  }
}

/** `wasTried`: an earlier try may have stored the results, if its response was lost. */
async function writeWithRetries(results: AttemptResult[], wasTried = false): Promise<void> {
  const deadline = performance.now() + deliveryLeaseSeconds * 1_000
  for (let isRetry = wasTried; ; isRetry = true) {
    try {
      return reportAttempts(results, await writeResults(results), isRetry)
    } catch (error) {
      if (!databaseFailure(error)) return writeSeparately(results, error, isRetry)
      if (performance.now() >= deadline) return logLostResults(results, error)
      await sleep(retryEveryMs)
    }
  }
}

/** Records each result alone, because the database rejected at least one of them. So the others are not lost. */
async function writeSeparately(results: AttemptResult[], error: unknown, wasTried: boolean): Promise<void> {
  if (results.length <= 1) return logLostResults(results, error)
  await Promise.all(results.map((result) => writeWithRetries([result], wasTried)))
}

function logLostResults(results: AttemptResult[], error: unknown) {
  log.error(
    { err: error, deliveries: results.map(({ leased }) => leased.id) },
    "delivery results were not stored; the deliveries are sent again",
  )
}

const disabledEndpoint = z.object({
  id: z.string(),
  team_id: z.string(),
  team_slug: z.string(),
  url: z.string(),
  description: z.string(),
  state: z.enum(["disabled_auto", "disabled_gone"]),
  reason: z.string(),
  first_failure_at: timestamp().nullable(),
  failure_count: z.int(),
})
/** `written`: the ids of the deliveries written. Null when the statement wrote nothing. */
const successesRow = z.object({ written: z.array(z.string()).nullable() })
const recordedRow = z.object({ written: z.array(z.string()), disabled: z.array(disabledEndpoint) })

/** Returns the deliveries whose lease was still valid. Across teams: one statement holds the results of all teams. */
const writeResults = (results: AttemptResult[]): Promise<string[]> =>
  acrossTeams(async () => (await writeSuccesses(results)) ?? writeWithEffects(results))

/** Writes the results if all succeeded at healthy endpoints. Otherwise writes nothing and returns null. */
async function writeSuccesses(results: AttemptResult[]): Promise<string[] | null> {
  if (!results.every(({ outcome }) => outcome.kind === "success")) return null
  const [recorded] = await queueRows(successesRow, recordSuccessesStatement(results))
  return recorded?.written ?? null
}

/**
 * Writes results of any kind, with their effects on the endpoints. If an endpoint is disabled, publishes
 * endpoint.disabled to the team's other endpoints.
 */
async function writeWithEffects(results: AttemptResult[]): Promise<string[]> {
  const endpoints = new Set(results.map(({ leased }) => leased.endpoint_id)).size
  const noticeIds = Array.from({ length: endpoints * noticesPerEndpoint }, () => newId("notice"))
  const statement = recordStatement({ results, noticeIds })
  return prisma.$transaction(async (tx) => {
    const [recorded] = await rowsIn(tx, recordedRow, statement)
    for (const endpoint of recorded?.disabled ?? []) await publishDisabled(tx, endpoint)
    return recorded?.written ?? []
  })
}

async function publishDisabled(
  tx: Prisma.TransactionClient,
  { team_id, team_slug, first_failure_at, ...endpoint }: z.infer<typeof disabledEndpoint>,
) {
  const about = {
    ...endpoint,
    disabled_at: new Date(),
    first_failure_at: first_failure_at && new Date(first_failure_at),
    links: { app: `${baseUrl()}/${team_slug}/settings/api/webhooks/${endpoint.id}` },
  }
  const data = { endpoint: about }
  await publish(tx, { team_id, type: "endpoint.disabled", data, except_endpoint_id: endpoint.id })
}

/**
 * Counts the attempts for the metrics, and logs those that were not written. After a lost response, a retry cannot
 * distinguish a stored result from a lost lease.
 */
function reportAttempts(results: AttemptResult[], written: string[], isRetry: boolean) {
  const writtenIds = new Set(written)
  for (const { leased, outcome } of results) {
    countAttempt(outcome.kind)
    if (writtenIds.has(leased.id)) continue
    if (!isRetry) countLeaseLost()
    const { id: delivery, attempt_id: attempt, endpoint_id: endpoint } = leased
    log.warn(
      { delivery, attempt, endpoint, outcome: outcome.kind, status: outcome.status },
      isRetry
        ? "a result was stored by an earlier try, or its lease was lost"
        : "a result arrived after its lease was lost; it is discarded",
    )
  }
}
