import { expect, it } from "vitest"
import { setUpEngine } from "@/domain/ai-engines/set-up-engine"
import { createProject } from "@/domain/ai-projects/create-project"
import { createPrompts } from "@/domain/ai-projects/prompts/create-prompts"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { createScan } from "@/domain/scans/create"
import { getScan } from "@/domain/scans/get"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { acrossTeams, inTeam, prisma, rows, sql } from "@/prisma/client"
import { backgroundWork, triggerCron } from "./testing/background"

ownDatabase()

/** A project of 20 prompts for the sample engine. */
async function vendorScan() {
  const team = await freshTeam()
  const ada = asPerson(team)
  const client_id = newId("client")
  await inTeam(team.id, () =>
    prisma.client.create({ data: { id: client_id, team_id: team.id, name: "Sony", slug: client_id.toLowerCase() } }),
  )
  await run(setUpEngine, ada, { engine_id: "sample", is_enabled: true, concurrency: 10 })
  const settings = { client_id, name: "Earbuds", own_brand: { name: "Sony" }, asked_engines: ["sample" as const] }
  const { data: project } = await run(createProject, ada, settings)
  const prompts = Array.from({ length: 20 }, (_, i) => ({ text: `Which earbuds are best, ${i}?` }))
  await run(createPrompts, ada, { project_id: project.id, prompts })
  const start = async () => (await run(createScan, ada, { project_id: project.id })).data.id
  const scanOf = async (scan_id: string) => (await run(getScan, asKey(team), { scan_id })).data
  return { start, scanOf }
}

const ended = { status: "completed", answers_valid: 60, tasks: { total: 60, succeeded: 60 } }
const events = () => acrossTeams(() => rows(sql`select 1 from webhook_message where type = 'scan.completed'`))

it("runs a scan as soon as it is started, and sends one event", async () => {
  const { start, scanOf } = await vendorScan()
  await backgroundWork()
  const id = await start()
  await expect.poll(() => scanOf(id)).toMatchObject(ended)
  expect(await events()).toHaveLength(1)
})

it("the sweep starts a scan whose notification was lost", async () => {
  const { start, scanOf } = await vendorScan()
  const id = await start()
  await backgroundWork()
  await triggerCron("sweep")
  await expect.poll(() => scanOf(id)).toMatchObject(ended)
})
