import { afterEach, expect, it, vi } from "vitest"
import { setUpEngine } from "@/domain/ai-engines/set-up-engine"
import { createBrand } from "@/domain/ai-projects/brands/create-brand"
import { listBrands } from "@/domain/ai-projects/brands/list-brands"
import { updateBrand } from "@/domain/ai-projects/brands/update-brand"
import { getProject } from "@/domain/ai-projects/get-project"
import { setSourceType } from "@/domain/ai-projects/set-source-type"
import { updateProject } from "@/domain/ai-projects/update-project"
import { getSource } from "@/domain/answers/get-source"
import { getSourceClasses } from "@/domain/answers/get-source-classes"
import { listAudit } from "@/domain/audit/list"
import { Deadline } from "@/domain/kernel/deadline"
import { log } from "@/domain/kernel/log"
import { run } from "@/domain/kernel/operation"
import { WorkerThread } from "@/domain/kernel/worker-thread"
import { type AnswerFileLine, answerFile, answerLine } from "@/domain/testing/answer-lines"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { getMetrics } from "@/domain/visibility/get-metrics"
import { inTeam, prisma, rows, sql } from "@/prisma/client"
import { createScan } from "../create"
import { importAnswers } from "../import/import-answers"
import { processScan } from "../process-scan"
import { findIdleRecounts, recountProject } from "./recount-project"

afterEach(() => vi.restoreAllMocks())

const days = ["2026-03-02", "2026-03-09"]
const sources = [{ url: "https://www.bose.com/quiet" }, { url: "https://reviews.example/x" }]
const text = "Sony leads. Bose is close, and Soundcore costs less."

/** A project for the brand Sony, with two scans of 150 answers each. By default the answers are unlabelled. */
async function setup(more: AnswerFileLine = {}, runs = 150) {
  const team = await freshTeam()
  const { labelled_brands: _, ...unlabelled } = answerLine()
  const lines = days.flatMap((day) =>
    Array.from({ length: runs }, (_, i) => ({
      ...unlabelled,
      asked_at: `${day}T10:00:00Z`,
      run: i + 1,
      response: text,
      sources,
      ...more,
    })),
  )
  await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel", own: "Sony" })
  const ada = asPerson(team)
  const project_id = (await inTeam(team.id, () => prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } })))
    .id
  const scans = await inTeam(team.id, () =>
    prisma.scan.findMany({ where: { team_id: team.id }, orderBy: { finished_at: "asc" } }),
  )
  const brandId = async (name: string) =>
    (await run(listBrands, ada, { project_id } as never)).data.find((brand) => brand.name === name)?.id ?? ""
  const progress = async () => (await run(getProject, ada, { project_id })).data.recount
  const mentions = () =>
    inTeam(team.id, () =>
      prisma.mention.findMany({ where: { team_id: team.id }, orderBy: [{ answer_id: "asc" }, { rank: "asc" }] }),
    )
  const figures = async (scan_id: string) => {
    const { data } = await run(getMetrics, ada, { project_id, scan_id, prompt_scope: "all" } as never)
    return Object.fromEntries(data.rows.map((row) => [row.brand.name, row.visibility.value]))
  }
  const recount = (ms = 60_000) => recountProject(project_id, new Deadline(ms))
  return { team, ada, project_id, scans, brandId, progress, mentions, figures, recount }
}

