/** Records the results of attempts, many at once. A result whose lease another process has taken over changes nothing. */
import { setTimeout as sleep } from "node:timers/promises"
import { publish } from "@/domain/events/publish"
import { baseUrl } from "@/domain/kernel/base-url"
import { databaseFailure } from "@/domain/kernel/database-failure"
import { newId } from "@/domain/kernel/ids"
import { log } from "@/domain/kernel/log"
import { countAttempt, countLeaseLost } from "@/domain/kernel/tally"
import { acrossTeams, type Prisma, prisma } from "@/prisma/client"
import { arrivedStatement } from "./arrived-statement"
import { leaseSeconds } from "./leased"
import { loopSignal } from "./loop-signal"
import { ownAttempts } from "./own-attempts"
import { planned } from "./planned"
import { recordStatement } from "./record-statement"
import type { Result } from "./result"

const retryEveryMs = 250
const noticesPerEndpoint = 4

/**
 * Records the results, then wakes the delivery loops, because the endpoints may get their next requests. Retries while the
 * database is unreachable, until the leases end, so that sent requests need not be sent again. Never throws.
 */
export async function recordResults(results: Result[]): Promise<void> {
  await writeWithRetries(results)
  for (const { leased } of results) ownAttempts().delete(leased.attempt_id)
  loopSignal().notify()
}

async function writeWithRetries(results: Result[]): Promise<void> {
  const deadline = performance.now() + leaseSeconds * 1_000
  for (;;)
    try {
      return noteLost(results, await write(results))
    } catch (error) {
      if (databaseFailure(error) && performance.now() < deadline) await sleep(retryEveryMs)
      // If the database rejects one result, record each result alone, so that the others are not lost.
      else if (!databaseFailure(error) && results.length > 1)
        return void (await Promise.all(results.map((one) => writeWithRetries([one]))))
      else
        return log.error(
          { err: error, deliveries: results.map(({ leased }) => leased.id) },
          "delivery results were not stored; the deliveries are sent again",
        )
    }
}

type Disabled = {
  id: string
  team_id: string
  team_slug: string
  url: string
  description: string
  state: "disabled_auto" | "disabled_gone"
  reason: string
  first_failure_at: string | null
  failure_count: number
}
type Written = { written: string[]; disabled: Disabled[] }

/** Returns the deliveries whose lease was still valid. Across teams: one statement holds the results of all teams. */
const write = (results: Result[]): Promise<string[]> =>
  acrossTeams(async () => (await writeArrived(results)) ?? writeInFull(results))

/** Writes the results if all succeeded at healthy endpoints. Otherwise writes nothing and returns null. */
async function writeArrived(results: Result[]): Promise<string[] | null> {
  if (!results.every(({ outcome }) => outcome.kind === "success")) return null
  const [done] = await planned<{ written: string[] | null }>(arrivedStatement(results))
  return done?.written ?? null
}

/** Writes results of any kind. If an endpoint is disabled, publishes endpoint.disabled to the team's other endpoints. */
async function writeInFull(results: Result[]): Promise<string[]> {
  const endpoints = new Set(results.map(({ leased }) => leased.endpoint_id)).size
  const noticeIds = Array.from({ length: endpoints * noticesPerEndpoint }, () => newId("notice"))
  const statement = recordStatement({ results, noticeIds })
  return prisma.$transaction(async (tx) => {
    const [done] = await tx.$queryRaw<Written[]>(statement)
    for (const endpoint of done?.disabled ?? []) await tell(tx, endpoint)
    return done?.written ?? []
  })
}

async function tell(tx: Prisma.TransactionClient, { team_id, team_slug, first_failure_at, ...endpoint }: Disabled) {
  const links = { app: `${baseUrl()}/${team_slug}/settings/api/webhooks/${endpoint.id}` }
  const disabled_at = new Date()
  const failing_since = first_failure_at && new Date(first_failure_at)
  await publish(tx, {
    team_id,
    type: "endpoint.disabled",
    data: { endpoint: { ...endpoint, disabled_at, first_failure_at: failing_since, links } },
    except_endpoint_id: endpoint.id,
  })
}

function noteLost(results: Result[], written: string[]) {
  const kept = new Set(written)
  for (const { leased, outcome } of results) {
    countAttempt(outcome.kind)
    if (kept.has(leased.id)) continue
    countLeaseLost()
    const { id: delivery, attempt_id: attempt, endpoint_id: endpoint } = leased
    log.warn({ delivery, attempt, endpoint, outcome: outcome.kind, status: outcome.status }, "lease_lost")
  }
}
