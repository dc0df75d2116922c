/** Tests the limits of one person or network in tRPC. Batches are tested in e2e/http.test.ts. */
import { describe, expect, it, vi } from "vitest"
import { Problem } from "@/domain/kernel/errors"
import { getAccount } from "@/domain/people/get-account"
import { updatePerson } from "@/domain/people/update"
import { getShared } from "@/domain/reports/sharing/get-shared"
import { longWait } from "@/domain/testing/long-wait"
import { freshMember } from "@/domain/testing/person"
import { freshTeam } from "@/domain/testing/team"
import { createCaller as callerOfPage } from "../caller"
import { maxRunningQueries } from "../query-queue"
import { callsPerMinute, maxCallsInFlight } from "./admit-call"
import { router } from "./router"

async function freshPerson() {
  const { actor } = await freshMember(await freshTeam(), "viewer")
  return { id: actor.id, name: actor.name, email: actor.email, session_version: 1, session_id: "" }
}
type Person = Awaited<ReturnType<typeof freshPerson>>

let last = 0
const freshAddress = () => `198.51.${Math.floor(++last / 250)}.${(last % 250) + 1}`
const createCaller = (person: Person | null, ip: string | null = freshAddress()) =>
  router.createCaller({ person, teamSlug: null, origin: { ip, userAgent: null }, requestId: "req_test" })
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "ok",
    (error) => error.cause.code,
  )
async function inSequence(count: number, call: () => Promise<unknown>) {
  const codes: string[] = []
  for (let i = 0; i < count; i++) codes.push(await codeOf(call()))
  return codes
}

describe("the calls of a person", () => {
  it(`are limited to ${callsPerMinute.person} per minute over all addresses, and do not count for other people`, async () => {
    const greedy = await freshPerson()
    const other = await freshPerson()
    const codes = await inSequence(callsPerMinute.person + 5, () => createCaller(greedy).people.getAccount({}))
    expect(codes.indexOf("rate_limited")).toBe(callsPerMinute.person)
    await expect(createCaller(greedy).people.getAccount({})).rejects.toMatchObject({
      code: "TOO_MANY_REQUESTS",
      cause: { extra: { "violated-policies": ["person"] }, headers: { "Retry-After": expect.any(String) } },
    })
    expect(await codeOf(createCaller(other).people.getAccount({}))).toBe("ok")
  })

  it(`are limited to ${maxCallsInFlight} at once, of which ${maxRunningQueries} run; another is admitted when one has ended`, async () => {
    const person = await freshPerson()
    const gate = Promise.withResolvers<void>()
    const { handle } = getAccount
    const held = vi.spyOn(getAccount, "handle").mockImplementation(async (...call) => {
      await gate.promise
      return handle(...call)
    })
    const running = Array.from({ length: maxCallsInFlight }, () => codeOf(createCaller(person).people.getAccount({})))
    await vi.waitFor(() => expect(held).toHaveBeenCalledTimes(maxRunningQueries), longWait)
    expect(await codeOf(createCaller(person).people.getAccount({}))).toBe("concurrency_limited")
    const other = await freshPerson()
    const page = callerOfPage({
      person: other,
      teamSlug: null,
      origin: { ip: null, userAgent: null },
      requestId: "req_test",
    })
    const pages = Array.from({ length: 10 }, () => codeOf(page.people.getAccount({})))
    await vi.waitFor(() => expect(held).toHaveBeenCalledTimes(2 * maxRunningQueries), longWait) // each person has a separate queue
    gate.resolve()
    expect(new Set(await Promise.all(pages))).toEqual(new Set(["ok"]))
    expect(new Set(await Promise.all(running))).toEqual(new Set(["ok"]))
    expect(await codeOf(createCaller(person).people.getAccount({}))).toBe("ok")
    held.mockRestore()
  })

  it("take no query slot when they change something, also from pages", async () => {
    const person = await freshPerson()
    const gate = Promise.withResolvers<void>()
    const { handle } = updatePerson
    const held = vi.spyOn(updatePerson, "handle").mockImplementation(async (...call) => {
      await gate.promise
      return handle(...call)
    })
    const page = callerOfPage({ person, teamSlug: null, origin: { ip: null, userAgent: null }, requestId: "req_test" })
    const changes = Array.from({ length: maxRunningQueries + 1 }, () => codeOf(page.people.update({ name: "Ada" })))
    await vi.waitFor(() => expect(held).toHaveBeenCalledTimes(changes.length), longWait)
    expect(await codeOf(page.people.getAccount({}))).toBe("ok")
    gate.resolve()
    expect(new Set(await Promise.all(changes))).toEqual(new Set(["ok"]))
    held.mockRestore()
  })
})

describe("the calls of people who are not signed in", () => {
  it(`run ${maxRunningQueries} at once for each network, from pages and from the browser together`, async () => {
    const gate = Promise.withResolvers<void>()
    const held = vi.spyOn(getShared, "handle").mockImplementation(async () => {
      await gate.promise
      throw new Problem("resource_not_found", "This link is not valid.")
    })
    const ip = freshAddress()
    const otherIp = freshAddress()
    const page = callerOfPage({ person: null, teamSlug: null, origin: { ip, userAgent: null }, requestId: "req_test" })
    const token = "unknown"
    const calls = Array.from({ length: 10 }, () => [
      page.reports.getShared({ token }).catch(({ code }) => code),
      codeOf(createCaller(null, ip).reports.getShared({ token })),
    ]).flat()
    const other = codeOf(createCaller(null, otherIp).reports.getShared({ token }))
    await vi.waitFor(() => expect(held).toHaveBeenCalledTimes(maxRunningQueries + 1), longWait)
    gate.resolve()
    expect(new Set(await Promise.all([...calls, other]))).toEqual(new Set(["resource_not_found"]))
    held.mockRestore()
  })

  const requestWithoutSession = (ip: string) => createCaller(null, ip).people.getAccount({})

  it("are counted by network: an IPv6 /64 counts as one", async () => {
    const codes = await inSequence(callsPerMinute.network, () => requestWithoutSession("2001:db8:9:9::1"))
    expect(new Set(codes)).toEqual(new Set(["session_missing"]))
    expect(await codeOf(requestWithoutSession("2001:db8:9:9:ffff::2"))).toBe("rate_limited")
    expect(await codeOf(requestWithoutSession("2001:db8:9:a::1"))).toBe("session_missing")
  })
})
