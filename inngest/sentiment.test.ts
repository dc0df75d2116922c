/**
 * Tests a kill -9 while sentiment is classified: only requests in flight are repeated, and the scan ends with every
 * label.
 */
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { setUpEngine } from "@/domain/ai-engines/set-up-engine"
import { saying, startVendorServer, type VendorServer } from "@/domain/ai-engines/testing/vendor-server"
import { createBrand } from "@/domain/ai-projects/brands/create-brand"
import { createProject } from "@/domain/ai-projects/create-project"
import { createPrompts } from "@/domain/ai-projects/prompts/create-prompts"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { createScan } from "@/domain/scans/create"
import { getScan } from "@/domain/scans/get"
import { setUpSentimentModel } from "@/domain/sentiment/set-up-sentiment-model"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { backgroundProcess } from "./testing/background"

ownDatabase()

let vendor: VendorServer
beforeAll(async () => {
  vendor = await startVendorServer()
})
afterAll(() => vendor.close())

const apiKey = "sk-vendor-0123456789abcdef"
const prompts = 200
const concurrency = 4
const said = [
  { brand: "B1", sentiment: "positive" },
  { brand: "B2", sentiment: "negative" },
]

/** A scan whose answers come from OpenAI and whose sentiment Claude classifies, both on the loopback server. */
async function startedProject() {
  vi.stubEnv("AI_ENGINE_URLS", JSON.stringify({ openai: `${vendor.url}/v1`, anthropic: vendor.url }))
  vendor.respond = ({ path }) =>
    path.endsWith("/messages") ? { answer: saying(path, JSON.stringify({ labels: said })) } : undefined
  const team = await freshTeam()
  const ada = asPerson(team)
  const client_id = newId("client")
  await inTeam(team.id, () =>
    prisma.client.create({ data: { id: client_id, team_id: team.id, name: "Sony", slug: client_id.toLowerCase() } }),
  )
  for (const engine_id of ["openai_api", "anthropic_api"] as const)
    await run(setUpEngine, ada, { engine_id, api_key: apiKey, concurrency, is_enabled: true })
  await run(setUpSentimentModel, ada, { engine_id: "anthropic_api", is_enabled: true })
  const { data: project } = await run(createProject, ada, {
    client_id,
    name: "Earbuds",
    own_brand: { name: "Sony" },
    runs_per_prompt: 1,
    asked_engines: ["openai_api"],
  })
  await run(createBrand, ada, { project_id: project.id, name: "Anker" })
  const texts = Array.from({ length: prompts }, (_, i) => ({ text: `Which earbuds are best, ${i}?` }))
  await run(createPrompts, ada, { project_id: project.id, prompts: texts })
  const { data: scan } = await run(createScan, ada, { project_id: project.id })
  const scanNow = async () => (await run(getScan, asKey(team), { scan_id: scan.id })).data
  const labels = () => inTeam(team.id, () => prisma.mention.groupBy({ by: ["sentiment"], _count: true }))
  return { scanNow, labels }
}

it("the next process continues the sentiment classification after a kill", async () => {
  const { scanNow, labels } = await startedProject()
  const classifications = () => vendor.asked.filter(({ path }) => path.endsWith("/messages")).length
  const first = await backgroundProcess()
  await expect.poll(classifications, { interval: 10 }).toBeGreaterThan(prompts / 5)
  await first.kill()
  expect((await scanNow()).status).toBe("running")
  await backgroundProcess()
  await expect.poll(scanNow).toMatchObject({ status: "completed", sentiment: { judged: prompts, total: prompts } })
  expect(classifications()).toBeLessThanOrEqual(prompts + concurrency)
  const counts = Object.fromEntries((await labels()).map(({ sentiment, _count }) => [sentiment, _count]))
  expect(counts).toEqual({ positive: prompts, negative: prompts })
})
