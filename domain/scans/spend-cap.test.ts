import { expect, it } from "vitest"
import { deleteEnginePrice } from "@/domain/ai-engines/delete-engine-price"
import { setEnginePrice } from "@/domain/ai-engines/set-engine-price"
import type { TeamEngine } from "@/domain/ai-engines/team-engines"
import { examplePrice } from "@/domain/ai-engines/testing/price"
import { listAudit } from "@/domain/audit/list"
import { Deadline } from "@/domain/kernel/deadline"
import { run } from "@/domain/kernel/operation"
import { asPerson } from "@/domain/testing/team"
import { inTeam, prisma, rows, sql } from "@/prisma/client"
import { createScan } from "./create"
import { getSpend } from "./get-spend"
import { processScan } from "./process-scan"
import { setSpendCap } from "./set-spend-cap"
import { expectedAnswerCost } from "./spend-cap"
import { sampleProject } from "./testing/sample-project"
import { makeDue, tasksOf, vendorOfFile, vendorProject } from "./testing/vendor-project"

const vendor = vendorOfFile()

const perRequest = (usd_per_request: number) => ({
  ...examplePrice,
  valid_from: "2026-01-01",
  usd_per_million_in: 0,
  usd_per_million_out: 0,
  usd_per_request,
  usd_per_search: 0,
})

async function askToTheEnd(scanId: string) {
  for (let round = 0; round < 100; round++) {
    if ((await processScan(scanId, new Deadline(5_000))) === null) return
    await makeDue(scanId)
  }
  throw new Error("the scan does not end")
}

const errorsOf = async (scanId: string) =>
  Object.fromEntries(
    Map.groupBy(await tasksOf(scanId), ({ status, error_code }) => error_code ?? status)
      .entries()
      .map(([key, of]) => [key, of.length]),
  )

it("is never exceeded, although two scans ask at the same time", async () => {
  const { ada, project, project_id, start } = await vendorProject(vendor, {
    prompts: 6,
    runs: 2,
    engine: { concurrency: 4 },
  })
  await run(setEnginePrice, ada, perRequest(0.02))
  await run(setSpendCap, ada, { cap_usd: 0.15 })
  const scans = [await start(project_id), await start(await project("More earbuds"))]
  await Promise.all(scans.map(({ id }) => askToTheEnd(id)))
  expect(vendor.asked).toHaveLength(7)
  const { data } = await run(getSpend, ada, {})
  expect(data).toEqual({ cap_usd: 0.15, spent_usd: expect.closeTo(0.14, 9), unknown_n: 0 })
  const [one = {}, two = {}] = await Promise.all(scans.map(({ id }) => errorsOf(id)))
  expect((one["succeeded"] ?? 0) + (two["succeeded"] ?? 0)).toBe(7)
  expect((one["spend_cap"] ?? 0) + (two["spend_cap"] ?? 0)).toBe(24 - 7)
})

it("holds for a scan that runs across the end of a month", async () => {
  const { ada, start } = await vendorProject(vendor, { prompts: 8, runs: 1 })
  await run(setEnginePrice, ada, perRequest(0.01))
  await run(setSpendCap, ada, { cap_usd: 0.05 })
  const { id } = await start()
  const spent = async () => (await run(getSpend, ada, {})).data.spent_usd
  await inTeam("*", () => rows(sql`update scan set queued_at = now() - interval '40 days' where id = ${id}`))
  await askToTheEnd(id)
  expect(vendor.asked).toHaveLength(5)
  expect(await spent()).toBeCloseTo(0.05, 9)
  await inTeam("*", () => rows(sql`update scan set finished_at = now() - interval '35 days' where id = ${id}`))
  expect(await spent()).toBe(0)
})

const perplexity: TeamEngine = {
  id: "perplexity_api",
  kind: "perplexity",
  settings: { model: "sonar", apiKey: null, webSearch: true },
  concurrency: 1,
  perMinute: null,
  isTrusted: false,
  prices: [],
}

