/**
 * Measures the time from a commit until the receiver has read the request's headers, when idle and under a steady flow.
 * The engine runs in this process.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { getHeapStatistics } from "node:v8"
import { startBackgroundWork } from "@/inngest/start"
import { round } from "../table"
import { createEndpoints } from "./endpoints"
import { arrivalColumns, Publisher } from "./publisher"
import { startReceiver } from "./receiver"

const perSecond = 100
/** The publishers share the connection pool with the delivery loop, as a server's requests do. */
const concurrentPublishers = 4

/** Returns one row per case. `minutes` is the duration of the steady flow. */
export async function measureFromCommit(minutes: number) {
  const background = startBackgroundWork()
  await background.ready
  try {
    return [
      await publishWithGaps("idle for 2 s before each", 40, 2_000),
      await publishWithGaps("one every 100 ms", 200, 100),
      await publishSteadily(minutes),
    ]
  } finally {
    await background.stop()
  }
}

async function publishWithGaps(name: string, messages: number, gapMs: number) {
  return measureCase(name, 1, async (publisher, [target]) => {
    for (let i = 0; i < messages && target; i++) {
      await sleep(gapMs)
      await publisher.publish(target)
    }
    return {}
  })
}

/** Publishes at a fixed rate. When a call is slow, the following ones catch up. */
async function publishSteadily(minutes: number) {
  const name = `${perSecond} a second for ${minutes} min, 100 endpoints`
  return measureCase(name, 100, async (publisher, targets) => {
    const memory = new Memory()
    const startedAt = performance.now()
    let sent = 0
    const publishInTurn = async () => {
      while (sent < minutes * 60 * perSecond) {
        const isDue = sent < ((performance.now() - startedAt) / 1_000) * perSecond
        const target = targets[sent % targets.length]
        if (isDue && target) {
          sent++
          await publisher.publish(target)
        } else await sleep(5)
        memory.read((performance.now() - startedAt) / 60_000)
      }
    }
    await Promise.all(Array.from({ length: concurrentPublishers }, publishInTurn))
    return memory.columns()
  })
}

/** Publishes events. Returns further columns for the table. */
type Publish = (
  publisher: Publisher,
  targets: Awaited<ReturnType<typeof createEndpoints>>,
) => Promise<Record<string, string>>

async function measureCase(name: string, teams: number, publish: Publish) {
  const publisher = new Publisher()
  const receiver = await startReceiver({ onArrivals: publisher.onArrivals })
  const targets = await createEndpoints(receiver.url, teams, 1)
  const columns = await publish(publisher, targets)
  await publisher.waitForArrivals()
  receiver.stop()
  return { case: name, ...arrivalColumns(publisher), ...columns }
}

/**
 * Records the memory of this process, which publishes, delivers and measures. Keeps the minimum of each half minute, in
 * megabytes, because uncollected garbage makes single readings too high.
 */
class Memory {
  readonly #resident: number[] = []
  /** The heap that V8 uses, including garbage that is not collected yet. */
  readonly #heap: number[] = []

  read(minute: number) {
    const index = Math.floor(minute * 2)
    storeMinimum(this.#resident, index, process.memoryUsage.rss())
    storeMinimum(this.#heap, index, getHeapStatistics().used_heap_size)
  }

  columns() {
    return { "MB each half minute": joinNumbers(this.#resident), "of them V8's heap": joinNumbers(this.#heap) }
  }
}

function storeMinimum(minimums: number[], index: number, bytes: number) {
  minimums[index] = Math.min(minimums[index] ?? Number.POSITIVE_INFINITY, bytes / 1024 ** 2)
}

const joinNumbers = (megabytes: number[]) => megabytes.map((size) => round(size, 0)).join(" ")
