import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { BatchedLog } from "./batched-log"
import { newId } from "./ids"
import { log } from "./log"

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(log, "error").mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A log whose database accepts a batch, or fails with the error that `failure` returns. */
function setup(failure: (entries: number[]) => Error | undefined) {
  const batches: number[][] = []
  const batchedLog = new BatchedLog(`test ${newId("request")}`, async (json) => {
    const entries = (JSON.parse(json) as { n: number }[]).map(({ n }) => n)
    batches.push(entries)
    const error = failure(entries)
    if (error) throw error
  })
  const add = (...numbers: number[]) => {
    for (const n of numbers) batchedLog.add({ n })
  }
  return { batchedLog, batches, add }
}

const withCode = (code: string) => Object.assign(new Error(code), { code })

describe("a log that is written in batches", () => {
  it("drops only the entry that the database rejects", async () => {
    const { batchedLog, batches, add } = setup((entries) => (entries.includes(3) ? withCode("22P05") : undefined))
    add(1, 2, 3, 4)
    await batchedLog.flush()
    expect(batches).toEqual([[1, 2, 3, 4], [1, 2], [3, 4], [3], [4]])
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ requeued: 0, dropped: 1 }),
      expect.anything(),
    )
  })

  it.each(["57014", "ECONNREFUSED"])("writes the whole batch a second later after %s", async (code) => {
    let isDown = true
    const { batchedLog, batches, add } = setup(() => (isDown ? withCode(code) : undefined))
    add(1, 2)
    await batchedLog.flush()
    expect(batches).toEqual([[1, 2]])
    isDown = false
    add(3)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(batches).toEqual([
      [1, 2],
      [1, 2, 3],
    ])
  })

  it("tries once for all who wait while the database cannot be reached", async () => {
    const { batchedLog, batches, add } = setup(() => withCode("ECONNREFUSED"))
    add(1)
    const first = batchedLog.flush()
    add(2)
    await Promise.all([first, batchedLog.flush(), batchedLog.flush()])
    expect(batches).toEqual([[1]])
  })
})