it.each([
  [
    "the tasks in flight",
    sql`select from scan_task where team_id = 'team_1' and lease_token is not null`,
    "scan_task_leased_idx",
  ],
  [
    "the latest costs of an engine",
    sql`select ${expectedAnswerCost("team_1", perplexity, new Date())}`,
    "answer_cost_idx",
  ],
])("reads %s by an index", async (_, statement, index) => {
  const plan = await inTeam("*", () =>
    prisma.$transaction(async (tx) => {
      await tx.$executeRaw(sql`set local enable_seqscan = off`)
      return tx.$queryRaw(sql`explain ${statement}`)
    }),
  )
  expect(JSON.stringify(plan)).toContain(index)
})

it("asks nothing of an engine without a known price, and everything without a cap", async () => {
  const { ada, start } = await vendorProject(vendor, { prompts: 2, runs: 1 })
  await run(setSpendCap, ada, { cap_usd: 100 })
  const { id } = await start()
  await askToTheEnd(id)
  expect(vendor.asked).toHaveLength(0)
  expect(await errorsOf(id)).toEqual({ price_unknown: 2 })

  await run(setSpendCap, ada, { cap_usd: null })
  const { id: free } = await start()
  await askToTheEnd(free)
  expect(await errorsOf(free)).toEqual({ succeeded: 2 })
  expect((await run(getSpend, ada, {})).data).toEqual({ cap_usd: null, spent_usd: 0, unknown_n: 2 })
})

it("does not stop the sample engine, which costs nothing", async () => {
  const { ada, project_id } = await sampleProject({ prompts: 2 })
  await run(setSpendCap, ada, { cap_usd: 0 })
  const { data } = await run(createScan, ada, { project_id })
  await askToTheEnd(data.id)
  expect(await errorsOf(data.id)).toEqual({ succeeded: 4 })
  expect((await run(getSpend, ada, {})).data).toEqual({ cap_usd: 0, spent_usd: 0, unknown_n: 0 })
})

it("stops the first scan of an engine that reports its costs, until it has a price", async () => {
  const { ada, start } = await vendorProject(vendor, { prompts: 2, runs: 1, engineId: "perplexity_api" })
  await run(setSpendCap, ada, { cap_usd: 100 })
  const { id: withoutPrice } = await start()
  await askToTheEnd(withoutPrice)
  expect(await errorsOf(withoutPrice)).toEqual({ price_unknown: 2 })

  const price = { ...perRequest(0.01), engine_id: "perplexity_api" as const }
  await run(setEnginePrice, ada, price)
  const { id: withPrice } = await start()
  await askToTheEnd(withPrice)
  await run(deleteEnginePrice, ada, { engine_id: price.engine_id, model: price.model, valid_from: price.valid_from })
  const { id: withEarlierCosts } = await start()
  await askToTheEnd(withEarlierCosts)
  expect([await errorsOf(withPrice), await errorsOf(withEarlierCosts)]).toEqual([{ succeeded: 2 }, { succeeded: 2 }])
})

it("is set by owners and admins only, and recorded in the audit log", async () => {
  const { team, ada } = await vendorProject(vendor, { prompts: 0 })
  await run(setSpendCap, ada, { cap_usd: 2.5 })
  await run(setSpendCap, ada, { cap_usd: null })
  const { data } = await run(listAudit, ada, { action: "ai_visibility.spend_cap_set" })
  expect(data).toMatchObject([
    { subject_id: team.id, before: { cap_usd: 2.5 }, after: { cap_usd: null } },
    { subject_id: team.id, before: { cap_usd: null }, after: { cap_usd: 2.5 } },
  ])
  await expect(run(setSpendCap, asPerson(team, "member"), { cap_usd: 1 })).rejects.toMatchObject({
    code: "role_missing",
  })
})
