/**
 * Updates which brand owns the sites that answers cite and their types, in citations and in the project's list of
 * sources.
 */
import { z } from "zod"
import type { BrandSites } from "@/domain/answers/extraction/sources"
import { classifySources } from "@/domain/answers/extraction-thread/extract"
import { type Prisma, rows, rowsIn, sql } from "@/prisma/client"
import type { RecountCursor } from "./recount-cursor"

const citedRow = z.object({
  url: z.string(),
  host: z.string(),
  registrable_domain: z.string(),
  brand_id: z.string().nullable(),
  source_class: z.string(),
})
const projectRow = z.object({ source_types: z.record(z.string(), z.string()) })
type Cited = z.infer<typeof citedRow>

export type ChangedSource = { url: string; domain: string; brand_id: string | null; source_class: string }

/** Batch size per message to the worker thread, because messages are copied. */
const classifyBatchSize = 1_000

/**
 * Returns the sources of these answers whose brand or type changed. Runs before the transaction, to keep its locks
 * short.
 */
export async function findChangedSources(
  { team_id, project_id }: RecountCursor,
  answerIds: readonly string[],
  brands: readonly BrandSites[],
): Promise<ChangedSource[]> {
  const cited = await rows(
    citedRow,
    sql`
      select distinct url_canonical as url, host, registrable_domain, brand_id, source_class from citation
      where team_id = ${team_id} and answer_id = any(${answerIds})`,
  )
  const [project] = await rows(
    projectRow,
    sql`select source_types from ai_project where team_id = ${team_id} and id = ${project_id}`,
  )
  /** Source types that the team chose, by domain. */
  const chosenTypes = project?.source_types ?? {}
  const changed: ChangedSource[] = []
  for (let at = 0; at < cited.length; at += classifyBatchSize) {
    const sources = cited.slice(at, at + classifyBatchSize)
    for (const [i, classified] of (await classifySources(brands, sources)).entries()) {
      const old = sources[i] as Cited
      const isOfBrand = classified.source_class === "own" || classified.source_class === "competitor"
      const chosenType = isOfBrand ? undefined : chosenTypes[old.registrable_domain]
      const source_class = chosenType ?? classified.source_class
      const { brand_id } = classified
      if (brand_id !== old.brand_id || source_class !== old.source_class)
        changed.push({ url: old.url, domain: old.registrable_domain, brand_id, source_class })
    }
  }
  return changed
}

/** Writes the changes to citations, to pages, and to the domains whose pages changed. */
export async function rewriteSources(
  tx: Prisma.TransactionClient,
  { team_id, project_id }: RecountCursor,
  answerIds: readonly string[],
  changed: readonly ChangedSource[],
) {
  if (changed.length === 0) return
  const changedRows = sql`jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as r(url text, brand_id text, source_class text)`
  await tx.$executeRaw(sql`
    update citation c set brand_id = r.brand_id, source_class = r.source_class from ${changedRows}
    where c.team_id = ${team_id} and c.answer_id = any(${answerIds}) and c.url_canonical = r.url`)
  const urls = changed.map(({ url }) => url)
  const domains = [...new Set(changed.map(({ domain }) => domain))]
  // Locks the rows in the same order as the recording of answers, to avoid deadlocks.
  await tx.$executeRaw(sql`
    select 1 from ai_source where team_id = ${team_id} and project_id = ${project_id} and (listing in ('cited_url', 'retrieved_url') and key = any(${urls})
      or listing in ('cited_domain', 'retrieved_domain') and key = any(${domains})) order by listing, key for no key update`)
  const updated = await rowsIn(
    tx,
    domainRow,
    sql`
      update ai_source s set brand_id = r.brand_id, source_class = r.source_class from ${changedRows}
      where s.team_id = ${team_id} and s.project_id = ${project_id} and s.listing in ('cited_url', 'retrieved_url') and s.key = r.url
        and (s.brand_id, s.source_class) is distinct from (r.brand_id, r.source_class) returning s.registrable_domain as domain`,
  )
  const changedDomains = [...new Set(updated.map(({ domain }) => domain))]
  await tx.$executeRaw(sql`
    update ai_source s set brand_id = d.brand_id, source_class = d.source_class
    from (
      select listing, key, min(brand_id) as brand_id, (array_agg(source_class order by citations_n desc, source_class))[1] as source_class
      from (
        select replace(listing, '_url', '_domain') as listing, registrable_domain as key, source_class, min(brand_id) as brand_id,
          sum(citations_n) as citations_n
        from ai_source where team_id = ${team_id} and project_id = ${project_id} and listing in ('cited_url', 'retrieved_url')
          and registrable_domain = any(${changedDomains}) group by 1, 2, 3) types
      group by 1, 2) d
    where s.team_id = ${team_id} and s.project_id = ${project_id} and s.listing = d.listing and s.key = d.key`)
}

const domainRow = z.object({ domain: z.string() })
