import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { deadlines } from "@/domain/security/deadlines"
import { resolve } from "@/domain/security/resolve"
import { Connections } from "./connections"

const url = "https://hooks.example.com/"
const connections = (limit?: { maxAgeMs: number; maxIdle: number }) => new Connections({ deadlines, resolve }, limit)

describe("the connection pool", () => {
  it("reuses a connection for the endpoint that returned it, the latest first", () => {
    const pool = connections()
    const one = pool.take("a", url)
    const two = pool.take("a", url)
    expect(one).not.toBe(two)
    pool.release("a", one)
    pool.release("a", two)
    expect(pool.take("b", url)).not.toBe(two)
    expect([pool.take("a", url), pool.take("a", url)]).toEqual([two, one])
    expect([one, two]).not.toContain(pool.take("a", url))
  })

  it("closes connections beyond the limit, starting with the least recently used endpoint", () => {
    const pool = connections({ maxAgeMs: 60_000, maxIdle: 2 })
    const taken = ["a", "b", "c"].map((key) => ({ key, connection: pool.take(key, url) }))
    for (const { key, connection } of taken) pool.release(key, connection)
    expect(taken.map(({ connection }) => connection.client.destroyed)).toEqual([true, false, false])
    pool.release("b", pool.take("b", url))
    pool.release("d", pool.take("d", url))
    expect(taken.map(({ connection }) => connection.client.destroyed)).toEqual([true, false, true])
  })

  it("closes a connection after its maximum age, so that the name is resolved again", async () => {
    const pool = connections({ maxAgeMs: 20, maxIdle: 10 })
    const connection = pool.take("a", url)
    await sleep(30)
    pool.release("a", connection)
    expect(connection.client.destroyed).toBe(true)
    expect(pool.take("a", url)).not.toBe(connection)
  })
})
