/**
 * Records the imports of the demo's data: one file with the history when the team was created, and then one file for
 * each day. No file contains the days in `daysNeverImported`, so they have no data.
 */
import { z } from "zod"
import { newId } from "@/domain/kernel/ids"
import { addDays, dayIn, daysBetween } from "@/domain/metrics/calendar"
import { type Provider, providerLabels } from "@/domain/metrics/provider"
import { type Prisma, prisma, rows, sql } from "../client"
import { foundedAt } from "./team"

/** `timezone`: of the client. */
export type ImportedSource = {
  id: string
  provider: Provider
  timezone: string
  lastDay: string
  lastImportAt: Date
}

/** The lines of the file and the stored values of one day. */
const dayRow = z.object({ data_source_id: z.string(), date: z.iso.date(), lines: z.int(), values: z.int() })

export async function seedImports(teamId: string, sources: ImportedSource[], now: Date) {
  const days = await rows(
    dayRow,
    sql`
      select data_source_id, date::text as date, max(n)::int as lines, sum(n)::int as values
      from (
        select data_source_id, metric_id, date, count(*) as n from metric_fact
        where team_id = ${teamId} and dimension_set not like '%@%' group by 1, 2, 3) f
      group by 1, 2 order by 1, 2`,
  )
  const bySource = Map.groupBy(days, (day) => day.data_source_id)
  await prisma.syncRun.createMany({
    data: sources.flatMap((source) => importsOf(teamId, source, bySource.get(source.id) ?? [], now)),
  })
}

type ImportedDay = z.infer<typeof dayRow>

function importsOf(teamId: string, source: ImportedSource, days: ImportedDay[], now: Date) {
  const founded = dayIn(source.timezone, foundedAt(now))
  const history = days.filter(({ date }) => date < founded)
  const daily = days.filter(({ date }) => date >= founded)
  return [
    importOf(teamId, source, history, { name: "history", at: foundedAt(now) }),
    ...daily.map((day) => importOf(teamId, source, [day], { name: day.date, at: importedAt(day.date, source) })),
  ]
}

/** Each file is imported on the morning after its day, at the time of the last import. */
function importedAt(day: string, { lastDay, lastImportAt }: ImportedSource) {
  return new Date(lastImportAt.getTime() - daysBetween(day, lastDay) * 86_400_000)
}

type File = { name: string; at: Date }

function importOf(
  team_id: string,
  { id, provider }: ImportedSource,
  days: ImportedDay[],
  { name, at }: File,
): Prisma.SyncRunCreateManyInput {
  const dates = days.map(({ date }) => new Date(date))
  return {
    id: newId("syncRun", at.getTime()),
    team_id,
    data_source_id: id,
    trigger: "manual",
    status: "succeeded",
    window_from: dates[0] ?? null,
    window_to: dates.at(-1) ?? null,
    days: dates,
    file_name: `${providerLabels[provider].toLowerCase().replaceAll(" ", "-")}-${name}.csv`,
    rows_read: days.reduce((sum, { lines }) => sum + lines, 0),
    rows_upserted: days.reduce((sum, { values }) => sum + values, 0),
    started_at: at,
    finished_at: new Date(at.getTime() + 4_000),
  }
}

/** Days before today of which the demo has no file, by the platform and the client of the source. */
export const daysNeverImported = (today: string, provider: Provider, clientSlug: string): string[] =>
  provider === "search_console" && clientSlug === "lumen-language-school"
    ? [-12, -13].map((n) => addDays(today, n))
    : []
