/** Re-extracts earlier answers of a project, latest scan first, until every scan reflects the current brands. */
import { z } from "zod"
import { extractionBrandRow } from "@/domain/answers/extraction/brand-columns"
import type { BrandNames } from "@/domain/answers/extraction/mentions"
import type { BrandSites } from "@/domain/answers/extraction/sources"
import { findMentions } from "@/domain/answers/extraction-thread/extract"
import type { Deadline } from "@/domain/kernel/deadline"
import { log } from "@/domain/kernel/log"
import { idRow, teamIdRow } from "@/domain/kernel/rows"
import { acrossTeams, inTeam, longTransaction, prisma, rows, rowsIn, sql } from "@/prisma/client"
import { writeMetrics } from "../write-metrics"
import { type ChangedSource, findChangedSources, rewriteSources } from "./reclassify-sources"
import { lockRecount, type RecountCursor } from "./recount-cursor"
import { type ExtractedAnswer, rewriteMentions } from "./rewrite-mentions"

/**
 * Returns the milliseconds until more work is due: 0 when answers are left at the deadline, and null when the recount
 * is complete. Every call makes progress. It may run at any time, concurrently, and after a crash.
 */
export async function recountProject(projectId: string, deadline: Deadline): Promise<number | null> {
  // Across teams, because the job only has the project's id.
  const [found] = await acrossTeams(() =>
    rows(teamIdRow, sql`select team_id from ai_recount where project_id = ${projectId} and finished_at is null`),
  )
  if (!found) return null
  return inTeam(found.team_id, async () => {
    do {
      const cursor = await nextScanToRecount(found.team_id, projectId)
      if (!cursor) return null
      await recountScan(cursor, deadline)
    } while (!deadline.hasPassed)
    return 0
  })
}

/** Returns projects whose recount has not advanced for 30 s, for example because its process died. */
export async function findIdleRecounts(): Promise<string[]> {
  // Across teams, because recounts of all teams continue after a restart.
  const found = await acrossTeams(() =>
    rows(
      projectIdRow,
      sql`select project_id from ai_recount where finished_at is null and updated_at < now() - interval '30 s'`,
    ),
  )
  return found.map(({ project_id }) => project_id)
}

type Brand = BrandNames & BrandSites
const recountRow = z.object({
  version: z.number(),
  total_n: z.number(),
  scan_id: z.string().nullable(),
  after_answer: z.string(),
  brands: z.array(extractionBrandRow),
})

/**
 * Returns the scan that is being recounted, or the next one. Without one, marks the recount as finished and returns
 * undefined.
 */
async function nextScanToRecount(
  team_id: string,
  project_id: string,
): Promise<(RecountCursor & { brands: Brand[] }) | undefined> {
  // One statement, so that the version and the brands match.
  const [recount] = await rows(
    recountRow,
    sql`
      select r.version, r.total_n, coalesce(r.scan_id, s.id) as scan_id, case when r.scan_id is null then '' else r.after_answer end as after_answer,
        (select coalesce(json_agg(json_build_object('id', b.id, 'name', b.name, 'kind', b.kind, 'aliases', b.aliases, 'negative_aliases', b.negative_aliases, 'everyday_word', b.everyday_word,
          'domains', b.domains, 'domain_paths', b.domain_paths) order by b.id), '[]')
          from ai_brand b where b.team_id = ${team_id} and b.project_id = ${project_id} and b.kind <> 'ignored') as brands
      from ai_recount r left join lateral (
        select s.id from scan s where s.team_id = ${team_id} and s.project_id = ${project_id} and s.brands_version < r.version
          and s.status in ('completed', 'partial', 'failed', 'canceled')
        order by s.finished_at desc nulls last, s.id desc limit 1) s on true
      where r.team_id = ${team_id} and r.project_id = ${project_id} and r.finished_at is null`,
  )
  if (!recount) return undefined
  const { scan_id, version, after_answer, brands, total_n } = recount
  if (scan_id) return { team_id, project_id, scan_id, version, after_answer, brands }
  // The recount stays open if a scan that just ended has increased total_n. Signals wait for the end of a recount.
  await rows(sql`
    with finished as (
      update ai_recount set finished_at = now(), updated_at = now()
      where team_id = ${team_id} and project_id = ${project_id} and version = ${version} and total_n = ${total_n} and scan_id is null
      returning project_id)
    select signals_due(p.team_id, p.client_id) from ai_project p join finished on finished.project_id = p.id where p.team_id = ${team_id}`)
  return undefined
}

