/** Finds the sources of a citations widget: domains or pages that AI answers of a project cite in the period. */
import { z } from "zod"
import { sourceClass } from "@/domain/answers/extraction/sources"
import { timestamp } from "@/domain/kernel/fields"
import { empty, rows, type Sql, sql } from "@/prisma/client"
import type { widgetQueries } from "../widget"

const counts = z.object({
  citations_n: z.int().meta({ description: "The number of citations. A page counts once per answer." }),
  answers_n: z.int().meta({ description: "The number of answers that cite the source." }),
  share: z
    .object({
      value: z.number().nullable().meta({ description: "The share. `null` if nothing was counted." }),
      numerator: z.int().meta({ description: "The citations of the source." }),
      denominator: z.int().meta({ description: "All citations in the period." }),
    })
    .meta({ description: "The share of all citations in the period." }),
})

export const citedSource = z.object({
  key: z.string().meta({ description: "The registrable domain, or the canonical URL of the page." }),
  domain: z.string().meta({ description: "The registrable domain of the source." }),
  title: z
    .string()
    .nullable()
    .meta({ description: "The title of the page. `null` for domains, or if it is not known. Third-party content." }),
  source_class: sourceClass,
  label: z.string().meta({ description: "The name of the source type for display." }),
  ...counts.shape,
  previous: counts
    .nullable()
    .meta({ description: "The same counts in the comparison period. `null` without a comparison." }),
  share_change: z.number().nullable().meta({
    description: "`share` minus the share in the comparison period. `null` if one of them is not known.",
  }),
})
const totalCounts = counts.extend({
  sources_n: z.int().meta({ description: "The number of cited sources." }),
})
export const citationsTotal = totalCounts.extend({
  previous: totalCounts
    .nullable()
    .meta({ description: "The same counts in the comparison period. `null` without a comparison." }),
})
export type CitedSource = z.infer<typeof citedSource>

const sourceClassLabels: Record<CitedSource["source_class"], string> = {
  own: "Your brand",
  competitor: "Competitor",
  editorial: "Editorial",
  ugc: "Community",
  reference: "Reference",
  institutional: "Institutional",
  corporate: "Shop or company",
  other: "Unclassified",
}

export type CitedSources = {
  rows: CitedSource[]
  total: z.infer<typeof citationsTotal>
  rows_total: number
  last_answer_at: string | null
}
type Days = { from: string; to: string }
type CitationsQuery = z.output<typeof widgetQueries.citations>
type ClientPeriod = Days & {
  teamId: string
  clientId: string
  timezone: string
  comparison: Days | null
  maxRows: number
}

const citationsRow = z.object({
  sources: z.array(citedSource.omit({ label: true, share_change: true })),
  total: citationsTotal,
  last_answer_at: timestamp().nullable(),
})

/**
 * Counts the matching citations of the period and of the comparison period, and lists the sources of the period. Shares
 * are relative to the citations of all source types. Finds nothing if the project belongs to another client.
 */
export async function findCitedSources(query: CitationsQuery, clientPeriod: ClientPeriod): Promise<CitedSources> {
  const [result] = await rows(citationsRow, citationsStatement(query, clientPeriod))
  if (!result) throw new Error("the citations statement returned no row")
  const { sources, total, last_answer_at } = result
  return { rows: sources.map(completeSource), total, rows_total: total.sources_n, last_answer_at }
}

/**
 * Builds the statement. `cited` has the citations of both periods, and `matching` those of the chosen source types.
 * `sources` counts them by source, `total` all together. `largest` has the sources that the widget shows.
 */
function citationsStatement(query: CitationsQuery, clientPeriod: ClientPeriod): Sql {
  const { teamId, clientId, timezone, comparison, maxRows } = clientPeriod
  const { project_id, entity, source_class, engine } = query
  const key = entity === "domain" ? sql`c.registrable_domain` : sql`c.url_canonical`
  const title = entity === "domain" ? sql`null::text` : sql`max(title) filter (where is_current)`
  const isIn = ({ from, to }: Days) => sql`
    (a.asked_at >= (${from}::date::timestamp at time zone ${timezone})
      and a.asked_at < ((${to}::date + 1)::timestamp at time zone ${timezone}))`
  const isCurrent = isIn(clientPeriod)
  const isPrevious = comparison ? isIn(comparison) : sql`false`
  const ifCompared = (json: Sql) => (comparison ? json : sql`null`)
  return sql`
    with cited as materialized (
      select a.id as answer_id, a.asked_at, ${key} as key, c.registrable_domain as domain, c.title, c.source_class,
        ${isCurrent} as is_current, ${isPrevious} as is_previous
      from ai_project p
      join answer a on a.team_id = ${teamId} and a.project_id = p.id
      join citation c on c.team_id = ${teamId} and c.answer_id = a.id and c.kind = 'cited'
      where p.team_id = ${teamId} and p.client_id = ${clientId} and p.id = ${project_id} and (${isCurrent} or ${isPrevious})
        ${engine ? sql`and a.engine_id = ${engine}` : empty}
    ), all_cited as (
      select count(*) filter (where is_current)::int as n, count(*) filter (where is_previous)::int as previous_n from cited
    ), matching as (
      select * from cited ${source_class ? sql`where source_class = any(${source_class})` : empty}
    ), sources as (
      select key, max(domain) as domain, ${title} as title, mode() within group (order by source_class) filter (where is_current) as source_class, ${countsOf}
      from matching group by key having bool_or(is_current)
    ), total as (
      select ${countsOf}, count(distinct key) filter (where is_current)::int as sources_n,
        count(distinct key) filter (where is_previous)::int as previous_sources_n from matching
    ), largest as (
      select * from sources order by citations_n desc, key limit ${Math.min(query.limit, maxRows)}
    )
    select (select max(asked_at) filter (where is_current) from cited) as last_answer_at,
      (select ${currentCounts} || jsonb_build_object('sources_n', sources_n,
        'previous', ${ifCompared(sql`${previousCounts} || jsonb_build_object('sources_n', previous_sources_n)`)})
        from total, all_cited) as total,
      coalesce((select jsonb_agg(jsonb_build_object('key', key, 'domain', domain, 'title', title, 'source_class', source_class,
        'previous', ${ifCompared(previousCounts)}) || ${currentCounts}
        order by citations_n desc, key) from largest, all_cited), '[]') as sources`
}

const countsOf = sql`
  count(*) filter (where is_current)::int as citations_n,
  count(distinct answer_id) filter (where is_current)::int as answers_n,
  count(*) filter (where is_previous)::int as previous_citations_n,
  count(distinct answer_id) filter (where is_previous)::int as previous_answers_n`

/** The counts of a row as JSON. `all_n` counts all citations of the same period. */
const jsonOf = (citations_n: Sql, answers_n: Sql, all_n: Sql) => sql`
  jsonb_build_object('citations_n', ${citations_n}, 'answers_n', ${answers_n}, 'share', jsonb_build_object(
    'value', ${citations_n}::float8 / nullif(${all_n}, 0), 'numerator', ${citations_n}, 'denominator', ${all_n}))`
const currentCounts = jsonOf(sql`citations_n`, sql`answers_n`, sql`all_cited.n`)
const previousCounts = jsonOf(sql`previous_citations_n`, sql`previous_answers_n`, sql`all_cited.previous_n`)

function completeSource(source: z.infer<typeof citationsRow>["sources"][number]): CitedSource {
  const current = source.share.value
  const previous = source.previous?.share.value ?? null
  const share_change = current === null || previous === null ? null : current - previous
  return { ...source, label: sourceClassLabels[source.source_class], share_change }
}
