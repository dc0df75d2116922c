import { expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { freshSource } from "@/domain/testing/facts"
import { freshReport } from "@/domain/testing/report"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { listDataThrough } from "./list-data-through"

it("returns the last day that all sources of a report's client have reached", async () => {
  const team = await freshTeam()
  const client = await freshClient(team)
  const withoutSources = await freshClient(team)
  await freshSource(team, client, [], { data_through: new Date("2026-11-19") })
  await freshSource(team, client, [], { data_through: new Date("2026-11-17") })
  await freshSource(team, client, [], { data_through: new Date("2026-11-01"), status: "disconnected" })
  const report = await freshReport(team, client, [])
  const empty = await freshReport(team, withoutSources, [])
  const listed = async (query: object = {}) => (await run(listDataThrough, asPerson(team, "viewer"), query)).data
  const expected = [
    { report_id: report.id, data_through: "2026-11-17" },
    { report_id: empty.id, data_through: null },
  ]
  expect(await listed()).toEqual(expected.toSorted((a, b) => a.report_id.localeCompare(b.report_id)))
  expect(await listed({ report_id: [empty.id] })).toEqual([expected[1]])
})
