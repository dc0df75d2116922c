/** Creates what the answers of one prompt set need: project, brands, prompts and scans. Existing ones are reused. */
import { createHash } from "node:crypto"
import { newId } from "@/domain/kernel/ids"
import { type Prisma, sql } from "@/prisma/client"
import { type BrandNames, mentionFinder } from "../extraction/mentions"
import type { BrandSites } from "../extraction/source-class"
import { brandsVersion, requestRecount } from "../recount/request-recount"
import { addWave, type Wave } from "./asked-waves"
import { brandKey, brandsOf, domainsOf } from "./labelled-brands"
import type { SetSurvey } from "./survey"

export type ProjectBrand = BrandNames & BrandSites

export type PreparedProject = {
  team_id: string
  project_id: string
  brands: ProjectBrand[]
  /** Prompt id by text. */
  prompts: Map<string, string>
  waves: (Wave & { scanId: string })[]
}

export type ProjectWish = {
  teamId: string
  clientId: string
  name: string
  own?: string | undefined
  fileSha256: string
  now: Date
}

export async function prepareProject(
  tx: Prisma.TransactionClient,
  wish: ProjectWish,
  set: SetSurvey,
): Promise<PreparedProject> {
  const project_id = await projectOf(tx, wish)
  const brands = await brandsFor(tx, project_id, wish, set)
  const prompts = await promptsFor(tx, project_id, wish, set, brands)
  const waves = await wavesFor(tx, project_id, wish, set)
  return { team_id: wish.teamId, project_id, brands, prompts, waves }
}

/** Locks the project until the import commits, so that two imports of one project run one after the other. */
async function projectOf(tx: Prisma.TransactionClient, { teamId, clientId, name, now }: ProjectWish): Promise<string> {
  await tx.$executeRaw(sql`insert into ai_project (id, team_id, client_id, name, regions, created_at, updated_at)
    values (${newId("aiProject", now.getTime())}, ${teamId}, ${clientId}, ${name}, '{}', ${now}, ${now}) on conflict (client_id, name) do nothing`)
  const [project] = await tx.$queryRaw<{ id: string }[]>(
    sql`select id from ai_project where team_id = ${teamId} and client_id = ${clientId} and name = ${name} for update`,
  )
  return (project as { id: string }).id
}

/** Creates brands for labels that no brand covers. The own brand is the requested or most labelled one; the others are competitors. */
async function brandsFor(
  tx: Prisma.TransactionClient,
  project_id: string,
  wish: ProjectWish,
  set: SetSurvey,
): Promise<ProjectBrand[]> {
  const known = await brandsOfProject(tx, wish.teamId, project_id)
  const keys = new Set(known.flatMap((b) => [b.name, ...b.aliases].map(brandKey)))
  const labels = new Map(set.labels)
  if (wish.own && ![...labels.keys()].some((label) => brandKey(label) === brandKey(wish.own as string)))
    labels.set(wish.own, 0)
  const fresh = brandsOf(labels).filter((b) => !keys.has(b.key))
  const hasOwn = known.some((b) => b.kind === "own")
  const ownKey = wish.own ? brandKey(wish.own) : fresh[0]?.key
  const created_at = wish.now
  await tx.aiBrand.createMany({
    data: fresh.map(({ key, name, aliases }) => ({
      id: newId("brand", wish.now.getTime()),
      team_id: wish.teamId,
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
  if (fresh.length > 0) await requestRecount(tx, { teamId: wish.teamId, projectId: project_id })
  return brandsOfProject(tx, wish.teamId, project_id)
}

const brandsOfProject = (tx: Prisma.TransactionClient, team_id: string, project_id: string): Promise<ProjectBrand[]> =>
  tx.aiBrand.findMany({
    where: { team_id, project_id, kind: { not: "ignored" } },
    select: {
      id: true,
      name: true,
      kind: true,
      aliases: true,
      negative_aliases: true,
      domains: true,
      domain_paths: true,
    },
    orderBy: { id: "asc" },
  })

/** Creates the missing prompts. A prompt that names the own brand is branded: answers echo the name, so metrics leave it out by default. */
async function promptsFor(
  tx: Prisma.TransactionClient,
  project_id: string,
  wish: ProjectWish,
  set: SetSurvey,
  brands: ProjectBrand[],
) {
  const findOwn = mentionFinder(brands.filter((b) => b.kind === "own"))
  const given = [...set.prompts].map(([text, { externalId, tags }]) => ({
    id: newId("prompt", wish.now.getTime()),
    text,
    text_sha256: createHash("sha256").update(text).digest("hex"),
    is_branded: findOwn(text).length > 0,
    tags: [...tags],
    external_id: externalId,
  }))
  await tx.$executeRaw(sql`
    insert into ai_prompt (id, team_id, project_id, text, text_sha256, is_branded, tags, external_id, created_at)
    select id, ${wish.teamId}, ${project_id}, text, decode(text_sha256, 'hex'), is_branded, tags, external_id, ${wish.now}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r(id text, text text, text_sha256 text, is_branded boolean, tags text[], external_id text)
    on conflict (project_id, text_sha256, language) do nothing`)
  const rows = await tx.$queryRaw<{ id: string; text: string }[]>(
    sql`select id, text from ai_prompt where team_id = ${wish.teamId} and project_id = ${project_id} and language = 'en'`,
  )
  return new Map(rows.map(({ id, text }) => [text, id]))
}

/** Answers close to a previously imported scan belong to it. Every other wave becomes a new scan. */
async function wavesFor(tx: Prisma.TransactionClient, project_id: string, wish: ProjectWish, set: SetSurvey) {
  const known = await tx.$queryRaw<{ id: string; started_at: Date; finished_at: Date }[]>(sql`
    select id, started_at, finished_at from scan where team_id = ${wish.teamId} and project_id = ${project_id} and trigger = 'import' order by started_at`)
  const waves: Wave[] = known.map((s) => ({ from: s.started_at.getTime(), to: s.finished_at.getTime(), scanId: s.id }))
  for (const wave of set.waves) addWave(waves, wave)
  return Promise.all(
    waves.map(async (wave) => ({ ...wave, scanId: wave.scanId ?? (await newScan(tx, project_id, wish, wave)) })),
  )
}

async function newScan(
  tx: Prisma.TransactionClient,
  project_id: string,
  { teamId, fileSha256 }: ProjectWish,
  { from, to }: Wave,
) {
  const id = newId("scan", from)
  await tx.$executeRaw(sql`
    insert into scan (id, team_id, project_id, trigger, panel_version, brands_version, status, import_sha256, queued_at, started_at, finished_at, created_at)
    select ${id}, ${teamId}, ${project_id}, 'import', panel_version, ${await brandsVersion(tx, { teamId, projectId: project_id })}, 'completed', decode(${fileSha256}, 'hex'), ${new Date(from)}, ${new Date(from)},
      ${new Date(to)}, ${new Date(from)} from ai_project where team_id = ${teamId} and id = ${project_id}`)
  return id
}
