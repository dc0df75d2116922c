/**
 * Builds the innermost part of a metric query's statement: reads stored facts and groups them by bucket and dimension
 * values.
 */
import { empty, join, raw, type Sql, sql } from "@/prisma/client"
import type { Ask } from "./ask"
import { firstOfWeek } from "./calendar"
import { isMoneyBase, isUniqueBase } from "./catalogue"
import { rateHoldsDays } from "./currency"
import type { ResolvedPeriod, Span } from "./period"
import { isOfSource, type Part } from "./plan"
import { isStored } from "./stored"

/**
 * One row for each bucket and combination of dimension values. Columns: i (bucket), d0... (dimensions), c0... (values),
 * q (quality bits).
 */
export const facts = (ask: Ask): Sql => grouped(ask, ask.period, sql`f.date`, "c")

/**
 * The same for the comparison. Each day is moved to the bucket of the day it is compared with. Columns: i, d0..., p0...
 */
export function comparedFacts(ask: Ask): Sql {
  const { comparison } = ask.period
  if (!comparison) return nothing(ask)
  const { shiftDays } = comparison
  const day = shiftDays === null ? sql`(f.date + interval '1 year')::date` : sql`(f.date + ${shiftDays}::int)`
  return grouped(ask, comparison, day, "p")
}

/** Names of the columns with this letter: c0, c1, ... */
export const columns = (letter: string, of: readonly unknown[]) => of.map((_, n) => raw(`${letter}${n}`))

function grouped({ context, plan, query, period, money }: Ask, span: Span, day: Sql, letter: string): Sql {
  const parts = money?.isMixed ? plan.parts.filter((part) => !isMoneyBase(part.base)) : plan.parts
  const amount = money?.convert ? sql`round(f.value * coalesce(rate.rate, 1), 6)` : sql`f.value`
  const figures = plan.bases.map((base, n) => sql`${figure(base, amount)} as ${raw(`${letter}${n}`)}`)
  const dims = query.dimensions.map((d, n) => sql`${dimension(d, parts)} as ${raw(`d${n}`)}`)
  const groups = join([raw("1"), ...dims.map((_, n) => raw(String(n + 2)))])
  return sql`select ${bucket(day, period, context.week_starts_on)} as i, ${join([...dims, ...figures])}, bit_or(f.quality) as q
    from metric_fact f
    ${money?.convert ? rateOfDay(money.code) : empty}
    where ${isStored(context, parts, span)} ${filters(query.filter)} group by ${groups}`
}

const figure = (base: string, amount: Sql) =>
  isUniqueBase(base)
    ? sql`case when count(*) filter (where f.metric_id = ${base}) = 1 then max(f.value) filter (where f.metric_id = ${base}) end`
    : sql`sum(${isMoneyBase(base) ? amount : sql`f.value`}) filter (where f.metric_id = ${base})`

function dimension(id: string, parts: Part[]): Sql {
  if (id === "data_source") return sql`f.data_source_id`
  if (id !== "provider") return sql`f.dims ->> ${id}`
  const [ids, providers] = [parts.map((p) => p.source.id), parts.map((p) => p.source.provider)]
  return sql`(${providers}::text[])[array_position(${ids}::text[], f.data_source_id)]`
}

/** Buckets are numbered from the first bucket of the period. */
function bucket(day: Sql, { granularity, from }: ResolvedPeriod, weekStartsOn: number): Sql {
  if (granularity === "day") return sql`${day} - ${from}::date`
  if (granularity === "week") return sql`(${day} - ${firstOfWeek(from, weekStartsOn)}::date) / 7`
  if (granularity === "month")
    return sql`(extract(year from ${day}) * 12 + extract(month from ${day}))::int - ${monthNumber(from)}::int`
  return sql`0`
}

const monthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

/** Filters by dimensions of the source (data_source, provider) are left out: the plan already selected the sources. */
function filters(filter: Record<string, string[]>): Sql {
  const stored = Object.entries(filter).filter(([name]) => !isOfSource(name))
  if (stored.length === 0) return empty
  return sql`and ${join(
    stored.map(([name, values]) => sql`f.dims ->> ${name} = any(${values})`),
    " and ",
  )}`
}

const rateOfDay = (code: string) => sql`left join lateral (select x.rate from fx_rate x
  where x.base = f.currency and x.quote = ${code} and x.date between f.date - ${rateHoldsDays}::int and f.date
  order by x.date desc limit 1) rate on f.currency <> ${code}`

function nothing({ plan, query }: Ask): Sql {
  const none = [
    ...columns("d", query.dimensions).map((d) => sql`null::text as ${d}`),
    ...columns("p", plan.bases).map((p) => sql`null::numeric as ${p}`),
  ]
  return sql`select null::int as i, ${join(none)} where false`
}