/** Answers per call of `recountScan`. */
const maxAnswersPerCall = 10_000
/** Answers per transaction. */
const chunkSize = 100

/** Recounts the scan from its last position, to its last answer, to the deadline, or until the brands change again. */
async function recountScan({ brands, ...start }: RecountCursor & { brands: Brand[] }, deadline: Deadline) {
  const { team_id, scan_id } = start
  let cursor = start
  const ids = await rows(
    idRow,
    sql`
      select id from answer where team_id = ${team_id} and scan_id = ${scan_id} and id > ${cursor.after_answer} order by id limit ${maxAnswersPerCall}`,
  )
  for (let at = 0; at < ids.length; at += chunkSize) {
    if (at > 0 && deadline.hasPassed) return
    const chunk = ids.slice(at, at + chunkSize).map(({ id }) => id)
    const extracted = await extractAnswers(team_id, chunk, brands)
    const sources = await findChangedSources(cursor, chunk, brands)
    const next = await writeChunk(cursor, chunk, extracted, sources, brands)
    if (!next) return
    cursor = next
  }
  if (ids.length < maxAnswersPerCall) await finishRecountOfScan(cursor)
}

/** Skips answers that a person labelled: their labels take precedence. */
async function extractAnswers(teamId: string, ids: string[], brands: readonly Brand[]) {
  const answers = await rows(
    answerRow,
    sql`select id, text from answer where team_id = ${teamId} and id = any(${ids}) and not is_labelled`,
  )
  const results = await Promise.allSettled(answers.map(({ text }) => findMentions(brands, text)))
  const failed = results.filter((result) => result.status === "rejected")
  // When every answer fails, the cause is not an answer, so the recount stops with the error.
  if (failed.length > 1 && failed.length === results.length) throw failed[0]?.reason
  return results.flatMap((result, i): ExtractedAnswer[] => {
    const { id } = answers[i] as (typeof answers)[number]
    if (result.status === "fulfilled") return [{ answer_id: id, mentions: result.value }]
    log.error(
      { err: result.reason, answer_id: id },
      "could not re-extract a stored answer; its mentions stay unchanged",
    )
    return []
  })
}

/** Writes one chunk. Returns undefined without writing when another worker was faster or the brands changed again. */
async function writeChunk(
  cursor: RecountCursor,
  ids: string[],
  extracted: ExtractedAnswer[],
  sources: ChangedSource[],
  brands: readonly Brand[],
) {
  return prisma.$transaction(
    async (tx) => {
      if (!(await lockRecount(tx, cursor))) return undefined
      const { team_id, project_id, scan_id } = cursor
      await rewriteMentions(tx, cursor, extracted, brands)
      await rewriteSources(tx, cursor, ids, sources)
      const after_answer = ids.at(-1) as string
      await tx.$executeRaw(sql`
        update ai_recount set scan_id = ${scan_id}, after_answer = ${after_answer}, done_n = done_n + ${ids.length}, updated_at = now()
        where team_id = ${team_id} and project_id = ${project_id}`)
      return { ...cursor, after_answer }
    },
    { timeout: 60_000 },
  )
}

const projectIdRow = z.object({ project_id: z.string() })

const answerRow = z.object({ id: z.string(), text: z.string() })

/**
 * Replaces the metrics of a scan after all its answers were re-extracted. Sends no event: the scan did when it ended.
 */
async function finishRecountOfScan(cursor: RecountCursor) {
  await longTransaction(100_000, async (tx) => {
    const { team_id, project_id, scan_id, version } = cursor
    if (!(await lockRecount(tx, cursor))) return
    const [scan] = await rowsIn(
      tx,
      statusRow,
      sql`select status from scan where team_id = ${team_id} and id = ${scan_id} for update`,
    )
    if (scan && scan.status !== "canceled") await writeMetrics(tx, cursor)
    await tx.$executeRaw(
      sql`update scan set brands_version = ${version} where team_id = ${team_id} and id = ${scan_id}`,
    )
    await tx.$executeRaw(sql`
        update ai_recount set scan_id = null, after_answer = '', updated_at = now() where team_id = ${team_id} and project_id = ${project_id}`)
  })
}

const statusRow = z.object({ status: z.string() })