it("adds a new brand to the metrics of earlier scans and to the citations of its site", async () => {
  const { team, ada, project_id, scans, progress, figures, recount } = await setup()
  expect(await progress()).toBeNull()
  await run(createBrand, ada, { project_id, name: "Bose", domains: ["bose.com"] })
  expect(await progress()).toEqual({ status: "running", done: 0, total: 300 })
  expect(await figures(scans[0]?.id ?? "")).toEqual({ Sony: 1 })
  expect(await recount()).toBeNull()
  expect(await progress()).toEqual({ status: "done", done: 300, total: 300 })
  for (const { id } of scans) expect(await figures(id)).toEqual({ Sony: 1, Bose: 1 })
  const bose = await inTeam(team.id, () =>
    rows(
      sql`select distinct c.source_class, b.name from citation c join ai_brand b on b.id = c.brand_id where c.team_id = ${team.id}`,
    ),
  )
  expect(bose).toEqual([{ source_class: "competitor", name: "Bose" }])
  const listed = await inTeam(team.id, () =>
    prisma.aiSource.findMany({ where: { team_id: team.id, registrable_domain: "bose.com" } }),
  )
  expect(listed.map(({ listing, source_class, citations_n }) => [listing, source_class, citations_n]).sort()).toEqual([
    ["cited_domain", "competitor", 300],
    ["cited_url", "competitor", 300],
  ])
  expect(await inTeam("*", () => rows(sql`select 1 from webhook_message where team_id = ${team.id}`))).toEqual([])
})

it("keeps the sentiment of unchanged mentions, finds a new alias, and drops matches of a negative alias", async () => {
  const { ada, team, brandId, mentions, recount } = await setup()
  await inTeam(team.id, () =>
    prisma.mention.updateMany({ data: { sentiment: "positive", sentiment_method: "by hand" } }),
  )
  const before = await mentions()
  await run(updateBrand, ada, { brand_id: await brandId("Sony"), aliases: ["Soundcore"] })
  expect(await recount()).toBeNull()
  const after = await mentions()
  expect(after).toHaveLength(300)
  expect(after.every((one) => one.count === 2 && one.sentiment === "positive")).toBe(true)
  expect(after.map(({ count, ...rest }) => rest)).toEqual(before.map(({ count, ...rest }) => rest))
  await run(updateBrand, ada, { brand_id: await brandId("Sony"), aliases: [], negative_aliases: ["Sony leads"] })
  expect(await recount()).toBeNull()
  expect(await mentions()).toEqual([])
})

it("keeps the mentions of answers that a person labelled", async () => {
  const { ada, project_id, scans, brandId, mentions, figures, progress, recount } = await setup({
    labelled_brands: ["Sony"],
  })
  const before = await mentions()
  await run(createBrand, ada, { project_id, name: "Bose" })
  await run(updateBrand, ada, { brand_id: await brandId("Sony"), name: "Nothing", negative_aliases: ["Sony"] })
  expect(await recount()).toBeNull()
  expect(await progress()).toMatchObject({ status: "done", done: 300 })
  expect(await mentions()).toEqual(before)
  expect(await figures(scans[0]?.id ?? "")).toEqual({ Nothing: 1, Bose: 0 })
})

it("shows the complete old metrics of a scan until it is done, and starts with the latest scan", async () => {
  const { ada, project_id, scans, progress, figures, mentions, recount } = await setup()
  const [earlier, latest] = scans.map(({ id }) => id) as [string, string]
  await run(createBrand, ada, { project_id, name: "Bose" })
  const seen = new Set<string>()
  for (let round = 0; (await recount(1)) === 0 && round < 200; round++) {
    const now = await progress()
    const old = await figures(earlier)
    const swapped = await figures(latest)
    seen.add(`${now?.done} ${JSON.stringify(swapped)} ${JSON.stringify(old)}`)
  }
  expect([...seen].filter((line) => line.includes('{"Sony":1} {"Sony":1,"Bose":1}'))).toEqual([])
  expect([...seen].some((line) => line.startsWith('100 {"Sony":1} {"Sony":1}'))).toBe(true)
  expect(await mentions()).toHaveLength(600)
})

it("restarts for a newer change, and resumes after an interruption", async () => {
  const { ada, project_id, scans, figures, progress, recount } = await setup()
  await run(createBrand, ada, { project_id, name: "Bose" })
  while ((await progress())?.done === 0) expect(await recount(1)).toBe(0)
  const { done = 0 } = (await progress()) ?? {}
  expect([100, 150]).toContain(done)
  await run(createBrand, ada, { project_id, name: "Anker", aliases: ["Soundcore"] })
  expect(await progress()).toEqual({ status: "running", done: 0, total: 300 })
  while ((await recount(5)) === 0);
  expect(await progress()).toEqual({ status: "done", done: 300, total: 300 })
  for (const { id } of scans) expect(await figures(id)).toEqual({ Sony: 1, Bose: 1, Anker: 1 })
  expect(await recount()).toBeNull()
})

