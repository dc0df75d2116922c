/** Starts a loopback vendor for a test file and creates projects that ask it. */
import { afterAll, afterEach, beforeAll, vi } from "vitest"
import { type EngineId, engineDefinitions } from "@/domain/ai-engines/kinds"
import { setUpEngine } from "@/domain/ai-engines/set-up-engine"
import { startVendorServer, type VendorServer } from "@/domain/ai-engines/testing/vendor-server"
import { createBrand } from "@/domain/ai-projects/brands/create-brand"
import { createProject } from "@/domain/ai-projects/create-project"
import { createPrompts } from "@/domain/ai-projects/prompts/create-prompts"
import { listEvents } from "@/domain/events/list"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma, rows, sql } from "@/prisma/client"
import { createScan } from "../create"
import { getScan } from "../get"

export const vendorKey = "sk-vendor-0123456789abcdef"

/** Starts one vendor for all tests of the calling file. */
export function vendorOfFile(): VendorServer {
  const vendor = { asked: [], failures: [], answers: [] } as unknown as VendorServer
  beforeAll(async () => void (await startVendorServer(vendor)))
  afterAll(() => vendor.close())
  afterEach(() => {
    vi.unstubAllEnvs()
    for (const list of [vendor.asked, vendor.failures, vendor.answers]) list.splice(0)
    vendor.delayMs = 0
    vendor.respond = undefined
  })
  return vendor
}

type ProjectOptions = {
  prompts?: number
  runs?: number
  /** A second vendor that answers as Perplexity. */
  other?: VendorServer
  budget?: number
  engine?: Partial<Omit<Parameters<typeof run<typeof setUpEngine>>[2], "engine_id">>
  engineId?: Exclude<EngineId, "sample" | "compatible_api">
}

export async function vendorProject(vendor: VendorServer, wanted: ProjectOptions = {}) {
  const { prompts = 4, runs = 2, other, budget = 0, engine = {}, engineId = "openai_api" } = wanted
  // OpenAI has the API version in the base URL.
  const { kind } = engineDefinitions[engineId]
  const url = kind === "openai" ? `${vendor.url}/v1` : vendor.url
  vi.stubEnv("AI_ENGINE_URLS", JSON.stringify({ [kind]: url, ...(other && { perplexity: other.url }) }))
  const team = await freshTeam()
  const ada = asPerson(team)
  const client_id = newId("client")
  await inTeam(team.id, () =>
    prisma.client.create({ data: { id: client_id, team_id: team.id, name: "Sony", slug: client_id.toLowerCase() } }),
  )
  const settings = { engine_id: engineId, api_key: vendorKey, concurrency: 3, is_enabled: true, ...engine }
  await run(setUpEngine, ada, settings)
  if (other) await run(setUpEngine, ada, { ...settings, engine_id: "perplexity_api" })
  await run(setUpEngine, ada, { engine_id: "sample", is_enabled: true })
  const project = async (name = "Earbuds") => {
    const { data } = await run(createProject, ada, {
      client_id,
      name,
      own_brand: { name: "Sony" },
      runs_per_prompt: runs,
      monthly_answer_budget: budget,
      asked_engines: other ? [engineId, "perplexity_api"] : [engineId],
    })
    await run(createBrand, ada, { project_id: data.id, name: "Anker" })
    const texts = Array.from({ length: prompts }, (_, i) => ({ text: `Which earbuds are best, ${i}?` }))
    if (prompts > 0) await run(createPrompts, ada, { project_id: data.id, prompts: texts })
    return data.id
  }
  const project_id = await project()
  const start = async (id = project_id) => (await run(createScan, ada, { project_id: id })).data
  const scanOf = async (scan_id: string) => (await run(getScan, asKey(team), { scan_id })).data
  const events = async () => (await run(listEvents, asKey(team), { types: ["scan.completed"] } as never)).data
  return { team, ada, project_id, project, start, scanOf, events }
}

export const tasksOf = (scanId: string) =>
  inTeam("*", () =>
    rows<{ status: string; attempts: number; error_code: string | null; lease_token: string | null }>(
      sql`select status, attempts, error_code, lease_token from scan_task where scan_id = ${scanId}`,
    ),
  )

/** Makes waiting tasks and paused engines due immediately. */
export const makeDue = (scanId: string) =>
  inTeam("*", async () => {
    await rows(
      sql`update scan_task set due_at = now() - interval '1 s' where scan_id = ${scanId} and due_at is not null`,
    )
    await rows(
      sql`update team_engine e set next_question_at = null from scan s where s.id = ${scanId} and e.team_id = s.team_id`,
    )
  })
