/**
 * Measures how soon deliveries continue after everything was down, and after a crash of Postgres under a living
 * process.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { claimDelivery } from "@/domain/deliveries/claim"
import { deliveryLeaseSeconds } from "@/domain/deliveries/leased-delivery"
import { attemptsInFlight } from "@/domain/deliveries/loop-state"
import { freshDeliveries } from "@/domain/deliveries/testing/fresh-deliveries"
import { log } from "@/domain/kernel/log"
import { createLeaseToken } from "@/domain/kernel/process-lock"
import { startBackgroundWork } from "@/inngest/start"
import { startBackgroundProcess } from "@/inngest/testing/start-background-process"
import { inTeam, rows, sql } from "@/prisma/client"
import { round } from "../table"
import { createEndpoints, type Target } from "./endpoints"
import { type Arrival, type Receiver, startReceiver } from "./receiver"
import { startRestartablePostgres } from "./restartable-postgres"

const rounds = 3
/** As many as one endpoint may have in flight. */
const messages = 5
const responseMs = 9_000
const maxWaitMs = 120_000
/** Commits of the queue do not wait for the disk (prisma/pool.ts). After this time they are on disk. */
const flushedAfterMs = 1_000

type Postgres = Awaited<ReturnType<typeof startRestartablePostgres>>

/** Returns one row per case. `awaySeconds` is the duration of the outage. A lease lasts 45 s. */
export async function measureAfterOutages(awaySeconds: number) {
  log.level = "silent"
  const postgres = await startRestartablePostgres()
  try {
    const lease = awaySeconds > deliveryLeaseSeconds ? "longer" : "shorter"
    return [
      await measureCase(`everything down for ${awaySeconds} s, ${lease} than a lease`, (round) =>
        killEverything(postgres, round, awaySeconds),
      ),
      await measureCase("Postgres killed, leases that the living process does not know", (round) =>
        killPostgres(postgres, round),
      ),
    ]
  } finally {
    await postgres.remove()
  }
}

type Round = { target: Target; arrivals: Arrival[] }
type Outage = { downAt: number; readyAt: number; stop(): Promise<void> }

/**
 * Measures the seconds from ready to the first and to the last request that is sent again. 0 means before the process
 * reported ready.
 */
async function measureCase(name: string, outage: (round: Round) => Promise<Outage>) {
  const first: number[] = []
  const last: number[] = []
  for (let i = 0; i < rounds; i++) {
    const arrivals: Arrival[] = []
    const receiver: Receiver = await startReceiver({ onArrivals: (batch) => arrivals.push(...batch), responseMs })
    const [target] = (await createEndpoints(receiver.url, 1, 1)) as [Target]
    const { downAt, readyAt, stop } = await outage({ target, arrivals })
    const findResent = () => arrivals.filter(({ at }) => at > downAt)
    await waitUntil(() => findResent().length >= messages)
    await stop()
    receiver.stop()
    const seconds = findResent().map(({ at }) => Math.max(0, at - readyAt) / 1_000)
    first.push(Math.min(...seconds))
    last.push(Math.max(...seconds))
  }
  return { case: name, rounds, "first s": formatSeconds(first), "last s": formatSeconds(last) }
}

/** Kills the process while its requests are in flight, and Postgres with it. Restarts both after the outage. */
async function killEverything(postgres: Postgres, { target, arrivals }: Round, awaySeconds: number): Promise<Outage> {
  const killed = await startBackgroundProcess()
  await freshDeliveries(target.endpoint, messages)
  await waitUntil(() => arrivals.length >= messages)
  await sleep(flushedAfterMs)
  await killed.kill()
  await postgres.kill()
  const downAt = Date.now()
  await sleep(awaySeconds * 1_000)
  await postgres.start()
  const { kill } = await startBackgroundProcess()
  return { downAt, readyAt: Date.now(), stop: kill }
}

/**
 * Creates leases that this process holds and does not know, like a claim whose response was lost. Then kills and
 * restarts Postgres.
 */
async function killPostgres(postgres: Postgres, { target }: Round): Promise<Outage> {
  const background = startBackgroundWork()
  await background.ready
  await waitUntil(hasHeartbeat)
  const { team_id } = target.endpoint
  const ids = (await freshDeliveries(target.endpoint, messages, { agoSeconds: -3_600 })).map(({ id }) => id)
  for (const id of ids) attemptsInFlight().delete((await claimDelivery(team_id, id))?.attempt_id ?? "")
  await inTeam(team_id, () => rows(sql`update webhook_delivery set next_attempt_at = now() where id = any(${ids})`))
  await postgres.kill()
  const downAt = Date.now()
  await postgres.start()
  return { downAt, readyAt: Date.now(), stop: () => background.stop() }
}

/** True once this process holds its heartbeat lock. From then on its leases name it. */
const hasHeartbeat = () => !createLeaseToken().startsWith("00000000")

async function waitUntil(isDone: () => boolean) {
  for (const end = Date.now() + maxWaitMs; !isDone(); await sleep(50))
    if (Date.now() > end) throw new Error(`nothing happened for ${maxWaitMs / 1_000} s`)
}

const formatSeconds = (seconds: number[]) => seconds.map((value) => round(value, 1)).join(", ")