it("runs once when several workers start it", async () => {
  const { ada, project_id, progress, mentions, recount } = await setup()
  await run(createBrand, ada, { project_id, name: "Bose" })
  await Promise.all([recount(), recount(), recount()])
  expect(await recount()).toBeNull()
  expect(await progress()).toEqual({ status: "done", done: 300, total: 300 })
  expect(await mentions()).toHaveLength(600)
})

it("removes the mentions of an ignored brand and updates the ranks of the others", async () => {
  const { ada, project_id, mentions, figures, scans, brandId, recount } = await setup()
  const names = [["Bose"], ["Anker", "Soundcore"]] as const
  for (const [name, ...aliases] of names) await run(createBrand, ada, { project_id, name, aliases: [...aliases] })
  await recount()
  const anker = await brandId("Anker")
  const rank = async () => [...new Set((await mentions()).filter((m) => m.brand_id === anker).map((m) => m.rank))]
  expect(await rank()).toEqual([3])
  await run(updateBrand, ada, { brand_id: await brandId("Bose"), kind: "ignored" })
  await recount()
  expect(await rank()).toEqual([2])
  expect(await figures(scans[1]?.id ?? "")).toEqual({ Sony: 1, Anker: 1 })
})

it("starts no recount when a change does not affect extraction", async () => {
  const { ada, project_id, brandId, progress } = await setup({}, 1)
  await run(updateBrand, ada, { brand_id: await brandId("Sony"), name: "Sony", aliases: [] })
  await run(createBrand, ada, { project_id, name: "Guide", kind: "ignored" })
  await run(updateBrand, ada, { brand_id: await brandId("Guide"), name: "The guide" })
  expect(await progress()).toBeNull()
})

it("marks prompts as branded when they contain your brand's new name, in earlier metrics too", async () => {
  const { ada, scans, brandId, figures, recount, project_id } = await setup({ prompt: "Is Soundcore good?" })
  const unbranded = async () => {
    const scan_id = scans[0]?.id
    return (await run(getMetrics, ada, { project_id, scan_id } as never)).data.rows[0]?.visibility.denominator ?? 0
  }
  expect(await unbranded()).toBeGreaterThan(0)
  await run(updateBrand, ada, { brand_id: await brandId("Sony"), aliases: ["Soundcore"] })
  await recount()
  expect(await unbranded()).toBe(0)
  expect(await figures(scans[0]?.id ?? "")).toEqual({ Sony: 1 })
})

it("re-extracts a scan that was in progress when the brands changed, once it has ended", async () => {
  const { team, ada, project_id, progress, figures, recount } = await setup({}, 1)
  await run(setUpEngine, ada, { engine_id: "sample", is_enabled: true })
  await run(updateProject, ada, { project_id, asked_engines: ["sample"], runs_per_prompt: 5 })
  const { data: scan } = await run(createScan, ada, { project_id })
  await run(createBrand, ada, { project_id, name: "Late", aliases: ["Invented by the sample"] })
  await recount()
  expect(await progress()).toMatchObject({ status: "done", total: 2 })
  // The process that records the answers loaded the brands before the change.
  await inTeam(team.id, () =>
    rows(sql`update ai_brand set kind = 'ignored' where team_id = ${team.id} and name = 'Late'`),
  )
  expect(await processScan(scan.id, new Deadline(90_000))).toBeNull()
  await inTeam(team.id, () =>
    rows(sql`update ai_brand set kind = 'competitor' where team_id = ${team.id} and name = 'Late'`),
  )
  expect(await progress()).toEqual({ status: "running", done: 0, total: 5 })
  expect(await recount()).toBeNull()
  expect(await figures(scan.id)).toMatchObject({ Late: 1 })
})

