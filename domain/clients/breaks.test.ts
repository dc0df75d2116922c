import { expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { declareBreak } from "./declare-break"
import { listBreaks } from "./list-breaks"
import { removeBreak } from "./remove-break"

const november = { from: "2026-11-01", to: "2026-11-30" }
const given = { date: "2026-11-09", reason: "New consent banner" }

async function setup() {
  const team = await freshTeam()
  const { id: client_id } = await freshClient(team)
  const member = asPerson(team, "member")
  const list = async (range = november) => (await run(listBreaks, member, { client_id, ...range })).data
  return { team, client_id, member, list }
}

it("declares, lists and removes a break, with entries in the audit log", async () => {
  const { team, client_id, member, list } = await setup()
  const { data } = await run(declareBreak, member, { client_id, ...given })
  expect(await list()).toEqual([data])
  expect(await list({ from: "2026-11-10", to: "2026-11-30" })).toEqual([])
  await run(removeBreak, member, { client_id, break_id: data.id })
  expect(await list()).toEqual([])
  const { data: entries } = await run(listAudit, asPerson(team, "owner"), {})
  expect(entries.map(({ action }) => action)).toEqual(["client.break_removed", "client.break_declared"])
})

it("refuses viewers, other teams and archived clients", async () => {
  const { team, client_id } = await setup()
  const other = await freshTeam()
  const archived = await freshClient(team, { status: "archived" })
  await expect(run(declareBreak, asPerson(team, "viewer"), { client_id, ...given })).rejects.toMatchObject({
    status: 403,
  })
  await expect(run(declareBreak, asPerson(other, "owner"), { client_id, ...given })).rejects.toMatchObject({
    status: 404,
  })
  await expect(run(listBreaks, asPerson(other, "owner"), { client_id, ...november })).rejects.toMatchObject({
    status: 404,
  })
  await expect(run(declareBreak, asPerson(team, "member"), { client_id: archived.id, ...given })).rejects.toMatchObject(
    { code: "state_conflict" },
  )
})
