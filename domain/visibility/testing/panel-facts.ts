/** Generates random AI-visibility projects in memory and writes them to the database as scans would. */
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { writeMetrics } from "@/domain/scans/write-metrics"
import { inTeam, prisma } from "@/prisma/client"
import { seededRandom } from "../statistics/seeded-random"

export type Sentiment = "positive" | "neutral" | "negative" | null
export type FactAnswer = {
  scan: FactScan
  prompt: FactPrompt
  engine: string
  region: string
  /** Hash of the engine's configuration. It also serves as the model that answered. */
  config: string
  mentions: { brand: FactBrand; rank: number; sentiment: Sentiment }[]
  citations: { url: string; domain: string; kind: "cited" | "retrieved"; brand: FactBrand | null }[]
}
export type FactScan = {
  id: string
  date: string
  status: "completed" | "partial" | "failed" | "canceled"
  panel: number
}
export type FactPrompt = { id: string; topic: string | null; isBranded: boolean; tags: string[] }
export type FactBrand = { id: string; name: string; kind: "own" | "competitor" | "discovered" | "ignored" }
export type FailedTask = Pick<FactAnswer, "scan" | "prompt" | "engine" | "region">
export type PanelFacts = {
  topics: string[]
  prompts: FactPrompt[]
  brands: FactBrand[]
  engines: string[]
  regions: string[]
  scans: FactScan[]
  answers: FactAnswer[]
  failed: FailedTask[]
}

export type PanelSize = {
  seed: string
  prompts: number
  engines: number
  regions: number
  runs: number
  scans: number
  brands: number
  topics: number
  /** True: engine configurations do not change between scans. */
  isSteady?: boolean
}

/** Ids that only these tests use, because all tests share one engine table. */
export const panelEngines = ["panel_a", "panel_b", "panel_c"]

/** The last day is in April, because most tests query March 2026 and must leave its scans out. */
const days = ["2026-03-02", "2026-03-03", "2026-03-09", "2026-03-30", "2026-04-01"]

/**
 * Returns the same panel for the same size and seed, except for ids. Some tasks fail, runs differ, and brands are of
 * every kind.
 */
export function randomPanel(size: PanelSize): PanelFacts {
  const random = seededRandom(size.seed)
  const chance = (share: number) => random() < share
  const pick = <T>(some: readonly T[]) => some[Math.floor(random() * some.length)] as T
  const times = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i))
  const topics = times(size.topics, () => newId("topic"))
  const prompts = times(size.prompts, () => ({
    id: newId("prompt"),
    topic: topics.length === 0 || chance(0.2) ? null : pick(topics),
    isBranded: chance(0.2),
    tags: chance(0.5) ? ["red"] : chance(0.5) ? ["red", "blue"] : [],
  }))
  const others = ["competitor", "competitor", "discovered", "ignored"] as const
  const brands = times(
    size.brands,
    (i): FactBrand => ({
      id: newId("brand"),
      name: `Brand ${i}`,
      kind: i === 0 && chance(0.9) ? "own" : pick(others),
    }),
  )
  /** Probability that a brand is named in the first two scans, and in later scans. */
  const likely = new Map(brands.map((brand) => [brand, [random(), random()] as const]))
  const engines = panelEngines.slice(0, size.engines)
  const regions = size.regions === 0 ? [""] : ["IT", "US"].slice(0, size.regions)
  const scans = times(
    size.scans,
    (i): FactScan => ({
      id: newId("scan"),
      date: days[i % days.length] as string,
      status: pick(["completed", "completed", "partial", "failed"]),
      panel: 1,
    }),
  )
  const facts: PanelFacts = { topics, prompts, brands, engines, regions, scans, answers: [], failed: [] }
  for (const scan of scans)
    for (const prompt of prompts)
      for (const engine of engines) {
        const config = !size.isSteady && chance(0.2) ? "new" : "old"
        for (const region of regions)
          for (let run = 0; run < size.runs; run++) {
            const task = { scan, prompt, engine, region }
            if (chance(0.2)) facts.failed.push(task)
            else facts.answers.push({ ...task, config: !size.isSteady && chance(0.05) ? "odd" : config, ...said(scan) })
          }
      }
  return facts

  function said(scan: FactScan): Pick<FactAnswer, "mentions" | "citations"> {
    const named = brands
      .filter((brand) => chance(likely.get(brand)?.[scans.indexOf(scan) < 2 ? 0 : 1] ?? 0))
      .sort(() => (chance(0.5) ? 1 : -1))
    const ranked = named.filter(({ kind }) => kind !== "ignored")
    const mentions = named.map((brand) => ({
      brand,
      rank: brand.kind === "ignored" ? 1 : ranked.indexOf(brand) + 1,
      sentiment: pick<Sentiment>(["positive", "neutral", "negative", null]),
    }))
    const pages = [...new Set(times(chance(0.4) ? 0 : 4, () => Math.floor(random() * 8)))]
    const citations = pages.map((page) => ({
      url: `https://site${page % 4}.example/${page}`,
      domain: `site${page % 4}.example`,
      kind: chance(0.8) ? ("cited" as const) : ("retrieved" as const),
      brand: brands[page % 4] ?? null,
    }))
    return { mentions, citations }
  }
}

