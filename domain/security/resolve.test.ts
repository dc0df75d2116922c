import { createSocket } from "node:dgram"
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { nameServer, type Zone } from "@/domain/testing/name-server"
import { RequestError } from "./request-errors"
import { resolver } from "./resolve"

let ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends) await end()
  ends = []
})

/** Resolves a name in a zone. Returns the addresses or the error code. */
async function resolveIn(zone: Zone, name = "hooks.example.com", timeoutMs = 30_000) {
  const { ask, questions, close } = await nameServer(zone)
  ends.push(close)
  const addresses = await resolver([ask])(name, timeoutMs).catch((error) => {
    if (error instanceof RequestError) return error.code
    throw error
  })
  return { addresses, questions }
}

/** Returns the result at the timeout, on a fake clock. Fails if a result comes earlier. */
async function atTheTimeout(zone: Zone) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  onTestFinished(() => void vi.useRealTimers())
  const { ask, questions, close } = await nameServer(zone)
  ends.push(close)
  let result: string[] | string | undefined
  const ended = resolver([ask])("hooks.example.com", 30_000)
    .catch((error: RequestError) => error.code)
    .then((found) => {
      result = found
    })
  while (questions.length < 2) await new Promise((resolve) => setImmediate(resolve))
  await vi.advanceTimersByTimeAsync(29_999)
  expect(result).toBeUndefined()
  // Lets the response of the other address family arrive.
  for (let tick = 0; tick < 50; tick++) await new Promise((resolve) => setImmediate(resolve))
  await vi.advanceTimersByTimeAsync(1)
  await ended
  return result
}

describe("the addresses of a host name", () => {
  it("include both address families, IPv4 first", async () => {
    const zone = { "hooks.example.com": { a: ["198.51.100.7", "10.0.0.1"], aaaa: ["2001:db8::1", "::1"] } }
    expect((await resolveIn(zone)).addresses).toEqual(["198.51.100.7", "10.0.0.1", "2001:db8::1", "::1"])
  })

  it("include one family if the other has none", async () => {
    expect((await resolveIn({ "hooks.example.com": { aaaa: ["2001:db8::1"] } })).addresses).toEqual(["2001:db8::1"])
    expect((await resolveIn({ "hooks.example.com": { a: ["198.51.100.7"] } })).addresses).toEqual(["198.51.100.7"])
  })

  it("are found through CNAME records", async () => {
    const zone = {
      "hooks.example.com": { cname: "a.example.net" },
      "a.example.net": { cname: "b.example.org" },
      "b.example.org": { a: ["10.0.0.1"] },
    }
    expect((await resolveIn(zone)).addresses).toEqual(["10.0.0.1"])
  })

  it("are not found for a name that does not exist or has no address", async () => {
    expect((await resolveIn({})).addresses).toBe("dns_not_found")
    expect((await resolveIn({ "hooks.example.com": {} })).addresses).toBe("dns_not_found")
  })

  it("time out at the deadline", async () => {
    expect(await atTheTimeout({ "hooks.example.com": { isSilent: "both" } })).toBe("dns_timeout")
  })

  it("include one family if the other does not respond in time", async () => {
    const zone = { "hooks.example.com": { a: ["198.51.100.7"], isSilent: "aaaa" as const } }
    expect(await atTheTimeout(zone)).toEqual(["198.51.100.7"])
  })

  it("of localhost are returned without a DNS query", async () => {
    for (const name of ["localhost", "a.localhost"]) {
      const { addresses, questions } = await resolveIn({ [name]: { a: ["10.0.0.1"] } }, name)
      expect(addresses).toEqual(["127.0.0.1", "::1"])
      expect(questions).toEqual([])
    }
  })

  it("fail with an internal error when no name server is reachable", async () => {
    const socket = createSocket("udp4")
    await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve))
    const { port } = socket.address()
    await new Promise<void>((resolve) => socket.close(() => resolve()))
    await expect(resolver([`127.0.0.1:${port}`])("hooks.example.com", 1_000)).rejects.toMatchObject({
      code: "internal",
    })
  })
})
