/** Reports how recent the data of each source is, and whether it covers the period. */
import { z } from "zod"
import type { PeriodMeta } from "@/domain/kernel/period-meta"
import { rows, sql } from "@/prisma/client"
import { addDays, type Day, dayIn, earliest } from "./calendar"
import type { ResolvedPeriod, Span } from "./period"
import type { Part } from "./plan"
import { plannedFactsCondition } from "./planned-facts-condition"
import type { QueryContext, Source } from "./query-context"
import { hoursBetweenSyncs, staleAfterIntervals } from "./sync-intervals"

export type Coverage = Required<Pick<PeriodMeta, "period" | "comparison" | "freshness">>
/** Quality notes of each source's facts, by the source's id. */
export type Quality = Map<string, string[]>

/**
 * Builds the parts of `meta` about the period and its sources. `served_from` is "cache", because the values come from
 * our database and not from the platform. Live reports can fetch days from the platform first, and overwrite it.
 */
export function describeCoverage(period: ResolvedPeriod, sources: Source[], quality: Quality, now: Date): Coverage {
  const { from, to, timezone, granularity, days, comparison } = period
  const through = dataThrough(sources)
  // The current day is never complete, even if there is data for it.
  const lastCompleteDay = earliestOfAll([through, addDays(dayIn(timezone, now), -1)])
  const syncTimes = sources.map(({ last_success_at }) => last_success_at && timestampOf(last_success_at))
  return {
    period: { from, to, timezone, granularity, days, ...completeness(period, lastCompleteDay) },
    comparison: comparison && {
      mode: comparison.mode,
      from: comparison.from,
      to: comparison.to,
      complete: completeness(comparison, lastCompleteDay).complete,
    },
    freshness: {
      data_through: through,
      oldest_sync_at: earliestOfAll(syncTimes),
      served_from: "cache",
      sources: sources.map((source) => ({
        data_source_id: source.id,
        provider: source.provider,
        status: source.status,
        data_through: source.data_through,
        final_through: source.final_through,
        last_success_at: source.last_success_at && timestampOf(source.last_success_at),
        stale: isStale(source, now),
        quality: quality.get(source.id) ?? [],
      })),
    },
  }
}

function completeness({ from, to }: Span, through: Day | null) {
  if (through !== null && through >= to) return { complete: true, incomplete_from: null }
  return { complete: false, incomplete_from: through === null || through < from ? from : addDays(through, 1) }
}

/** The earliest day or ISO timestamp. Null if one of them is null, or if there are none. */
const earliestOfAll = (times: (string | null)[]): string | null =>
  times.every((time) => time !== null) ? earliest(times) : null

const timestampOf = (time: string) => new Date(time).toISOString()

/** The sources of the parts, each once. */
export const sourcesOf = (parts: Part[]): Source[] => [
  ...new Map(parts.map(({ source }) => [source.id, source])).values(),
]

/** The fields that determine up to which day a source has data, and whether more data will come. */
type SourceProgress = Pick<Source, "status" | "sync_frequency" | "data_through">

/**
 * The last day that all sources have reached. Null when one has no data. Disconnected and ended sources count only if
 * there are no others.
 */
export const dataThrough = (sources: SourceProgress[]): Day | null =>
  earliestOfAll(sourcesThatLimitFreshness(sources).map(({ data_through }) => data_through))

/**
 * The last day up to which the values of all sources are final. Sources that do not report it are final up to their
 * last day. Ignores the same sources as `dataThrough`.
 */
export const finalThrough = (sources: Source[]): Day | null =>
  earliestOfAll(
    sourcesThatLimitFreshness(sources).map(({ final_through, data_through }) => final_through ?? data_through),
  )

/**
 * A source has ended if its data end more than this many days before the newest data. Such a source is the history of
 * an earlier account. Files that are imported once a quarter are not that old.
 */
const maxDaysBehind = 100

function sourcesThatLimitFreshness<S extends SourceProgress>(sources: S[]): S[] {
  const newest = sources
    .flatMap(({ data_through }) => data_through ?? [])
    .toSorted()
    .at(-1)
  const limiting = sources.filter((source) => source.status !== "disconnected" && !hasEnded(source, newest))
  return limiting.length > 0 ? limiting : sources
}

/** True for a source without scheduled syncs whose data end long before `newest`, the last day of all sources. */
function hasEnded({ status, sync_frequency, data_through }: SourceProgress, newest: Day | undefined) {
  const isScheduled = status !== "paused" && sync_frequency !== "manual"
  return !isScheduled && data_through !== null && newest !== undefined && data_through < addDays(newest, -maxDaysBehind)
}

/** Sources that are synced only on request are never stale. */
export function isStale({ last_success_at, sync_frequency }: Source, now: Date): boolean {
  const intervalHours = hoursBetweenSyncs[sync_frequency]
  if (intervalHours === null || last_success_at === null) return false
  return now.getTime() - Date.parse(last_success_at) > staleAfterIntervals * intervalHours * 3_600_000
}

const sourceRow = z.object({ source: z.string(), bits: z.number() })

/** Reads the quality notes of the facts behind a response, by source. Called only when a quality bit is set. */
export async function qualityBySource(context: QueryContext, parts: Part[], period: Span) {
  const found = await rows(
    sourceRow,
    sql`
      select f.data_source_id as source, bit_or(f.quality) as bits
      from metric_fact f where ${plannedFactsCondition(context, parts, period)}
      group by 1`,
  )
  return new Map(found.map(({ source, bits }) => [source, qualities.filter((_, bit) => bits & (1 << bit))]))
}

/** The names of the bits of `metric_fact.quality`, from the lowest bit. */
export const qualities = ["sampled", "thresholded", "other_row", "truncated_upstream", "estimated"] as const