/** Writes the panel, with answers in the given order, and counts its scans. Returns the project's id. */
export async function storePanel(team: TeamFacts, facts: PanelFacts): Promise<string> {
  const team_id = team.id
  const project_id = newId("aiProject")
  await inTeam(team_id, () =>
    prisma.$transaction(
      async (tx) => {
        const client_id = newId("client")
        await tx.client.create({ data: { id: client_id, team_id, name: "Client", slug: client_id.toLowerCase() } })
        await tx.aiProject.create({ data: { id: project_id, team_id, client_id, name: "Panel" } })
        const inProject = { team_id, project_id }
        await tx.aiTopic.createMany({ data: facts.topics.map((id) => ({ id, name: id, ...inProject })) })
        await tx.aiPrompt.createMany({
          data: facts.prompts.map(({ id, topic, isBranded, tags }) => {
            const text_sha256 = Buffer.from(id)
            return { id, ...inProject, topic_id: topic, text: id, text_sha256, is_branded: isBranded, tags }
          }),
        })
        await tx.aiBrand.createMany({ data: facts.brands.map((brand) => ({ ...brand, ...inProject })) })
        await tx.aiEngine.createMany({
          data: facts.engines.map((id) => ({ id, name: id, surface: "import" })),
          skipDuplicates: true,
        })
        for (const scan of facts.scans) {
          const at = new Date(`${scan.date}T10:00:00Z`)
          const failed = facts.failed.filter((task) => task.scan === scan).length
          const times = { queued_at: at, started_at: at, finished_at: at, created_at: at }
          await tx.scan.create({
            data: {
              id: scan.id,
              ...inProject,
              trigger: "manual",
              status: scan.status,
              panel_version: scan.panel,
              tasks_failed: failed,
              ...times,
            },
          })
        }
        await storeTasks(tx, facts, inProject)
        for (const { id } of facts.scans) await writeMetrics(tx, { ...inProject, scan_id: id })
      },
      { timeout: 60_000 },
    ),
  )
  return project_id
}

type Transaction = Parameters<Parameters<typeof prisma.$transaction>[0]>[0]

async function storeTasks(
  tx: Transaction,
  { answers, failed }: PanelFacts,
  { team_id, project_id }: { team_id: string; project_id: string },
) {
  const runs = new Map<string, number>()
  const slot = ({ scan, prompt, engine, region }: FailedTask) => {
    const cell = [scan.id, prompt.id, engine, region].join()
    const run_index = (runs.get(cell) ?? 0) + 1
    runs.set(cell, run_index)
    return { team_id, scan_id: scan.id, prompt_id: prompt.id, engine_id: engine, region, run_index }
  }
  const asked = answers.map((answer) => ({
    ...answer,
    id: newId("answer"),
    slot: { id: newId("task"), ...slot(answer) },
  }))
  const lost = failed.map((task) => ({ id: newId("task"), ...slot(task), status: "failed" }))
  await tx.scanTask.createMany({ data: [...asked.map((one) => ({ ...one.slot, status: "succeeded" })), ...lost] })
  await tx.answer.createMany({
    data: asked.map(({ id, slot: { id: task_id, ...rest }, scan, config, citations }) => ({
      ...rest,
      id,
      task_id,
      project_id,
      engine_config_hash: config,
      model_version: config,
      asked_at: new Date(`${scan.date}T09:00:00Z`),
      text: id,
      text_sha256: Buffer.from(id),
      grounded: citations.some(({ kind }) => kind === "cited"),
    })),
  })
  const unread = { first_offset: 0, count: 1, matched_alias: "", excerpt: "", team_id, project_id }
  await tx.mention.createMany({
    data: asked.flatMap(({ id, mentions }) =>
      mentions.map(({ brand, rank, sentiment }) => ({
        ...unread,
        answer_id: id,
        brand_id: brand.id,
        rank,
        sentiment,
      })),
    ),
  })
  await tx.citation.createMany({
    data: asked.flatMap(({ id, citations }) =>
      citations.map(({ url, domain, kind, brand }, ordinal) => ({
        team_id,
        project_id,
        answer_id: id,
        ordinal,
        url_raw: url,
        url_canonical: url,
        host: domain,
        registrable_domain: domain,
        kind,
        brand_id: brand?.id ?? null,
      })),
    ),
  })
}
