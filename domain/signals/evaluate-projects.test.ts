import { expect, it } from "vitest"
import { createBrand } from "@/domain/ai-projects/brands/create-brand"
import { Deadline } from "@/domain/kernel/deadline"
import { run } from "@/domain/kernel/operation"
import { describeScan } from "@/domain/scans/describe-scan"
import { importAnswers } from "@/domain/scans/import/import-answers"
import { recountProject } from "@/domain/scans/recount/recount-project"
import { answerFile, answerLine } from "@/domain/testing/answer-lines"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { type CountedScan, countedPanel } from "@/domain/visibility/testing/counted-panel"
import { inTeam, Prisma, prisma } from "@/prisma/client"
import { evaluateDueClient } from "./due-clients"
import { evaluateClient } from "./evaluate-client"
import { getSeries } from "./get-series"
import { listSignals } from "./list"

const prompts = 20
const runs = 3

/** Answers of one day: Bose is named in the first `bose` prompts, and Sony in the others. */
const wave = (day: string, bose: number) =>
  Array.from({ length: prompts * runs }, (_, i) => {
    const prompt = Math.floor(i / runs)
    const named = prompt < bose ? ["Bose"] : ["Sony"]
    return answerLine({
      prompt: `prompt ${prompt}`,
      run: (i % runs) + 1,
      asked_at: `${day}T10:00:00Z`,
      response: `${named.join(", ")}.`,
      labelled_brands: named,
    })
  })

/** Gives ChatGPT another model in each scan. */
async function changeModels(team_id: string) {
  await inTeam(team_id, async () => {
    const scans = await prisma.scan.findMany({ where: { team_id }, orderBy: { finished_at: "asc" } })
    for (const [i, { id }] of scans.entries()) {
      const engines = [{ id: "chatgpt", config: `config ${i}`, model: `gpt-${5 + i}` }]
      await prisma.scan.updateMany({ where: { team_id, id }, data: { asked: { engines } } })
    }
  })
}

it("waits for the end of a recount, which requests the evaluation", async () => {
  const team = await freshTeam()
  for (const [day, bose] of [
    ["2026-03-02", 18],
    ["2026-03-09", 4],
  ] as const)
    await importAnswers({ teamId: team.id, file: answerFile(wave(day, bose)), project: "Panel", own: "Bose" })
  const { id: project_id, client_id } = await inTeam(team.id, () => prisma.aiProject.findFirstOrThrow())
  const isDue = async () =>
    (await inTeam(team.id, () => prisma.signalEvaluation.count({ where: { client_id, due_at: { not: null } } }))) > 0
  await run(createBrand, asPerson(team), { project_id, name: "Anker" })
  expect(await inTeam(team.id, () => evaluateClient(team.id, client_id, new Date()))).toEqual([])
  await inTeam(team.id, () => prisma.signalEvaluation.updateMany({ data: { due_at: null } }))
  expect(await isDue()).toBe(false)
  await recountProject(project_id, new Deadline(60_000))
  expect(await isDue()).toBe(true)
  expect(await evaluateDueClient(client_id)).toBeGreaterThan(0)
})

