/** Reads daily search clicks of brand queries and of all other queries. */
import { z } from "zod"
import { containsPattern } from "@/domain/kernel/text"
import { addDays } from "@/domain/metrics/calendar"
import { finalThrough } from "@/domain/metrics/freshness"
import { hasDimension, type Source } from "@/domain/metrics/query-context"
import { rows, sql } from "@/prisma/client"
import type { SeriesDay } from "./finding"

export const queryGroups = { brand: "brand queries", other: "other queries" } as const
export type QueryGroup = keyof typeof queryGroups

const brandRow = z.object({ name: z.string(), aliases: z.array(z.string()) })

/** Shorter names are parts of too many other words. */
const minTermLength = 3

/**
 * Returns the terms that make a query a brand query, in lower case: the client's brands in its AI-visibility projects,
 * or its own name if it has none. Each name is a term with and without its spaces.
 */
export async function readBrandTerms(teamId: string, client: { id: string; name: string }): Promise<string[]> {
  const brands = await rows(
    brandRow,
    sql`
      select b.name, b.aliases from ai_brand b join ai_project p on p.team_id = b.team_id and p.id = b.project_id
      where b.team_id = ${teamId} and p.client_id = ${client.id} and b.kind = 'own' order by b.id`,
  )
  const names = brands.length > 0 ? brands.flatMap(({ name, aliases }) => [name, ...aliases]) : [client.name]
  const terms = names.map((name) => name.trim().toLowerCase()).flatMap((name) => [name, name.replace(/\s+/g, "")])
  return [...new Set(terms)].filter((term) => term.length >= minTermLength)
}

const dayRow = z.object({ date: z.iso.date(), brand: z.number(), other: z.number() })

export type QueryGroupSeries = { lastFinalDay: string; days: Record<QueryGroup, SeriesDay[]> }

/**
 * Final days in order. Returns null when the source stores no clicks by query, or has no final day. Clicks of
 * queries that the platform hides belong to neither group.
 */
export async function readQueryGroups(
  teamId: string,
  source: Source,
  terms: string[],
  dayCount: number,
): Promise<QueryGroupSeries | null> {
  const lastFinalDay = finalThrough([source])
  const [smallestBreakdown] = (source.breakdowns["search_clicks"] ?? [])
    .filter((breakdown) => hasDimension(breakdown, "query"))
    .toSorted((a, b) => a.length - b.length)
  if (lastFinalDay === null || smallestBreakdown === undefined || terms.length === 0) return null
  const patterns = terms.map(containsPattern)
  const found = await rows(
    dayRow,
    sql`
      select f.date, coalesce(sum(f.value) filter (where q.is_brand), 0)::float8 as brand,
        coalesce(sum(f.value) filter (where not q.is_brand), 0)::float8 as other
      from metric_fact f cross join lateral (select lower(f.dims ->> 'query') like any(${patterns}) as is_brand) q
      where f.team_id = ${teamId} and f.data_source_id = ${source.id} and f.metric_id = 'search_clicks'
        and f.date between ${addDays(lastFinalDay, 1 - dayCount)}::date and ${lastFinalDay}::date
        and f.dimension_set = ${smallestBreakdown}
        and f.dims ->> 'query' not in ('__other__', '(not set)')
      group by 1 order by 1`,
  )
  const daysOf = (group: QueryGroup) => found.map((day) => ({ date: day.date, value: day[group] }))
  return { lastFinalDay, days: { brand: daysOf("brand"), other: daysOf("other") } }
}
