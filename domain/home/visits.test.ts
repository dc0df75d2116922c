import { expect, it } from "vitest"
import type { TeamContext } from "@/domain/kernel/context"
import { run } from "@/domain/kernel/operation"
import { freshMember } from "@/domain/testing/person"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { getPreviousVisit } from "./get-previous-visit"
import { recordVisit } from "./record-visit"

const at = (time: string) => `2026-11-20T${time}:00.000Z`
const callingAt = (member: TeamContext, time: string): TeamContext => ({ ...member, now: () => new Date(at(time)) })

/** Opens Home at the time, and returns the time of the previous visit that the page shows. */
async function openHome(member: TeamContext, time: string) {
  const ctx = callingAt(member, time)
  const { data } = await run(getPreviousVisit, ctx, {})
  await run(recordVisit, ctx, { read_at: at(time) })
  return data.visited_at
}

it("returns the end of the previous visit, during the whole visit, also to a viewer", async () => {
  const viewer = await freshMember(await freshTeam(), "viewer")
  expect(await openHome(viewer, "09:00")).toBeNull()
  expect(await openHome(viewer, "09:20")).toBeNull()
  expect(await openHome(viewer, "09:50")).toBeNull()
  // The first visit ended at 09:50.
  expect(await openHome(viewer, "10:21")).toBe(at("09:50"))
  expect(await openHome(viewer, "10:40")).toBe(at("09:50"))
  expect(await openHome(viewer, "14:00")).toBe(at("10:40"))
})

it("stores at most one time per minute", async () => {
  const member = await freshMember(await freshTeam(), "member")
  const record = async (seconds: string) => {
    const read_at = `2026-11-20T09:00:${seconds}.000Z`
    return (await run(recordVisit, callingAt(member, "09:05"), { read_at })).data.is_written
  }
  expect(await record("00")).toBe(true)
  expect(await record("59")).toBe(false)
  expect((await run(recordVisit, callingAt(member, "09:05"), { read_at: at("09:01") })).data.is_written).toBe(true)
})

it("ignores a page that was read before the last visit, and a time in the future", async () => {
  const member = await freshMember(await freshTeam(), "member")
  await openHome(member, "09:00")
  await openHome(member, "12:00")
  const record = (read_at: string) => run(recordVisit, callingAt(member, "13:00"), { read_at })
  expect((await record(at("08:00"))).data.is_written).toBe(false)
  await record(at("23:00"))
  expect((await run(getPreviousVisit, callingAt(member, "13:01"), {})).data.visited_at).toBe(at("12:00"))
  expect((await run(getPreviousVisit, callingAt(member, "14:00"), {})).data.visited_at).toBe(at("13:00"))
})

it("stores a time for each member and each team, and none for API keys", async () => {
  const team = await freshTeam()
  const other = await freshTeam()
  const ada = await freshMember(team, "owner")
  const ben = await freshMember(team, "viewer")
  await openHome(ada, "09:00")
  expect(await openHome(ben, "12:00")).toBeNull()
  expect(await openHome(ada, "12:00")).toBe(at("09:00"))
  const elsewhere = { ...asPerson(other), actor: ada.actor } as TeamContext
  expect(await openHome(elsewhere, "15:00")).toBeNull()
  expect((await run(getPreviousVisit, callingAt(ada, "15:00"), {})).data.visited_at).toBe(at("12:00"))
  await expect(run(getPreviousVisit, asKey(team), {})).rejects.toMatchObject({ code: "scope_missing" })
})