it("a scan in which a competitor takes over creates signals that name the scan, once", async () => {
  const team = await freshTeam()
  for (const [day, bose] of [
    ["2026-03-02", 18],
    ["2026-03-09", 4],
  ] as const)
    await importAnswers({ teamId: team.id, file: answerFile(wave(day, bose)), project: "Panel", own: "Bose" })
  const { id: client_id } = await inTeam(team.id, () => prisma.client.findFirstOrThrow({ where: { team_id: team.id } }))
  const evaluate = () => inTeam(team.id, () => evaluateClient(team.id, client_id, new Date()))
  const created = await evaluate()
  expect(await evaluate()).toEqual([])

  const { data: signals } = await run(listSignals, asKey(team), { category: ["ai_visibility"] })
  expect(signals.map(({ id }) => id).sort()).toEqual(created.toSorted())
  const scans = await inTeam(team.id, () =>
    prisma.scan.findMany({ where: { team_id: team.id }, orderBy: { finished_at: "desc" } }),
  )
  const latest = scans[0]?.id ?? ""
  for (const { evidence } of signals) expect(evidence.scan_id).toBe(latest)
  const drop = signals.find(({ type }) => type === "ai_visibility_drop")
  expect(drop).toMatchObject({
    severity: "critical",
    impact: "negative",
    period: { from: "2026-03-09", to: "2026-03-09" },
    baseline: { from: "2026-03-02", to: "2026-03-02" },
    observed: { value: 0.2, numerator: 12, denominator: 60 },
    expected: { value: 0.9 },
    delta_abs: -0.7,
    method: "paired_t.v1",
    evidence: { counts: { answers: 60, answers_before: 60, mentions: 12, mentions_before: 54, delta: -0.7 } },
  })
  // 14 of 20 prompts fall by 1: the variance of the differences is (14 - 14 * 14 / 20) / 19 = 0.2211, and
  // t = 0.7 / sqrt(0.2211 / 20) = 6.658. With 19 degrees of freedom, p = 0.0000022828.
  expect(10 ** -(drop?.score ?? 0)).toBeCloseTo(2.28279e-6, 10)
  expect(signals.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["ai_visibility_drop", "ai_visibility_rise", "ai_competitor_overtake"]),
  )
  const { data: series } = await run(getSeries, asPerson(team), { signal_id: drop?.id ?? "" })
  expect(series).toMatchObject({
    metric_id: "ai_visibility",
    label: expect.stringMatching(/^AI visibility of ./),
    points: [
      { date: "2026-03-02", value: 0.9 },
      { date: "2026-03-09", value: 0.2 },
    ],
    breaks: [],
  })
  await changeModels(team.id)
  const { data: broken } = await run(getSeries, asPerson(team), { signal_id: drop?.id ?? "" })
  expect(broken?.breaks).toEqual([{ date: "2026-03-09", reason: "ChatGPT changed: gpt-5 to gpt-6" }])
  const { scan } = await describeScan(team, latest)
  expect(scan.signals_created).toBe(signals.length)
})

it("a scan of a selection creates no signals, because it asked other prompts than the scan before", async () => {
  const team = await freshTeam()
  for (const [day, bose] of [
    ["2026-03-02", 18],
    ["2026-03-09", 4],
  ] as const)
    await importAnswers({ teamId: team.id, file: answerFile(wave(day, bose)), project: "Panel", own: "Bose" })
  const { id: client_id } = await inTeam(team.id, () => prisma.client.findFirstOrThrow({ where: { team_id: team.id } }))
  const evaluate = () => inTeam(team.id, () => evaluateClient(team.id, client_id, new Date()))
  const latest = await inTeam(team.id, () => prisma.scan.findFirstOrThrow({ orderBy: { finished_at: "desc" } }))
  const select = (selection: object | typeof Prisma.DbNull) =>
    inTeam(team.id, () => prisma.scan.update({ where: { id: latest.id }, data: { selection } }))
  await select({ engines: ["import"], prompts_n: 5 })
  expect(await evaluate()).toEqual([])
  await select(Prisma.DbNull)
  expect(await evaluate()).not.toEqual([])
})

it("a lost citation names the domain, and its series counts the answers that cite it", async () => {
  const team = await freshTeam()
  const cited = [5, 4, 3, 0, 0].flatMap((answers, day) =>
    Array.from({ length: 6 }, (_, i) =>
      answerLine({
        prompt: `prompt ${i}`,
        asked_at: `2026-03-0${day + 2}T10:00:00Z`,
        sources: i < answers ? [{ url: "https://press.example/article" }] : [],
      }),
    ),
  )
  await importAnswers({ teamId: team.id, file: answerFile(cited), project: "Panel", own: "Bose" })
  const { id: clientId } = await inTeam(team.id, () => prisma.client.findFirstOrThrow({ where: { team_id: team.id } }))
  await inTeam(team.id, () => evaluateClient(team.id, clientId, new Date()))
  const [lost] = (await run(listSignals, asKey(team), { type: ["ai_lost_citation"] })).data
  expect(lost?.subject.filter).toEqual({ cited_domain: "press.example" })
  const { data: series } = await run(getSeries, asPerson(team), { signal_id: lost?.id ?? "" })
  expect(series).toMatchObject({ label: "Answers that cite press.example", unit: "count" })
  expect(series?.points.map(({ value }) => value)).toEqual([5, 4, 3, 0, 0])
  expect(series?.breaks).toEqual([])
  await changeModels(team.id)
  const { data: broken } = await run(getSeries, asPerson(team), { signal_id: lost?.id ?? "" })
  expect(broken?.breaks[0]).toEqual({ date: "2026-03-03", reason: "ChatGPT changed: gpt-5 to gpt-6" })

  // Scans that ended at the same time are ordered by id, however they are stored.
  const scans = await inTeam(team.id, () =>
    prisma.scan.findMany({ where: { team_id: team.id }, orderBy: { id: "desc" }, select: { id: true } }),
  )
  const data = { finished_at: new Date("2026-03-06T10:00:00Z") }
  for (const { id } of scans) await inTeam(team.id, () => prisma.scan.updateMany({ where: { id }, data }))
  const { data: tied } = await run(getSeries, asPerson(team), { signal_id: lost?.id ?? "" })
  expect(tied?.points.map(({ value }) => value)).toEqual([5, 4, 3, 0, 0])
})

