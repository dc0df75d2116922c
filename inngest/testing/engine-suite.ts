/**
 * Tests the guarantees of every engine. Always runs with the embedded engine, and also with a real Inngest server when
 * INNGEST_TEST_URL is set.
 */
import { ulid } from "ulid"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { EngineUnderTest } from "./engine-under-test"
import { Journal } from "./journal"
import { suiteFunctions } from "./suite-functions"

export function engineSuite(name: string, makeEngine: (appId: string) => EngineUnderTest) {
  const appId = `suite-${ulid().toLowerCase()}`
  const journal = new Journal()
  const engine = makeEngine(appId)
  let close: () => Promise<void>
  const send = (what: string, data: { subject: string; key?: string }, more: { id?: string; ts?: number } = {}) =>
    engine.client.send({ name: `suite/${what}`, data, ...more })

  beforeAll(async () => {
    close = await engine.open(suiteFunctions(engine.client, journal))
  })
  afterAll(() => close())

  describe(`${name}: triggers`, () => {
    it("an event starts each function that it triggers once, with its data", async () => {
      const subject = ulid()
      await send("plain", { subject, key: "b" })
      await journal.until(subject, "first")
      await journal.until(subject, "second b")
      expect(journal.of(subject)).toHaveLength(2)
    })

    it("a function can send events that start others", async () => {
      const subject = ulid()
      await send("chain", { subject, key: "c" })
      expect(await journal.until(subject, "second c")).not.toContain("second b")
    })

    it("an event with a future timestamp starts nothing before that time", async () => {
      const subject = ulid()
      const ts = Date.now() + 1_500
      await send("plain", { subject }, { ts })
      await journal.until(subject, "first")
      expect(journal.at(subject, "first")).toBeGreaterThanOrEqual(ts - 10)
    })

    it("events with the same id count once", async () => {
      const subject = ulid()
      const id = ulid()
      await Promise.all([send("plain", { subject, key: "x" }, { id }), send("plain", { subject, key: "x" }, { id })])
      await send("plain", { subject, key: "x" }, { id })
      await send("plain", { subject, key: "end" })
      await journal.until(subject, "second end")
      expect(journal.of(subject).filter((what) => what === "second x")).toHaveLength(1)
    })

    it("events with the same idempotency key run the function once", async () => {
      const subject = ulid()
      const key = ulid()
      await send("once", { subject, key })
      await send("once", { subject, key })
      await send("once", { subject, key: `${key} other` })
      await journal.until(subject, `did ${key} other`)
      expect((await journal.until(subject, `did ${key}`)).filter((what) => what === `did ${key}`)).toHaveLength(1)
    })
  })

  describe(`${name}: steps`, () => {
    it("a completed step is not repeated when a later one fails", async () => {
      const subject = ulid()
      await send("memo", { subject })
      expect(await journal.until(subject, "end 42")).toEqual(["one", "two 41", "two 41", "end 42"])
    })

    it("a function sleeps for the given time, and does not repeat the steps before it", async () => {
      const subject = ulid()
      await send("sleep", { subject })
      expect(await journal.until(subject, "after")).toEqual(["before", "after"])
      expect(journal.at(subject, "after") - journal.at(subject, "before")).toBeGreaterThanOrEqual(950)
    })

    it("parallel steps run at the same time, once each", async () => {
      const subject = ulid()
      await send("parallel", { subject })
      expect(await journal.until(subject, "left+right")).toHaveLength(3)
      const apart = journal.at(subject, "left begins") - journal.at(subject, "right begins")
      expect(Math.abs(apart)).toBeLessThan(300)
    })

    it("a function can catch a step that fails for good", async () => {
      const subject = ulid()
      await send("catch", { subject })
      expect(await journal.until(subject, "caught broken")).toEqual(["try", "try", "caught broken"])
    })
  })

  describe(`${name}: failures`, () => {
    it("retries a function at the time it asked for, up to its limit, and then runs its failure handler", async () => {
      const subject = ulid()
      await send("fail", { subject })
      const end = `abandoned: no luck of ${appId}-failing`
      expect(await journal.until(subject, end)).toEqual(["try 0", "try 1", "try 2", end])
      expect(journal.at(subject, "try 2") - journal.at(subject, "try 0")).toBeGreaterThanOrEqual(1_900)
    })

    it("does not retry a non-retriable error", async () => {
      const subject = ulid()
      await send("hopeless", { subject })
      expect(await journal.until(subject, "abandoned")).toEqual(["try", "abandoned"])
    })
  })

  describe(`${name}: limits`, () => {
    it("limits concurrent runs per key, and other keys do not wait", async () => {
      const crowd = ulid()
      const other = ulid()
      await engine.client.send(
        Array.from({ length: 5 }, () => ({ name: "suite/narrow", data: { subject: crowd, key: crowd } })),
      )
      await send("narrow", { subject: other, key: other })
      await expect.poll(() => journal.of(crowd).filter((what) => what === "out").length, { timeout: 40_000 }).toBe(5)
      expect(maxConcurrent(journal.of(crowd))).toBe(2)
      expect(journal.of(other)).toContain("in")
    })
  })
}

function maxConcurrent(moves: string[]) {
  let inside = 0
  return Math.max(...moves.map((move) => (inside += move === "in" ? 1 : -1)))
}
