/** Creates what the answers of one prompt set need: project, brands, prompts and scans. Existing ones are reused. */
import { createHash } from "node:crypto"
import { z } from "zod"
import { isTracked } from "@/domain/ai-projects/brands/brand"
import { markBranded } from "@/domain/ai-projects/prompts/branded-prompts"
import { brandsVersion, requestRecount } from "@/domain/ai-projects/request-recount"
import { addInferredScan, type InferredScan } from "@/domain/answers/answer-file/inferred-scans"
import { brandKey, brandsOf, domainsOf, type ProjectBrand } from "@/domain/answers/answer-file/labelled-brands"
import type { PromptSetSummary } from "@/domain/answers/answer-file/summarize-answer-file"
import { extractionBrandSelect } from "@/domain/answers/extraction/brand-columns"
import { mentionFinder } from "@/domain/answers/extraction/mentions"
import { Problem } from "@/domain/kernel/errors"
import { newId } from "@/domain/kernel/ids"
import { type Prisma, rowsIn, sql } from "@/prisma/client"

export type PreparedProject = {
  team_id: string
  project_id: string
  brands: ProjectBrand[]
  /** Prompt id by text. */
  prompts: Map<string, string>
  inferredScans: (InferredScan & { scanId: string })[]
}

export type ProjectOptions = {
  teamId: string
  clientId: string
  name: string
  own?: string | undefined
  fileSha256: string
  now: Date
}

export async function prepareProject(
  tx: Prisma.TransactionClient,
  options: ProjectOptions,
  set: PromptSetSummary,
): Promise<PreparedProject> {
  const project = await findOrCreateProject(tx, options)
  const project_id = project.id
  const brands = await createMissingBrands(tx, project_id, options, set)
  const prompts = await createMissingPrompts(tx, project, options, set, brands)
  const inferredScans = await createMissingScans(tx, project_id, options, set)
  return { team_id: options.teamId, project_id, brands, prompts, inferredScans }
}

/** Locks the project until the import commits, so that two imports of one project run one after the other. */
async function findOrCreateProject(
  tx: Prisma.TransactionClient,
  { teamId, clientId, name, now }: ProjectOptions,
): Promise<ImportProject> {
  await tx.$executeRaw(sql`insert into ai_project (id, team_id, client_id, name, regions, created_at, updated_at)
    values (${newId("aiProject", now.getTime())}, ${teamId}, ${clientId}, ${name}, '{}', ${now}, ${now}) on conflict (client_id, name) do nothing`)
  const [project] = await rowsIn(
    tx,
    importProject,
    sql`select id, language from ai_project where team_id = ${teamId} and client_id = ${clientId} and name = ${name} for update`,
  )
  await requireNoOpenScan(tx, teamId, (project as ImportProject).id, name)
  return project as ImportProject
}

/** The import locks the project's counts until its end. A scan could not record its answers and would ask again. */
async function requireNoOpenScan(tx: Prisma.TransactionClient, team_id: string, project_id: string, name: string) {
  const open = await tx.scan.count({ where: { team_id, project_id, status: { in: ["queued", "running"] } } })
  if (open > 0)
    throw new Problem(
      "state_conflict",
      `A scan of ${name} is in progress. Cancel it, or import the file when it has ended.`,
    )
}

const importProject = z.object({ id: z.string(), language: z.string() })
type ImportProject = z.infer<typeof importProject>

/**
 * Creates brands for labels that no brand covers, as competitors. If the project has no brand of yours, the requested
 * brand becomes yours, stored or new. Without a request it is the most labelled of the new brands.
 */
async function createMissingBrands(
  tx: Prisma.TransactionClient,
  project_id: string,
  options: ProjectOptions,
  set: PromptSetSummary,
): Promise<ProjectBrand[]> {
  const stored = await brandsOfProject(tx, options.teamId, project_id)
  const storedIds = new Map(
    stored.flatMap((brand) => [brand.name, ...brand.aliases].map((name) => [brandKey(name), brand.id] as const)),
  )
  const labels = new Map(set.labels)
  const requestedKey = options.own && brandKey(options.own)
  const isLabelled = [...labels.keys()].some((label) => brandKey(label) === requestedKey)
  if (options.own && !isLabelled) labels.set(options.own, 0)
  const newBrands = brandsOf(labels).filter(({ key }) => !storedIds.has(key))
  const hasOwn = stored.some(({ kind }) => kind === "own")
  const ownKey = options.own ? requestedKey : newBrands[0]?.key
  /** A stored brand that becomes yours. */
  const newOwn = hasOwn || !ownKey ? undefined : stored.find(({ id }) => id === storedIds.get(ownKey))
  const created_at = options.now
  await tx.aiBrand.createMany({
    data: newBrands.map(({ key, name, aliases }) => ({
      id: newId("brand", options.now.getTime()),
      team_id: options.teamId,
      project_id,
      name,
      kind: !hasOwn && key === ownKey ? "own" : "competitor",
      aliases,
      negative_aliases: [],
      domain_paths: [],
      domains: domainsOf(key, set.citedDomains),
      created_at,
    })),
  })
  if (newOwn) await tx.aiBrand.updateMany({ where: { team_id: options.teamId, id: newOwn.id }, data: { kind: "own" } })
  const within = { teamId: options.teamId, projectId: project_id }
  if (!hasOwn) await markBranded(tx, within)
  const newlyTracked = newOwn && !isTracked(newOwn.kind) ? [newOwn.id] : []
  if (newBrands.length > 0 || newOwn) await requestRecount(tx, within, newlyTracked)
  return brandsOfProject(tx, options.teamId, project_id)
}