it("the days of a citation and of its series are those of the client's time zone", async () => {
  const team = await freshTeam({ timezone: "America/Los_Angeles" })
  const cited = [3, 3, 3, 0, 0].flatMap((answers, day) =>
    Array.from({ length: 3 }, (_, i) =>
      answerLine({
        prompt: `prompt ${i}`,
        asked_at: `2026-03-0${day + 2}T03:00:00Z`,
        sources: i < answers ? [{ url: "https://press.example/article" }] : [],
      }),
    ),
  )
  await importAnswers({ teamId: team.id, file: answerFile(cited), project: "Panel", own: "Bose" })
  const { id: clientId } = await inTeam(team.id, () => prisma.client.findFirstOrThrow({ where: { team_id: team.id } }))
  await changeModels(team.id)
  await inTeam(team.id, () => evaluateClient(team.id, clientId, new Date()))
  const [lost] = (await run(listSignals, asKey(team), { type: ["ai_lost_citation"] })).data
  expect(lost).toMatchObject({
    period: { from: "2026-03-04", to: "2026-03-05", timezone: "America/Los_Angeles" },
    baseline: { from: "2026-03-01", to: "2026-03-03" },
  })
  const { data: series } = await run(getSeries, asPerson(team), { signal_id: lost?.id ?? "" })
  const days = ["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05"]
  expect(series?.points.map(({ date }) => date)).toEqual(days)
  expect(series?.breaks.map(({ date }) => date)).toEqual(days.slice(1))
})

it("an engine with another model creates a signal that calls the engine by its name", async () => {
  const team = await freshTeam()
  const lines = [...wave("2026-03-02", 10), ...wave("2026-03-09", 10)]
  await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel", own: "Bose" })
  await changeModels(team.id)
  const client = await inTeam(team.id, () => prisma.client.findFirstOrThrow({ where: { team_id: team.id } }))
  await inTeam(team.id, () => evaluateClient(team.id, client.id, new Date()))
  const { data: signals } = await run(listSignals, asKey(team), { type: ["ai_engine_change"] })
  expect(signals.map(({ title }) => title)).toEqual(["ChatGPT changed to gpt-6"])
})

/** Evaluates the client of a project with these scans, and returns the AI signals. */
async function signalsAfter(scans: CountedScan[]) {
  const team = await freshTeam()
  const panel = await countedPanel(team, scans, { runs })
  const { id } = await inTeam(team.id, () => prisma.client.findFirstOrThrow({ where: { team_id: team.id } }))
  await inTeam(team.id, () => evaluateClient(team.id, id, new Date()))
  return { ...panel, signals: (await run(listSignals, asKey(team), { category: ["ai_visibility"] })).data }
}

/** Bose is in all answers to the first `bose` of 20 prompts. */
const counted = (date: string, bose: number, status?: CountedScan["status"]): CountedScan => ({
  date,
  ...(status && { status }),
  prompts: Object.fromEntries(
    Array.from({ length: prompts }, (_, i) => [`prompt ${i}`, { Bose: i < bose ? runs : 0 }]),
  ),
})

it.each<[string, CountedScan[]]>([
  ["a project without scans", []],
  ["the first scan", [counted("2026-03-02", 18)]],
  ["a scan after a canceled one", [counted("2026-03-02", 18, "canceled"), counted("2026-03-09", 4)]],
  ["a canceled scan", [counted("2026-03-02", 18), counted("2026-03-09", 4, "canceled")]],
  ["a scan without answers", [counted("2026-03-02", 18), { date: "2026-03-09", prompts: {} }]],
  ["a scan after one without answers", [{ date: "2026-03-02", prompts: {} }, counted("2026-03-09", 4)]],
])("%s creates no signal", async (_, scans) => {
  expect((await signalsAfter(scans)).signals).toEqual([])
})

it("a canceled scan between two finished ones is not compared", async () => {
  const { scans, signals } = await signalsAfter([
    counted("2026-03-02", 18),
    counted("2026-03-05", 0, "canceled"),
    counted("2026-03-09", 4),
  ])
  expect(signals).toMatchObject([
    {
      type: "ai_visibility_drop",
      baseline: { from: "2026-03-02", to: "2026-03-02" },
      evidence: { scan_id: scans[2], counts: { mentions: 12, mentions_before: 54 } },
    },
  ])
})
