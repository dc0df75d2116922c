/**
 * Finds and stores the brands that the latest answers of a project name often, and finds projects whose suggestions are
 * outdated.
 */
import { z } from "zod"
import { countsInTrends } from "@/domain/kernel/trend-scans"
import { acrossTeams, inTeam, prisma, rows, sql } from "@/prisma/client"
import { brandNamesSelect } from "../extraction/brand-columns"
import { findSuggestions } from "../extraction-thread/extract"
import { latestScans } from "../project-reads"
import { citedSite, examinedAnswer } from "./suggestion"

const staleProject = z.object({
  team_id: z.string(),
  project_id: z.string(),
  scan_id: z.string(),
  scan_answers_n: z.int(),
})
export type StaleProject = z.infer<typeof staleProject>

/**
 * Returns up to 100 projects whose suggestions do not cover all answers of their latest finished scan. The scan that
 * ended first comes first.
 */
export const staleSuggestions = (): Promise<StaleProject[]> =>
  // Across teams, because one job updates the suggestions of all teams.
  acrossTeams(() =>
    rows(
      staleProject,
      sql`
        select p.team_id, p.id as project_id, s.id as scan_id, s.answers_valid as scan_answers_n
        from ai_project p cross join lateral (
          select s.id, s.answers_valid, s.finished_at from scan s where s.project_id = p.id and s.team_id = p.team_id and s.finished_at is not null and ${countsInTrends}
          order by s.finished_at desc, s.id desc limit 1) s
        left join ai_brand_suggestions g on g.project_id = p.id and g.team_id = p.team_id
        where (g.scan_id, g.scan_answers_n) is distinct from (s.id, s.answers_valid) and p.status <> 'archived'
        order by s.finished_at, p.id limit 100`,
    ),
  )

/** Limits for all three scans together, newest answers first. 3,000 real answers have 9.4 million characters. */
const maxAnswers = 3_000
const maxCharacters = 20_000_000
const lastScans = 3

/** Computes the suggestions of a project and replaces the stored ones. Idempotent. */
export async function suggestBrands({ team_id, project_id, scan_id, scan_answers_n }: StaleProject): Promise<void> {
  await inTeam(team_id, async () => {
    const answers = await latestAnswers(team_id, project_id)
    const sites = await citedSites(team_id, project_id)
    const suggestions = await findSuggestions({ answers, sites, known: await knownNames(team_id, project_id) })
    const stored = { scan_id, scan_answers_n, read_n: answers.length, suggestions, computed_at: new Date() }
    await prisma.aiBrandSuggestions.upsert({
      where: { project_id },
      create: { team_id, project_id, ...stored },
      update: stored,
    })
  })
}

const latestAnswers = (teamId: string, projectId: string) =>
  rows(
    examinedAnswer,
    sql`
      with latest as (${latestScans(teamId, sql`${projectId}`, lastScans)}),
      newest as (
        select id, engine_id, text, asked_at from answer where team_id = ${teamId} and scan_id in (select id from latest) and engine_id <> 'sample'
        order by asked_at desc, id limit ${maxAnswers})
      select id, engine_id as engine, text
      from (select *, sum(length(text)) over (order by asked_at desc, id) as characters from newest) n
      where characters <= ${maxCharacters} order by asked_at desc, id`,
  )

const citedSites = (teamId: string, projectId: string) =>
  rows(
    citedSite,
    sql`
      select key as domain, answers_n from ai_source where team_id = ${teamId} and project_id = ${projectId} and listing = 'cited_domain'
      order by citations_n desc, key desc limit 5000`,
  )

/** Loads tracked and ignored brands. */
const knownNames = async (team_id: string, project_id: string) =>
  prisma.aiBrand.findMany({
    where: { team_id, project_id },
    select: brandNamesSelect,
  })
