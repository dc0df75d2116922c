/** Lists the product's source files of which at least one function ran, in this thread and in its worker threads. */
import { readFileSync } from "node:fs"
import { Session } from "node:inspector/promises"
import { SourceMap } from "node:module"
import { relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"

type Scripts = { url: string; functions: { ranges: { startOffset: number; count: number }[] }[] }[]
/** `result.result` is missing in replies to commands other than `takePreciseCoverage`. */
type Reply = { id: number; result: { result?: Scripts } }

/** Returns false for scripts, generated code and helpers of tests. */
const isProductSource = (file: string) =>
  /^(app|components|domain|inngest|prisma|server)\//.test(file) && !/\/(testing|generated)\//.test(file)

export class Coverage {
  readonly #session = new Session()
  readonly #workers: string[] = []
  readonly #replies = new Map<number, (scripts: Scripts) => void>()
  #lastMessageId = 0

  /** Call it before the first worker thread starts. */
  static async start() {
    const coverage = new Coverage()
    const session = coverage.#session
    session.connect()
    session.on("NodeWorker.attachedToWorker", ({ params }) => void coverage.#attach(params.sessionId))
    session.on("NodeWorker.receivedMessageFromWorker", ({ params }) => {
      const { id, result }: Reply = JSON.parse(params.message)
      coverage.#replies.get(id)?.(result.result ?? [])
    })
    await session.post("NodeWorker.enable", { waitForDebuggerOnStart: false })
    await session.post("Profiler.enable")
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
    return coverage
  }

  /** Discards counts so far. Taking V8 coverage resets its counters. */
  async reset() {
    await this.#takeCoverage()
  }

  /** Returns the files of which a function ran since the reset. */
  async files(): Promise<string[]> {
    const files = (await this.#takeCoverage()).flatMap(({ url, functions }) => {
      if (!url.includes("/.build/")) return [] // not one of our bundles
      // The first range covers the whole function.
      const offsets = functions
        .filter(({ ranges }) => ranges[0]?.count)
        .map(({ ranges }) => ranges[0]?.startOffset ?? 0)
      return findSourceFiles(fileURLToPath(url), offsets)
    })
    return [...new Set(files)].filter(isProductSource)
  }

  async #takeCoverage(): Promise<Scripts> {
    const { result } = await this.#session.post("Profiler.takePreciseCoverage")
    const replies = this.#workers.map((worker) => this.#postToWorker(worker, "Profiler.takePreciseCoverage"))
    return [...result, ...(await Promise.all(replies)).flat()]
  }

  async #attach(worker: string) {
    this.#workers.push(worker)
    await this.#postToWorker(worker, "Profiler.enable")
    await this.#postToWorker(worker, "Profiler.startPreciseCoverage", { callCount: true, detailed: false })
  }

  /** Waits for the reply. Returns an empty list for commands that return no coverage. */
  #postToWorker(sessionId: string, method: string, params = {}): Promise<Scripts> {
    const id = ++this.#lastMessageId
    const { promise, resolve } = Promise.withResolvers<Scripts>()
    this.#replies.set(id, resolve)
    void this.#session.post("NodeWorker.sendMessageToWorker", {
      sessionId,
      message: JSON.stringify({ id, method, params }),
    })
    return promise
  }
}

/** Returns the source files of the functions that start at these offsets of a bundle. */
function findSourceFiles(bundle: string, offsets: number[]): string[] {
  const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, "utf8")))
  const lines = readFileSync(bundle, "utf8").split("\n")
  const lengthOf = (line: number) => lines[line]?.length ?? 0
  const files: string[] = []
  let line = 0
  let lineStart = 0
  for (const offset of offsets.toSorted((a, b) => a - b)) {
    while (offset > lineStart + lengthOf(line)) {
      lineStart += lengthOf(line) + 1
      line++
    }
    const entry = map.findEntry(line, offset - lineStart)
    if ("originalSource" in entry) files.push(relative(".", resolve(bundle, "..", entry.originalSource)))
  }
  return files
}
