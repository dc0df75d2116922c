/** Re-extracts earlier answers of a project, latest scan first, until every scan reflects the current brands. */
import { log } from "@/domain/kernel/log"
import { acrossTeams, inTeam, prisma, rows, sql } from "@/prisma/client"
import type { BrandNames } from "../extraction/mentions"
import type { BrandSites } from "../extraction/source-class"
import { findMentions } from "../extraction-thread/extract"
import { finishScan } from "./finish-scan"
import { lockRecount, type Reading } from "./reading"
import { type ChangedSource, changedSources, rewriteSources } from "./reread-sources"
import { type ReadAnswer, rewriteMentions } from "./rewrite-mentions"

/**
 * Returns 0 when answers are left at `until`, and null when the recount is complete. Every call makes progress. It may run at
 * any time, concurrently, and after a crash.
 */
export async function recountProject(projectId: string, { until }: { until: Date }): Promise<number | null> {
  // Across teams, because the job only has the project's id.
  const [found] = await acrossTeams(() =>
    rows<{ team_id: string }>(
      sql`select team_id from ai_recount where project_id = ${projectId} and finished_at is null`,
    ),
  )
  if (!found) return null
  return inTeam(found.team_id, async () => {
    do {
      const reading = await takeUp(found.team_id, projectId)
      if (!reading) return null
      await readScan(reading, until)
    } while (Date.now() < until.getTime())
    return 0
  })
}

/** Returns projects whose recount has not advanced for 30 s, for example because its process died. */
export async function idleRecounts(): Promise<string[]> {
  // Across teams, because recounts of all teams continue after a restart.
  const found = await acrossTeams(() =>
    rows<{ project_id: string }>(
      sql`select project_id from ai_recount where finished_at is null and updated_at < now() - interval '30 s'`,
    ),
  )
  return found.map(({ project_id }) => project_id)
}

type Brand = BrandNames & BrandSites
type Found = { version: number; total_n: number; scan_id: string | null; after_answer: string; brands: Brand[] }

/** Returns the scan in progress or the next one. Without one, marks the recount as finished and returns undefined. */
async function takeUp(team_id: string, project_id: string): Promise<(Reading & { brands: Brand[] }) | undefined> {
  // One statement, so that the version and the brands match.
  const [found] = await rows<Found>(sql`
    select r.version, r.total_n, coalesce(r.scan_id, s.id) as scan_id, case when r.scan_id is null then '' else r.after_answer end as after_answer,
      (select coalesce(json_agg(json_build_object('id', b.id, 'name', b.name, 'kind', b.kind, 'aliases', b.aliases, 'negative_aliases', b.negative_aliases,
        'domains', b.domains, 'domain_paths', b.domain_paths) order by b.id), '[]')
        from ai_brand b where b.team_id = ${team_id} and b.project_id = ${project_id} and b.kind <> 'ignored') as brands
    from ai_recount r left join lateral (
      select s.id from scan s where s.team_id = ${team_id} and s.project_id = ${project_id} and s.brands_version < r.version
        and s.status in ('completed', 'partial', 'failed', 'canceled')
      order by s.finished_at desc nulls last, s.id desc limit 1) s on true
    where r.team_id = ${team_id} and r.project_id = ${project_id} and r.finished_at is null`)
  if (!found) return undefined
  const { scan_id, version, after_answer, brands, total_n } = found
  if (scan_id) return { team_id, project_id, scan_id, version, after_answer, brands }
  // The recount stays open if a scan that just ended has increased total_n.
  await rows(sql`
    update ai_recount set finished_at = now(), updated_at = now()
    where team_id = ${team_id} and project_id = ${project_id} and version = ${version} and total_n = ${total_n} and scan_id is null`)
  return undefined
}

const idsAtOnce = 10_000
const answersAtOnce = 100

/** Processes the scan from its last position, until it ends, `until` has passed, or the brands change again. */
async function readScan({ brands, ...begun }: Reading & { brands: Brand[] }, until: Date) {
  const { team_id, scan_id } = begun
  let reading = begun
  const ids = await rows<{ id: string }>(sql`
    select id from answer where team_id = ${team_id} and scan_id = ${scan_id} and id > ${reading.after_answer} order by id limit ${idsAtOnce}`)
  for (let at = 0; at < ids.length; at += answersAtOnce) {
    if (at > 0 && Date.now() >= until.getTime()) return
    const chunk = ids.slice(at, at + answersAtOnce).map(({ id }) => id)
    const found = await readAnswers(team_id, chunk, brands)
    const sources = await changedSources(reading, chunk, brands)
    const next = await writeChunk(reading, chunk, found, sources, brands)
    if (!next) return
    reading = next
  }
  if (ids.length < idsAtOnce) await finishScan(reading)
}

/** Skips answers that a person labelled: their labels take precedence. */
async function readAnswers(teamId: string, ids: string[], brands: readonly Brand[]) {
  const answers = await rows<{ id: string; text: string }>(
    sql`select id, text from answer where team_id = ${teamId} and id = any(${ids}) and not is_labelled`,
  )
  const ends = await Promise.allSettled(answers.map(({ text }) => findMentions(brands, text)))
  const failed = ends.filter((end) => end.status === "rejected")
  // When every answer fails, the cause is not an answer, so the recount stops with the error.
  if (failed.length > 1 && failed.length === ends.length) throw failed[0]?.reason
  return ends.flatMap((end, i): ReadAnswer[] => {
    const { id } = answers[i] as (typeof answers)[number]
    if (end.status === "fulfilled") return [{ answer_id: id, mentions: end.value }]
    const what = "could not re-extract a stored answer; its mentions stay unchanged"
    log.error({ err: end.reason, answer_id: id }, what)
    return []
  })
}

/** Writes one chunk. Returns undefined without writing when another worker was faster or the brands changed again. */
async function writeChunk(
  reading: Reading,
  ids: string[],
  read: ReadAnswer[],
  sources: ChangedSource[],
  brands: readonly Brand[],
) {
  return prisma.$transaction(
    async (tx) => {
      if (!(await lockRecount(tx, reading))) return undefined
      const { team_id, project_id, scan_id } = reading
      await rewriteMentions(tx, reading, read, brands)
      await rewriteSources(tx, reading, ids, sources)
      const after_answer = ids.at(-1) as string
      await tx.$executeRaw(sql`
        update ai_recount set scan_id = ${scan_id}, after_answer = ${after_answer}, done_n = done_n + ${ids.length}, updated_at = now()
        where team_id = ${team_id} and project_id = ${project_id}`)
      return { ...reading, after_answer }
    },
    { timeout: 60_000 },
  )
}
