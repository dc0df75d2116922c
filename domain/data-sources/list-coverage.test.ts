import { expect, it } from "vitest"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { freshSource } from "@/domain/testing/facts"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { listCoverage } from "./list-coverage"

const fact = (date: string, more = {}) => ({ metric_id: "sessions", date, value: 1, ...more })
const asked = { to: "2026-11-20", days: 10 }

it("the list contains the days without a daily value between the first and the last day of each source", async () => {
  const team = await freshTeam()
  const client = await freshClient(team)
  const source = await freshSource(team, client, [
    fact("2026-10-01"),
    fact("2026-11-12", { value: 0 }),
    fact("2026-11-13", { dims: { channel: "email" } }),
    fact("2026-11-15", { metric_id: "users" }),
    fact("2026-11-16", { metric_id: "users", grain: "week" }),
    fact("2026-11-18"),
  ])
  const young = await freshSource(team, client, [fact("2026-11-17"), fact("2026-11-25")])
  const { data } = await run(listCoverage, asPerson(team, "viewer"), { data_source_id: [young, source], ...asked })
  expect(data).toEqual([
    {
      data_source_id: source,
      from: "2026-11-11",
      to: "2026-11-18",
      no_data_on: ["2026-11-11", "2026-11-14", "2026-11-16", "2026-11-17"],
    },
    {
      data_source_id: young,
      from: "2026-11-17",
      to: "2026-11-20",
      no_data_on: ["2026-11-18", "2026-11-19", "2026-11-20"],
    },
  ])
})

it("the list contains no days of a source without data in the period, or without any data", async () => {
  const team = await freshTeam()
  const client = await freshClient(team)
  const ids = [
    await freshSource(team, client, [fact("2026-11-10")]),
    await freshSource(team, client, [fact("2026-11-21")]),
    await freshSource(team, client, []),
  ]
  const { data } = await run(listCoverage, asPerson(team, "viewer"), { data_source_id: ids, ...asked })
  expect(data).toEqual(ids.map((data_source_id) => ({ data_source_id, from: null, to: null, no_data_on: [] })))
})

it("the list does not find a source of another team, nor one that does not exist", async () => {
  const team = await freshTeam()
  const other = await freshTeam()
  const own = await freshSource(team, await freshClient(team), [])
  const foreign = await freshSource(other, await freshClient(other), [])
  for (const id of [foreign, newId("dataSource")]) {
    const call = run(listCoverage, asPerson(team, "viewer"), { data_source_id: [own, id], ...asked })
    await expect(call).rejects.toMatchObject({ code: "resource_not_found" })
  }
})
