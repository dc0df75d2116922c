import { expect, it } from "vitest"
import { newId } from "@/domain/kernel/ids"
import { reportWithFacts } from "@/domain/testing/live-report"
import { inTeam, prisma } from "@/prisma/client"
import { findBreaks } from "./breaks"

it("returns changes of the tracking within the period, and charts show them", async () => {
  const { live, client } = await reportWithFacts([
    { kind: "time_series", query: { metrics: ["sessions"] } },
    { kind: "metric", query: { metrics: ["sessions"] } },
  ])
  const { id: client_id, team_id } = client
  const note = (date: string, kind: string, text: string) => ({
    id: newId("annotation"),
    team_id,
    client_id,
    date: new Date(date),
    kind,
    text,
  })
  const data = [
    note("2026-11-10", "tracking_change", "New consent banner"),
    note("2026-11-02", "tracking_change", "New analytics property"),
    note("2026-11-05", "launch", "Catalogue launched"),
    note("2026-01-05", "tracking_change", "Long ago"),
  ]
  await inTeam(team_id, () => prisma.annotation.createMany({ data }))
  const expected = [
    { date: "2026-11-02", reason: "New analytics property" },
    { date: "2026-11-10", reason: "New consent banner" },
  ]
  const period = { from: "2026-11-01", to: "2026-11-19" }
  expect(await inTeam(team_id, () => findBreaks(team_id, client_id, period))).toMatchObject(expected)
  const [chart, metric] = (await live()).data.widgets
  expect([chart?.breaks, metric?.breaks]).toEqual([expected, []])
})