it("keeps the mentions of an answer that cannot be read, and continues", async () => {
  const { ada, project_id, progress, mentions, recount } = await setup({}, 2)
  await run(createBrand, ada, { project_id, name: "Bose" })
  const failure = new Error("findMentions did not end within 60 s in its worker thread.")
  vi.spyOn(WorkerThread.prototype, "run").mockRejectedValueOnce(failure)
  const alarm = vi.spyOn(log, "error").mockReturnValue()
  expect(await recount()).toBeNull()
  expect(alarm.mock.calls).toEqual([
    [{ err: failure, answer_id: expect.any(String) }, expect.stringContaining("could not re-extract a stored answer")],
  ])
  const [{ answer_id }] = alarm.mock.calls[0] as unknown as [{ answer_id: string }]
  expect((await mentions()).filter((mention) => mention.answer_id === answer_id)).toHaveLength(1)
  expect(await mentions()).toHaveLength(7)
  expect(await progress()).toEqual({ status: "done", done: 4, total: 4 })
})

it("fails when no answer can be read, and later resumes where it stopped", async () => {
  const { ada, project_id, progress, mentions, recount } = await setup({}, 2)
  await run(createBrand, ada, { project_id, name: "Bose" })
  const threads = vi.spyOn(WorkerThread.prototype, "run").mockRejectedValue(new Error("no module"))
  await expect(recount()).rejects.toThrow("no module")
  expect(await progress()).toEqual({ status: "running", done: 0, total: 4 })
  threads.mockRestore()
  expect(await recount()).toBeNull()
  expect(await mentions()).toHaveLength(8)
})

it("finds a recount whose notification was lost", async () => {
  const { ada, project_id, team } = await setup({}, 1)
  await run(createBrand, ada, { project_id, name: "Bose" })
  expect(await findIdleRecounts()).not.toContain(project_id)
  await inTeam(team.id, () => rows(sql`update ai_recount set updated_at = now() - interval '1 minute'`))
  expect(await findIdleRecounts()).toContain(project_id)
})

it("applies the source type that a team chose to earlier and to new citations, but not to sites of brands", async () => {
  const { team, ada, project_id, recount } = await setup({}, 2)
  const classOf = async (domain: string) => (await run(getSource, ada, { project_id, domain })).data
  const before = await classOf("reviews.example")
  await run(setSourceType, ada, { project_id, domain: "reviews.example", source_class: "ugc" })
  await recount()
  expect(await classOf("reviews.example")).toMatchObject({ source_class: "ugc", chosen_source_class: "ugc" })
  const classes = (await run(getSourceClasses, ada, { project_id } as never)).data
  expect(classes.at(-1)?.classes).toContainEqual({ source_class: "ugc", citations_n: 2, answers_n: 2 })

  const { labelled_brands: _, ...unlabelled } = answerLine()
  const line = { ...unlabelled, asked_at: "2026-03-16T10:00:00Z", run: 1, response: text, sources }
  await importAnswers({ teamId: team.id, file: answerFile([line]), project: "Panel", own: "Sony" })
  const written = await inTeam(team.id, () =>
    prisma.citation.findMany({ where: { team_id: team.id, registrable_domain: "reviews.example" } }),
  )
  expect(new Set(written.map(({ source_class }) => source_class))).toEqual(new Set(["ugc"]))
  expect(written).toHaveLength(5)

  await run(setSourceType, ada, { project_id, domain: "reviews.example", source_class: null })
  await recount()
  expect(await classOf("reviews.example")).toMatchObject({
    source_class: before.source_class,
    chosen_source_class: null,
  })
  const { data: entries } = await run(listAudit, ada, { action: "ai_visibility.source_type_set" })
  const domain = "reviews.example"
  expect(entries).toMatchObject([
    { before: { domain, source_class: "ugc" }, after: { domain, source_class: null } },
    { before: { domain, source_class: null }, after: { domain, source_class: "ugc" } },
  ])
})
