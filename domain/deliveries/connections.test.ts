import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { Connections } from "./connections"
import { deadlines } from "./deadlines"
import { resolve } from "./resolve"

const url = "https://hooks.example.com/"
const connections = (limit?: { oldestMs: number; mostIdle: number }) => new Connections({ deadlines, resolve }, limit)

describe("connections", () => {
  it("are used again by the endpoint that gave them back, the latest first", () => {
    const pool = connections()
    const [one, two] = [pool.take("a", url), pool.take("a", url)]
    expect(one).not.toBe(two)
    pool.give("a", one)
    pool.give("a", two)
    expect(pool.take("b", url)).not.toBe(two)
    expect([pool.take("a", url), pool.take("a", url)]).toEqual([two, one])
    expect([one, two]).not.toContain(pool.take("a", url))
  })

  it("are closed beyond a number, beginning with the endpoint that was used longest ago", () => {
    const pool = connections({ oldestMs: 60_000, mostIdle: 2 })
    const kept = ["a", "b", "c"].map((key) => ({ key, connection: pool.take(key, url) }))
    for (const { key, connection } of kept) pool.give(key, connection)
    expect(kept.map(({ connection }) => connection.client.destroyed)).toEqual([true, false, false])
    pool.give("b", pool.take("b", url))
    pool.give("d", pool.take("d", url))
    expect(kept.map(({ connection }) => connection.client.destroyed)).toEqual([true, false, true])
  })

  it("are closed when they have been open for long, so that the name is asked again", async () => {
    const pool = connections({ oldestMs: 20, mostIdle: 10 })
    const connection = pool.take("a", url)
    await sleep(30)
    pool.give("a", connection)
    expect(connection.client.destroyed).toBe(true)
    expect(pool.take("a", url)).not.toBe(connection)
  })
})
