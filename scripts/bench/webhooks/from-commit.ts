/**
 * Measures the time from a commit to the receiver's first byte, when idle and under a steady flow. The engine runs in
 * this process.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { getHeapStatistics } from "node:v8"
import { startBackgroundWork } from "@/inngest/start"
import { round } from "../table"
import { createEndpoints } from "./endpoints"
import { arrivalTimes, Publisher } from "./publisher"
import { startReceiver } from "./receiver"

const perSecond = 100
/** Publishers share the connection pool with the delivery loop, as a server's requests do. */
const concurrentPublishers = 4

/** Returns one row per case. `minutes` is the duration of the steady flow. */
export async function fromCommit(minutes: number) {
  const background = startBackgroundWork()
  await background.ready
  try {
    return [
      await withGaps("idle for 2 s before each", 40, 2_000),
      await withGaps("one each 100 ms", 200, 100),
      await steady(minutes),
    ]
  } finally {
    await background.stop()
  }
}

async function withGaps(name: string, messages: number, gapMs: number) {
  return measured(name, 1, async (publisher, [target]) => {
    for (let i = 0; i < messages && target; i++) {
      await sleep(gapMs)
      await publisher.publish(target)
    }
    return {}
  })
}

/** Publishes at a fixed rate. When a call is slow, the following ones catch up. */
async function steady(minutes: number) {
  const name = `${perSecond} a second for ${minutes} min, 100 endpoints`
  return measured(name, 100, async (publisher, targets) => {
    const memory = new Memory()
    const startedAt = performance.now()
    let sent = 0
    const publish = async () => {
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
    await Promise.all(Array.from({ length: concurrentPublishers }, publish))
    return memory.columns()
  })
}

type Work = (
  publisher: Publisher,
  targets: Awaited<ReturnType<typeof createEndpoints>>,
) => Promise<Record<string, string>>

async function measured(name: string, teams: number, work: Work) {
  const publisher = new Publisher()
  const receiver = await startReceiver({ onArrivals: publisher.onArrivals })
  const targets = await createEndpoints(receiver.url, teams, 1)
  const more = await work(publisher, targets)
  await publisher.waitForArrivals()
  receiver.stop()
  return { case: name, ...arrivalTimes(publisher), ...more }
}

/**
 * Memory of this process in megabytes. The process publishes, delivers and measures. Records the minimum of each half
 * minute, because uncollected garbage makes single readings too high.
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
    return { "MB each half minute": text(this.#resident), "of them V8's heap": text(this.#heap) }
  }
}

function storeMinimum(minimums: number[], index: number, bytes: number) {
  minimums[index] = Math.min(minimums[index] ?? Number.POSITIVE_INFINITY, bytes / 1024 ** 2)
}

const text = (megabytes: number[]) => megabytes.map((size) => round(size, 0)).join(" ")
