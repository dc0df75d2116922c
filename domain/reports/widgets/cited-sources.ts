/** Answers a citations widget: the domains or pages that the answers of a project cite in the report's period. */
import { z } from "zod"
import { sourceClass } from "@/domain/answers/extraction/sources"
import { timestamp } from "@/domain/kernel/fields"
import { empty, rows, sql } from "@/prisma/client"
import type { widgetQueries } from "../widget"

export const citedSource = z.object({
  key: z.string().meta({ description: "The registrable domain, or the canonical URL of the page." }),
  domain: z.string().meta({ description: "The registrable domain of the source." }),
  title: z
    .string()
    .nullable()
    .meta({ description: "The title of the page. `null` for domains, or if it is not known. Third-party content." }),
  source_class: sourceClass,
  label: z.string().meta({ description: "The name of the source type for display." }),
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

export type CitationsAnswer = { rows: CitedSource[]; rows_total: number; last_answer_at: string | null }
type CitationsQuery = z.output<typeof widgetQueries.citations>
type ClientPeriod = { teamId: string; clientId: string; from: string; to: string; timezone: string; maxRows: number }

const citationsRow = z.object({
  sources: z.array(citedSource.omit({ label: true })),
  rows_total: z.int(),
  last_answer_at: timestamp().nullable(),
})

/** `rows_total` counts all sources of the query. The project must belong to the client: otherwise nothing is found. */
export async function findCitedSources(query: CitationsQuery, clientPeriod: ClientPeriod): Promise<CitationsAnswer> {
  const { teamId, clientId, from, to, timezone, maxRows } = clientPeriod
  const { project_id, entity, source_class, engine } = query
  const key = entity === "domain" ? sql`c.registrable_domain` : sql`c.url_canonical`
  const title = entity === "domain" ? sql`null::text` : sql`max(title)`
  const [result] = await rows(
    citationsRow,
    sql`
      with cited as materialized (
        select a.id as answer_id, a.asked_at, ${key} as key, c.registrable_domain as domain, c.title, c.source_class
        from ai_project p
        join answer a on a.team_id = ${teamId} and a.project_id = p.id
        join citation c on c.team_id = ${teamId} and c.answer_id = a.id and c.kind = 'cited'
        where p.team_id = ${teamId} and p.client_id = ${clientId} and p.id = ${project_id}
          and a.asked_at >= (${from}::date::timestamp at time zone ${timezone})
          and a.asked_at < ((${to}::date + 1)::timestamp at time zone ${timezone})
          ${engine ? sql`and a.engine_id = ${engine}` : empty}
      ), sources as (
        select key, max(domain) as domain, ${title} as title, max(source_class) as source_class, count(*)::int as citations_n,
          count(distinct answer_id)::int as answers_n
        from cited ${source_class ? sql`where source_class = any(${source_class})` : empty}
        group by key
      ), largest as (
        select s.*, (select count(*)::int from cited) as all_n from sources s
        order by citations_n desc, key limit ${Math.min(query.limit, maxRows)}
      )
      select (select count(*)::int from sources) as rows_total, (select max(asked_at) from cited) as last_answer_at,
        coalesce((select json_agg(json_build_object('key', key, 'domain', domain, 'title', title, 'source_class', source_class,
          'citations_n', citations_n, 'answers_n', answers_n, 'share', json_build_object(
            'value', citations_n::float8 / nullif(all_n, 0), 'numerator', citations_n, 'denominator', all_n))
          order by citations_n desc, key) from largest), '[]') as sources`,
  )
  if (!result) throw new Error("a query of citations gives one row")
  const { sources, ...counts } = result
  return { rows: sources.map((source) => ({ ...source, label: sourceClassLabels[source.source_class] })), ...counts }
}
