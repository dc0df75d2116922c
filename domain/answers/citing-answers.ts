/** Builds the conditions that select the answers that cite a domain or a page. */
import { z } from "zod"
import { empty, rows, type Sql, sql } from "@/prisma/client"

type Query = { project_id: string; cites_domain?: string | undefined; cites_url?: string | undefined }

/** A cited domain, and the number of answers that cite it. */
type Cited = { domain: string; answers: number }

/**
 * The domain of `cites_domain`, or else the domain of the page. Null without such a filter, or if no counted scan cites
 * the page.
 */
export async function findCited(teamId: string, query: Query): Promise<Cited | null> {
  const { project_id, cites_domain, cites_url } = query
  const domain = cites_domain ?? (cites_url && (await domainOfPage(teamId, project_id, cites_url)))
  return domain ? { domain, answers: await countCiting(teamId, project_id, domain) } : null
}

async function domainOfPage(teamId: string, projectId: string, url: string): Promise<string | undefined> {
  const [page] = await rows(
    domainRow,
    sql`
      select registrable_domain as domain from ai_source
      where team_id = ${teamId} and project_id = ${projectId} and listing = 'cited_url' and key = ${url}`,
  )
  return page?.domain
}

/**
 * Counts the answers that cite a domain: the stored total of the source, plus the answers of scans that are not in it
 * yet.
 */
async function countCiting(teamId: string, projectId: string, domain: string): Promise<number> {
  const [counts] = await rows(
    answersNRow,
    sql`
      select coalesce((select answers_n from ai_source
          where team_id = ${teamId} and project_id = ${projectId} and listing = 'cited_domain' and key = ${domain}), 0)
        + (select count(*)::int from scan s join answer a on a.scan_id = s.id and a.team_id = ${teamId}
          where s.team_id = ${teamId} and s.project_id = ${projectId} and not s.sources_counted and exists (
            select from citation c where c.answer_id = a.id and c.team_id = ${teamId} and c.registrable_domain = ${domain} and c.kind = 'cited' offset 0)) as answers_n`,
  )
  return counts?.answers_n ?? 0
}

/** Above this number of citing answers, the query checks answer by answer. Below it, it uses the index on domains. */
const maxAnswersByIndex = 2_000

/** SQL conditions for the answers `a`. `cited`: the result of `findCited`. */
export function citesConditions(teamId: string, query: Query, cited: Cited | null): Sql[] {
  const { project_id, cites_domain, cites_url } = query
  const isFrequent = cited === null || cited.answers > maxAnswersByIndex
  // `offset 0` makes Postgres check answer by answer. The index on domains must not serve this check, because a generic
  // plan, which does not know how frequent the domain is, would read all citations of the domain for each answer. So
  // the project is left out, and the concatenation hides the domain.
  const isOfDomain = (domain: string) =>
    isFrequent
      ? sql`c.registrable_domain || '' = ${domain}`
      : sql`c.project_id = ${project_id} and c.registrable_domain = ${domain}`
  const cites = (
    condition: Sql,
  ) => sql`exists (select 1 from citation c where c.team_id = ${teamId} and c.answer_id = a.id
    and c.kind = 'cited' and ${condition} ${isFrequent ? sql`offset 0` : empty})`
  const isPage = sql`c.url_canonical = ${cites_url}`
  return [
    ...(cites_domain ? [cites(isOfDomain(cites_domain))] : []),
    ...(cites_url ? [cites(cited && !cites_domain ? sql`${isPage} and ${isOfDomain(cited.domain)}` : isPage)] : []),
  ]
}

const domainRow = z.object({ domain: z.string() })
const answersNRow = z.object({ answers_n: z.number() })
