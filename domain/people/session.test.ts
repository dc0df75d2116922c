import { describe, expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { asAnybody, freshPerson } from "@/domain/testing/person"
import { acrossTeams, prisma } from "@/prisma/client"
import { endSession } from "./end-session"
import { listSessions } from "./list-sessions"
import { findSession, startSession } from "./session"
import { signOutEverywhere } from "./sign-out-everywhere"

const phone = { ip: "2001:db8:1:2::3", userAgent: "Phone" }

const rowOf = (id: string) => acrossTeams(() => prisma.session.findFirst({ where: { id } }))

describe("sessions", () => {
  it("are listed with device, network and last use, the current one first", async () => {
    const ada = await freshPerson()
    const now = () => new Date(Date.now() + 60_000)
    const other = await startSession({ origin: phone, now }, ada.actor, null)
    const { data } = await run(listSessions, ada, {})
    expect(data).toMatchObject([
      { id: ada.actor.session_id, is_current: true },
      { id: other, is_current: false, user_agent: "Phone", network: "2001:db8:1::/48" },
    ])
  })

  it("end one at a time, and only for their user", async () => {
    const ada = await freshPerson()
    const eve = await freshPerson()
    const other = await startSession(asAnybody(), ada.actor, null)
    const byEve = run(endSession, eve, { session_id: other })
    await expect(byEve).rejects.toMatchObject({ code: "resource_not_found" })
    expect((await run(endSession, ada, { session_id: other })).data).toEqual({ id: other, is_current: false })
    expect(await findSession(other)).toBeNull()
    expect(await findSession(ada.actor.session_id)).toMatchObject({ id: ada.actor.id })
  })

  it("all end when the user signs out everywhere", async () => {
    const ada = await freshPerson()
    const other = await startSession(asAnybody(), ada.actor, null)
    await run(signOutEverywhere, ada, {})
    expect([await findSession(ada.actor.session_id), await findSession(other)]).toEqual([null, null])
    expect((await run(listSessions, ada, {})).data).toEqual([])
  })

  it("cannot start from a sign-in that was running while the user signed out everywhere", async () => {
    const ada = await freshPerson()
    await run(signOutEverywhere, ada, {})
    expect(await findSession(await startSession(asAnybody(), ada.actor, null))).toBeNull()
  })

  it("end after 30 days", async () => {
    const ada = await freshPerson()
    const daysAgo = (days: number) => () => new Date(Date.now() - days * 86_400_000)
    const old = await startSession(asAnybody(daysAgo(30.1)), ada.actor, null)
    const young = await startSession(asAnybody(daysAgo(29.9)), ada.actor, null)
    expect(await findSession(old)).toBeNull()
    expect(await findSession(young)).toMatchObject({ id: ada.actor.id })
  })

  it("record their last use at most every five minutes", async () => {
    const ada = await freshPerson()
    const minutesAgo = (minutes: number) => () => new Date(Date.now() - minutes * 60_000)
    const quiet = await startSession(asAnybody(minutesAgo(6)), ada.actor, null)
    const busy = await startSession(asAnybody(minutesAgo(4)), ada.actor, null)
    for (const id of [quiet, busy]) await findSession(id, phone)
    expect(await rowOf(quiet)).toMatchObject({ network: "2001:db8:1::/48", user_agent: "Phone" })
    expect((await rowOf(quiet))?.last_used_at.getTime()).toBeGreaterThan(minutesAgo(2)().getTime())
    expect(await rowOf(busy)).toMatchObject({ user_agent: "test" })
  })
})
