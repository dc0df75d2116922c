import { describe, expect, it } from "vitest"
import { asAnybody, freshPerson, password } from "@/domain/testing/person"
import { signIn } from "./sign-in"

const wrong = "not the password"
const refused = { code: "sign_in_failed" }

/** A clock that the test moves. */
function clock() {
  let at = Date.parse("2026-11-20T10:00:00Z")
  return { now: () => new Date(at), pass: (minutes: number) => (at += minutes * 60_000) }
}

async function failTimes(n: number, email: string, now: () => Date) {
  for (let i = 0; i < n; i++)
    await expect(signIn(asAnybody(now), { email, password: wrong })).rejects.toMatchObject(refused)
}

describe("signing in", () => {
  it("knows the person by address and password", async () => {
    const { actor } = await freshPerson()
    const email = ` ${actor.email.toUpperCase()}`
    expect(await signIn(asAnybody(), { email, password })).toEqual({
      id: actor.id,
      name: actor.name,
      email: actor.email,
      session_version: 1,
    })
  })

  it("answers alike, and works as hard, for a wrong password, an unknown address and an account without password", async () => {
    const [known, without] = [await freshPerson(), await freshPerson({ has_password: false })]
    const emails = [known.actor.email, "nobody@example.test", without.actor.email]
    const told = []
    const leastCpuMs = emails.map(() => Number.POSITIVE_INFINITY)
    // CPU time of this process, not elapsed time: other load on the machine does not change it.
    for (let round = 0; round < 8; round++)
      for (const [n, email] of emails.entries()) {
        const start = process.cpuUsage()
        told.push(await signIn(asAnybody(), { email, password: wrong }).catch((e) => [e.code, e.message]))
        const { user, system } = process.cpuUsage(start)
        leastCpuMs[n] = Math.min(leastCpuMs[n] ?? 0, (user + system) / 1_000)
      }
    expect(new Set(told.map(String)).size).toBe(1)
    expect(Math.min(...leastCpuMs)).toBeGreaterThan(Math.max(...leastCpuMs) / 2)
  })

  it("locks after ten failures for 15 minutes, then for twice as long, and says nothing of it", async () => {
    const { actor } = await freshPerson()
    const { now, pass } = clock()
    const right = () => signIn(asAnybody(now), { email: actor.email, password })
    await failTimes(10, actor.email, now)
    await expect(right()).rejects.toMatchObject(refused)
    pass(14)
    await expect(right()).rejects.toMatchObject(refused)
    pass(2)
    await failTimes(1, actor.email, now)
    pass(29)
    await expect(right()).rejects.toMatchObject(refused)
    pass(2)
    expect(await right()).toMatchObject({ id: actor.id })
    await failTimes(9, actor.email, now)
    expect(await right()).toMatchObject({ id: actor.id })
  })

  it("counts guesses that come all at once", async () => {
    const { actor } = await freshPerson()
    await Promise.allSettled(
      Array.from({ length: 25 }, () => signIn(asAnybody(), { email: actor.email, password: wrong })),
    )
    await expect(signIn(asAnybody(), { email: actor.email, password })).rejects.toMatchObject(refused)
  })

  it("stops an address that tries many accounts", async () => {
    const caller = asAnybody()
    const guess = (i: number) => signIn(caller, { email: `nobody-${i}@example.test`, password: wrong })
    await Promise.allSettled(Array.from({ length: 50 }, (_, i) => guess(i)))
    await expect(guess(51)).rejects.toMatchObject({
      code: "rate_limited",
      headers: { "Retry-After": expect.any(String) },
    })
  })
})
