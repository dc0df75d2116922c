/**
 * Seeds sample AI-visibility projects: eight weekly scans of invented answers, extracted by the same code as real ones.
 * The same day gives the same answers.
 */
import { createHash } from "node:crypto"
import { engineConfigHash } from "@/domain/ai-engines/engine"
import { engineDefinitions, sampleTeamEngineIds } from "@/domain/ai-engines/kinds"
import { planNextScan } from "@/domain/ai-projects/plan-next-scan"
import { type BrandNames, mentionFinder } from "@/domain/answers/extraction/mentions"
import { distinctSources } from "@/domain/answers/extraction/sources"
import { newId } from "@/domain/kernel/ids"
import { finishAnsweredScan, insertAnsweredTasks } from "@/domain/scans/answered-scan"
import { type NewAnswer, recordAnswers } from "@/domain/scans/record-answers"
import { seededRandom } from "@/domain/visibility/statistics/seeded-random"
import { inTeam, type Prisma, prisma, sql } from "../client"
import { type Panel, panels } from "./ai-visibility-panels"
import { type Sentiment, sampleAnswer } from "./sample-answer"
import { timezone } from "./team"

export type SampleClient = { id: string; name: string; domain: string }

const weeks = 8
const runs = 5
const dayMs = 86_400_000

/**
 * Creates a project for each of the first two clients. Its schedule asks the same sample engines at the same hour of
 * the week as its history. The last scan is from yesterday. Returns the id of the first project.
 */
export async function seedAiVisibility(seed: AiVisibilitySeed) {
  const { teamId, now, afterScan } = seed
  return inTeam(teamId, async () => {
    await prisma.teamEngine.createMany({ data: sampleTeamEngineIds.map((id) => teamEngine(seed, id)) })
    const ids: string[] = []
    for (const { panel, client } of panelsFor(seed.clients)) {
      const project = await prisma.$transaction((tx) => seedProject(tx, teamId, client, panel, now), limits)
      for (let week = 0; week < weeks; week++) {
        const at = firstScanTime(now).getTime() + week * 7 * dayMs
        await prisma.$transaction((tx) => seedScan({ ...project, tx }, week, at), limits)
        if (week >= weeks - evaluatedScans) await afterScan?.(client.id, new Date(at + scanMs))
      }
      ids.push(project.project_id)
    }
    const [first] = ids
    if (!first) throw new Error("a sample project needs a client")
    return { project_id: first }
  })
}

type AiVisibilitySeed = {
  teamId: string
  clients: SampleClient[]
  now: Date
  /** Called after each of the last scans with a time at which it had ended. */
  afterScan?: (clientId: string, endedAt: Date) => Promise<void>
}

const limits = { timeout: 60_000 }
/** Signals of older scans would be resolved by now, and each evaluation delays the first start. */
const evaluatedScans = 2
/** A scan takes less than this. */
const scanMs = 15 * 60_000

function teamEngine({ teamId, now }: { teamId: string; now: Date }, engine_id: (typeof sampleTeamEngineIds)[number]) {
  const created_at = firstScanTime(now)
  const model = engineDefinitions[engine_id].defaultModel
  return { team_id: teamId, engine_id, model, created_at, updated_at: created_at }
}

/** Assigns each panel to the client it fits, or else to the next client without one. */
function panelsFor(clients: SampleClient[]): { panel: Panel; client: SampleClient }[] {
  const left = [...clients]
  return panels.flatMap((panel) => {
    const client = left.find(({ name }) => panel.clientNames.test(name)) ?? left[0]
    if (!client) return []
    left.splice(left.indexOf(client), 1)
    return [{ panel, client }]
  })
}

/** The project that is being seeded. */
type ProjectSeed = {
  tx: Prisma.TransactionClient
  team_id: string
  project_id: string
  client: SampleClient
  panel: Panel
  /** The time of the first scan. The project, its brands and its prompts were created then. */
  created_at: Date
}

type ScanSeed = ProjectSeed & {
  brands: (BrandNames & { kind: string; domain_paths: string[] })[]
  prompts: SeedPrompt[]
}

type SeedPrompt = { id: string; text: string; is_branded: boolean }

/** The hour in the team's time zone, so that pages show the same time for the schedule and for the next scan. */
const hourOf = (at: Date) => Number(at.toLocaleTimeString("en-GB", { hour: "2-digit", timeZone: timezone }))

async function seedProject(
  tx: Prisma.TransactionClient,
  team_id: string,
  client: SampleClient,
  panel: Panel,
  now: Date,
): Promise<ScanSeed> {
  const firstScanAt = firstScanTime(now)
  const project_id = newId("aiProject", firstScanAt.getTime())
  const lastScanAt = new Date(firstScanAt.getTime() + (weeks - 1) * 7 * dayMs)
  const schedule = { every: "weekly", hour: hourOf(lastScanAt), weekday: isoWeekday(lastScanAt), timezone }
  await tx.aiProject.create({
    data: {
      id: project_id,
      team_id,
      client_id: client.id,
      name: panel.name,
      schedule,
      runs_per_prompt: runs,
      regions: [],
      asked_engines: [...sampleTeamEngineIds],
      source_types: { ...panel.sites, ...panel.otherSites },
      created_at: firstScanAt,
      updated_at: firstScanAt,
    },
  })
  const project = { tx, team_id, project_id, client, panel, created_at: firstScanAt }
  const brands = await seedBrands(project)
  const prompts = await seedPrompts(project)
  await planNextScan(tx, team_id, project_id, new Date())
  return { ...project, brands, prompts }
}

