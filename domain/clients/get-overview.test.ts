import { expect, it } from "vitest"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { recordFindings } from "@/domain/signals/record-findings"
import { checkOf, foundNow } from "@/domain/signals/testing/findings"
import { freshClient } from "@/domain/testing/client"
import { freshSource } from "@/domain/testing/facts"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { getClientOverview } from "./get-overview"

it("returns a client with what belongs to it, and nothing of other clients", async () => {
  const team = await freshTeam()
  const client = await freshClient(team, { name: "Bergamo Bikes" })
  const other = await freshClient(team)
  const facts = [{ metric_id: "sessions", date: "2026-11-19", value: 10 }]
  const source_id = await freshSource(team, client, facts, { display_name: "GA4 of Bergamo", status: "error" })
  await freshSource(team, client, facts, { status: "disconnected" })
  await freshSource(team, other, facts)
  const common = { team_id: team.id, client_id: client.id }
  const report = { ...common, id: newId("report"), name: "Monthly" }
  const project = { ...common, id: newId("aiProject"), name: "E-bikes", language: "en" }
  await inTeam(team.id, async () => {
    await prisma.report.create({ data: report })
    await prisma.report.create({ data: { ...report, id: newId("report"), status: "archived" } })
    await prisma.aiProject.create({ data: project })
    await recordFindings(checkOf(team, client), [foundNow()], new Date())
  })
  const read = async (client_id: string) => (await run(getClientOverview, asPerson(team, "viewer"), { client_id })).data
  expect(await read(client.id)).toMatchObject({
    name: "Bergamo Bikes",
    data_sources: [{ id: source_id, display_name: "GA4 of Bergamo", status: "error", data_through: "2026-11-19" }],
    reports: [{ id: report.id, name: "Monthly", status: "draft" }],
    visibility_projects: [{ id: project.id, name: "E-bikes", status: "active" }],
    open_signals: 1,
  })
  expect(await read(other.id)).toMatchObject({ reports: [], visibility_projects: [], open_signals: 0 })
})

it("does not find the client of another team", async () => {
  const team = await freshTeam()
  const other = await freshTeam()
  const { id: client_id } = await freshClient(other)
  await expect(run(getClientOverview, asPerson(team), { client_id })).rejects.toMatchObject({
    code: "resource_not_found",
  })
})