const brandsOfProject = (tx: Prisma.TransactionClient, team_id: string, project_id: string): Promise<ProjectBrand[]> =>
  tx.aiBrand.findMany({
    where: { team_id, project_id, kind: { not: "ignored" } },
    select: extractionBrandSelect,
    orderBy: { id: "asc" },
  })

/**
 * Creates the missing prompts. A prompt that names your brand is branded: answers echo the name, so metrics leave it
 * out by default.
 */
async function createMissingPrompts(
  tx: Prisma.TransactionClient,
  { id: project_id, language }: ImportProject,
  options: ProjectOptions,
  set: PromptSetSummary,
  brands: ProjectBrand[],
) {
  const findOwn = mentionFinder(brands.filter((b) => b.kind === "own"))
  const promptsInFile = [...set.prompts].map(([text, { externalId, tags }]) => ({
    id: newId("prompt", options.now.getTime()),
    text,
    text_sha256: createHash("sha256").update(text).digest("hex"),
    is_branded: findOwn(text).length > 0,
    tags: [...tags],
    external_id: externalId,
  }))
  const ofProject = sql`p.team_id = ${options.teamId} and p.project_id = ${project_id}`
  await tx.$executeRaw(sql`
    insert into ai_prompt (id, team_id, project_id, text, text_sha256, language, is_branded, tags, external_id, created_at)
    select id, ${options.teamId}, ${project_id}, text, sha256, ${language}, is_branded, tags, external_id, ${options.now}
    from jsonb_to_recordset(${JSON.stringify(promptsInFile)}::jsonb) as r(id text, text text, text_sha256 text, is_branded boolean, tags text[], external_id text)
      cross join lateral decode(r.text_sha256, 'hex') as sha256
    where not exists (select from ai_prompt p where ${ofProject} and p.text_sha256 = sha256)
    on conflict (project_id, text_sha256, language) do nothing`)
  // Earlier versions imported prompts in English only. Their answers stay with them, so that a file can be imported
  // again.
  const rows = await rowsIn(
    tx,
    promptRow,
    sql`select distinct on (text) id, text from ai_prompt p where ${ofProject} order by text, language = ${language}`,
  )
  return new Map(rows.map(({ id, text }) => [text, id]))
}

/** Answers close to a previously imported scan belong to it. The others become new scans. */
async function createMissingScans(
  tx: Prisma.TransactionClient,
  project_id: string,
  options: ProjectOptions,
  set: PromptSetSummary,
) {
  const stored = await rowsIn(
    tx,
    importedScanRow,
    sql`
      select id, started_at, finished_at from scan where team_id = ${options.teamId} and project_id = ${project_id} and trigger = 'import' order by started_at`,
  )
  const inferredScans: InferredScan[] = stored.map(({ id, started_at, finished_at }) => ({
    from: started_at.getTime(),
    to: finished_at.getTime(),
    scanId: id,
  }))
  for (const inferredScan of set.inferredScans) addInferredScan(inferredScans, inferredScan)
  return Promise.all(
    inferredScans.map(async (inferredScan) => ({
      ...inferredScan,
      scanId: inferredScan.scanId ?? (await createScan(tx, project_id, options, inferredScan)),
    })),
  )
}

async function createScan(
  tx: Prisma.TransactionClient,
  project_id: string,
  { teamId, fileSha256 }: ProjectOptions,
  { from, to }: InferredScan,
) {
  const id = newId("scan", from)
  await tx.$executeRaw(sql`
    insert into scan (id, team_id, project_id, trigger, panel_version, brands_version, status, import_sha256, queued_at, started_at, finished_at, created_at)
    select ${id}, ${teamId}, ${project_id}, 'import', panel_version, ${await brandsVersion(tx, { teamId, projectId: project_id })}, 'completed', decode(${fileSha256}, 'hex'), ${new Date(from)}, ${new Date(from)},
      ${new Date(to)}, ${new Date(from)} from ai_project where team_id = ${teamId} and id = ${project_id}`)
  return id
}

const promptRow = z.object({ id: z.string(), text: z.string() })

const importedScanRow = z.object({ id: z.string(), started_at: z.date(), finished_at: z.date() })
