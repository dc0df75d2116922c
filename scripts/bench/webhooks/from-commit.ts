/** From a commit to the receiver's first byte, with the engine in this process: while nothing else happens, and under a steady flow. */
import { setTimeout as sleep } from "node:timers/promises"
import { getHeapStatistics } from "node:v8"
import { startBackgroundWork } from "@/inngest/start"
import { median, percentile } from "../load"
import { round } from "../table"
import { endpoints } from "./endpoints"
import { Publisher } from "./publisher"
import { startReceiver } from "./receiver"

const perSecond = 100
/** They share the pool of connections with what delivers, as the requests of a server do. */
const publishersAtOnce = 4
const mostPatienceMs = 60_000

/** A row for each case; `minutes` of the steady flow. */
export async function fromCommit(minutes: number) {
  const background = startBackgroundWork()
  await background.ready
  try {
    return [
      await quiet("idle for 2 s before each", 40, 2_000),
      await quiet("one each 100 ms", 200, 100),
      await steady(minutes),
    ]
  } finally {
    await background.stop()
  }
}

async function quiet(name: string, messages: number, gapMs: number) {
  return measured(name, 1, async (publisher, [target]) => {
    for (let i = 0; i < messages && target; i++) {
      await sleep(gapMs)
      await publisher.publish(target)
    }
    return {}
  })
}

/** What is due by the clock is published, also when the one before it took long. */
async function steady(minutes: number) {
  const name = `${perSecond} a second for ${minutes} min, 100 endpoints`
  return measured(name, 100, async (publisher, targets) => {
    const memory = new Memory()
    const from = performance.now()
    let sent = 0
    const publish = async () => {
      while (sent < minutes * 60 * perSecond) {
        const isDue = sent < ((performance.now() - from) / 1_000) * perSecond
        const target = targets[sent % targets.length]
        if (isDue && target) {
          sent++
          await publisher.publish(target)
        } else await sleep(5)
        memory.look((performance.now() - from) / 60_000)
      }
    }
    await Promise.all(Array.from({ length: publishersAtOnce }, publish))
    return memory.figures()
  })
}

type Work = (publisher: Publisher, targets: Awaited<ReturnType<typeof endpoints>>) => Promise<Record<string, string>>

async function measured(name: string, teams: number, work: Work) {
  const publisher = new Publisher()
  const receiver = await startReceiver(publisher.hear)
  const targets = await endpoints(receiver.url, teams, 1)
  const more = await work(publisher, targets)
  for (const until = Date.now() + mostPatienceMs; publisher.missing > 0 && Date.now() < until; ) await sleep(100)
  receiver.stop()
  const { latenciesMs: taken } = publisher
  return {
    case: name,
    messages: taken.length + publisher.missing,
    "p50 ms": round(median(taken), 1),
    "p99 ms": round(percentile(taken, 0.99), 1),
    "max ms": round(Math.max(...taken), 0),
    lost: publisher.missing,
    twice: publisher.duplicates,
    ...more,
  }
}

/** Megabytes of this process, which publishes, delivers and measures; the least of each half minute, for garbage comes and goes. */
class Memory {
  readonly #resident: number[] = []
  /** what V8 holds, garbage that is not yet collected included */
  readonly #heap: number[] = []

  look(minute: number) {
    const place = Math.floor(minute * 2)
    note(this.#resident, place, process.memoryUsage.rss())
    note(this.#heap, place, getHeapStatistics().used_heap_size)
  }

  figures() {
    return { "MB each half minute": text(this.#resident), "of them V8's heap": text(this.#heap) }
  }
}

function note(least: number[], place: number, bytes: number) {
  least[place] = Math.min(least[place] ?? Number.POSITIVE_INFINITY, bytes / 1024 ** 2)
}

const text = (megabytes: number[]) => megabytes.map((one) => round(one, 0)).join(" ")
