import { randomBytes } from "node:crypto"
import { describe, expect, it, vi } from "vitest"
import { newId } from "@/domain/kernel/ids"
import { asAnybody, freshPerson, password } from "@/domain/testing/person"
import { rememberDevice } from "./known-device"
import { signIn } from "./sign-in"

/** The stored hashes that passwords were checked against; null when the check used a decoy. */
const checks = vi.hoisted((): (string | null)[] => [])
vi.mock("./password", async (original) => {
  const real = await original<typeof import("./password")>()
  const verifyPassword: typeof real.verifyPassword = (given, stored) => {
    checks.push(stored ?? null)
    return real.verifyPassword(given, stored)
  }
  return { ...real, verifyPassword }
})

const wrong = "not the password"
const refused = { code: "sign_in_failed" }

const at = (ip: string) => ({ ...asAnybody(), origin: { ip, userAgent: "test" } })

/** Returns a function that returns a new IPv6 address of one /64 on each call. */
function addressesOf(network: string) {
  let host = 0
  return () => `${network}:${(++host).toString(16)}`
}
const freshNetwork = () => `2001:db8:${randomBytes(2).toString("hex")}:${randomBytes(2).toString("hex")}:0:0:0`

async function failTimes(count: number, email: string, ip: () => string, devices: string[] = []) {
  for (let i = 0; i < count; i++)
    await expect(signIn(at(ip()), { email, password: wrong, devices })).rejects.toMatchObject(refused)
}

describe("signing in", () => {
  it("finds the user by address and password", async () => {
    const { actor } = await freshPerson()
    const email = ` ${actor.email.toUpperCase()}`
    expect(await signIn(asAnybody(), { email, password })).toEqual({
      id: actor.id,
      name: actor.name,
      email: actor.email,
      session_version: 1,
    })
  })

  it("gives the same error after the same work for a wrong password, an unknown address and an account without a password", async () => {
    const known = await freshPerson()
    const without = await freshPerson({ has_password: false })
    const emails = [known.actor.email, "nobody@example.test", without.actor.email]
    const responses = []
    const leastCpuMs = emails.map(() => Number.POSITIVE_INFINITY)
    // Measures the CPU time of this process, which other load on the machine does not change.
    for (let round = 0; round < 8; round++)
      for (const [n, email] of emails.entries()) {
        const start = process.cpuUsage()
        responses.push(await signIn(asAnybody(), { email, password: wrong }).catch((e) => [e.code, e.message]))
        const { user, system } = process.cpuUsage(start)
        leastCpuMs[n] = Math.min(leastCpuMs[n] ?? 0, (user + system) / 1_000)
      }
    expect(new Set(responses.map(String)).size).toBe(1)
    expect(Math.min(...leastCpuMs)).toBeGreaterThan(Math.max(...leastCpuMs) / 2)
  })

  it("rejects the correct password after ten wrong ones from one /64, with the same message", async () => {
    const { actor } = await freshPerson()
    const ip = addressesOf(freshNetwork())
    await failTimes(10, actor.email, ip)
    const right = await signIn(at(ip()), { email: actor.email, password }).catch((error) => error)
    const elsewhere = await signIn(asAnybody(), { email: actor.email, password: wrong }).catch((error) => error)
    expect(right).toMatchObject(refused)
    expect([right.code, right.message, right.headers]).toEqual([elsewhere.code, elsewhere.message, elsewhere.headers])
  })

  it("accepts other networks while one network is locked out", async () => {
    const { actor } = await freshPerson()
    await failTimes(12, actor.email, addressesOf(freshNetwork()))
    expect(await signIn(asAnybody(), { email: actor.email, password })).toMatchObject({ id: actor.id })
  })

  it("locks unknown devices out after 30 failures from different networks", async () => {
    const { actor } = await freshPerson()
    await failTimes(30, actor.email, () => newId("request"))
    await expect(signIn(asAnybody(), { email: actor.email, password })).rejects.toMatchObject(refused)
  })

  it("accepts a known device while strangers are locked out, also from the same network", async () => {
    const { actor } = await freshPerson()
    const devices = rememberDevice([], actor, new Date())
    const ip = addressesOf(freshNetwork())
    for (let i = 0; i < 60; i++) await signIn(at(ip()), { email: actor.email, password: wrong }).catch(() => {})
    await failTimes(25, actor.email, () => newId("request"))
    await expect(signIn(at(ip()), { email: actor.email, password })).rejects.toMatchObject({ code: "rate_limited" })
    expect(await signIn(at(ip()), { email: actor.email, password, devices })).toMatchObject({ id: actor.id })
  })

  it("limits the guesses of a known device, and only of that device", async () => {
    const { actor } = await freshPerson()
    const one = rememberDevice([], actor, new Date())
    const other = rememberDevice([], actor, new Date())
    await failTimes(10, actor.email, () => newId("request"), one)
    checks.length = 0
    await expect(signIn(asAnybody(), { email: actor.email, password, devices: one })).rejects.toMatchObject(refused)
    expect(checks, "a blocked device causes no work").toEqual([])
    expect(await signIn(asAnybody(), { email: actor.email, password, devices: other })).toMatchObject({ id: actor.id })
  })

  it("counts an attempt before it checks the password, so parallel guesses cannot pass the limit", async () => {
    const { actor } = await freshPerson()
    const ip = addressesOf(freshNetwork())
    checks.length = 0
    const guesses = Array.from({ length: 40 }, () => signIn(at(ip()), { email: actor.email, password: wrong }))
    await Promise.allSettled(guesses)
    expect(checks).toHaveLength(40)
    const real = checks.filter((hash) => hash !== null)
    expect(real.length).toBeGreaterThan(0)
    expect(real.length).toBeLessThanOrEqual(10)
  })

  it("counts only failures", async () => {
    const { actor } = await freshPerson()
    const caller = asAnybody()
    for (let i = 0; i < 15; i++) await signIn(caller, { email: actor.email, password })
  })

  it("limits a /64 that tries different accounts", async () => {
    const ip = addressesOf(freshNetwork())
    const guess = (i: number) => signIn(at(ip()), { email: `nobody-${i}@example.test`, password: wrong })
    await Promise.allSettled(Array.from({ length: 50 }, (_, i) => guess(i)))
    await expect(guess(51)).rejects.toMatchObject({
      code: "rate_limited",
      headers: { "Retry-After": expect.any(String) },
    })
  })
})