const firstScanTime = (now: Date) => new Date(dayOf(now) - (7 * (weeks - 1) + 1) * dayMs + 5 * 3_600_000)

/** From 1 (Monday) to 7 (Sunday). */
const isoWeekday = (date: Date) => date.getUTCDay() || 7

const dayOf = (moment: Date) => Math.floor(moment.getTime() / dayMs) * dayMs

async function seedBrands({ tx, team_id, project_id, client, panel, created_at }: ProjectSeed) {
  const own = { name: client.name, kind: "own", domains: [client.domain] }
  const competitors = panel.competitors.map(({ name }) => ({ name, kind: "competitor", domains: [domainOf(name)] }))
  const brands = [own, ...competitors].map((brand) => ({
    ...brand,
    id: newId("brand", created_at.getTime()),
    aliases: [],
    negative_aliases: [],
    domain_paths: [],
  }))
  await tx.aiBrand.createMany({ data: brands.map((brand) => ({ ...brand, team_id, project_id, created_at })) })
  return brands
}

const domainOf = (name: string) => `${name.toLowerCase().replace(/[^a-z]+/g, "")}.example`

async function seedPrompts({ tx, team_id, project_id, client, panel, created_at }: ProjectSeed) {
  const prompts: SeedPrompt[] = []
  for (const [name, texts] of Object.entries(panel.topics)) {
    const topic_id = newId("topic", created_at.getTime())
    await tx.aiTopic.create({ data: { id: topic_id, team_id, project_id, name, created_at } })
    const data = texts.map((template) => {
      const text = template.replace("{own}", client.name)
      const is_branded = text !== template
      const id = newId("prompt", created_at.getTime())
      prompts.push({ id, text, is_branded })
      const text_sha256 = createHash("sha256").update(text).digest()
      return {
        id,
        team_id,
        project_id,
        topic_id,
        text,
        text_sha256,
        intent: "recommendation",
        is_branded,
        tags: [],
        created_at,
      }
    })
    await tx.aiPrompt.createMany({ data })
  }
  return prompts
}

/** `at`: the start of the scan, in milliseconds since 1970. */
async function seedScan(scanSeed: ScanSeed, week: number, at: number) {
  const { tx, team_id, project_id } = scanSeed
  const scan_id = newId("scan", at)
  const started_at = new Date(at)
  const answers = answersOf(scanSeed, scan_id, week, at)
  await tx.scan.create({
    data: {
      id: scan_id,
      team_id,
      project_id,
      trigger: "schedule",
      status: "running",
      queued_at: started_at,
      started_at,
      created_at: started_at,
    },
  })
  await insertAnsweredTasks(tx, team_id, answers)
  await recordAnswers(tx, scanSeed, answers)
  await recordSentiments(tx, team_id, answers)
  await finishAnsweredScan(tx, { team_id, project_id, scan_id })
}

type SampleAnswer = NewAnswer & { sentiments: Map<string, Sentiment> }

/** Writes the labels that the sample answers were written with, as a model writes those of real answers. */
async function recordSentiments(tx: Prisma.TransactionClient, team_id: string, answers: readonly SampleAnswer[]) {
  const labels = answers.flatMap(({ id, mentions, sentiments }) =>
    mentions.map(({ brand_id, matched_alias }) => ({
      answer_id: id,
      brand_id,
      sentiment: sentiments.get(matched_alias) ?? null,
    })),
  )
  await tx.$executeRaw(sql`
    update mention m set sentiment = l.sentiment, sentiment_method = 'sample'
    from jsonb_to_recordset(${JSON.stringify(labels)}::jsonb) as l(answer_id text, brand_id text, sentiment text)
    where m.team_id = ${team_id} and m.answer_id = l.answer_id and m.brand_id = l.brand_id and l.sentiment is not null`)
}

/** Asked first, because pages list the newest answers first, and those should not be about the brand itself. */
const brandedFirst = (prompts: SeedPrompt[]) =>
  [...prompts.entries()].sort(([, a], [, b]) => Number(b.is_branded) - Number(a.is_branded))

/** The model version differs from that of later scans, which do not use a panel. Charts therefore show a break. */
const configHash = engineConfigHash({ surface: "api", model: "sample-1", model_version: null, web_search: true })

function answersOf({ panel, brands, prompts }: ScanSeed, scan_id: string, week: number, at: number): SampleAnswer[] {
  const find = mentionFinder(brands)
  const progress = week / (weeks - 1)
  const answers: SampleAnswer[] = []
  for (const [promptIndex, prompt] of brandedFirst(prompts))
    for (const [engineIndex, engine_id] of sampleTeamEngineIds.entries())
      for (let run = 1; run <= runs; run++) {
        const askedAt = at + answers.length * 4_000
        const random = seededRandom(`${panel.name} ${week} ${promptIndex} ${engineIndex} ${run}`)
        const difficulty = seededRandom(`${panel.name} ${promptIndex} ${engineIndex}`)
        const { text, sources, sentiments } = sampleAnswer({
          panel,
          brands,
          prompt: prompt.text,
          progress,
          random,
          difficulty,
        })
        answers.push({
          id: newId("answer", askedAt),
          scan_id,
          task_id: newId("task", askedAt),
          prompt_id: prompt.id,
          engine_id,
          region: "",
          run_index: run,
          engine_config_hash: configHash,
          model_version: null,
          asked_at: new Date(askedAt).toISOString(),
          text,
          mentions: find(text),
          sentiments,
          sources: distinctSources(sources, brands),
        })
      }
  return answers
}
