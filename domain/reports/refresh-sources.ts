/** Fetches the days of a query that are not final from their platforms, for `fresh=prefer` and `fresh=require`. */
import type { LimitFunction } from "p-limit"
import { ConnectorError, type ConnectorErrorCode } from "@/domain/data-sources/connectors/connector-error"
import { type FetchedOpenDays, fetchOpenDays } from "@/domain/data-sources/syncs/fetch-open-days"
import { type Deadline, DeadlineError } from "@/domain/kernel/deadline"
import { sourcesOf } from "@/domain/metrics/freshness"
import { type MetricQuery, queryErrors } from "@/domain/metrics/metric-query"
import type { ResolvedPeriod } from "@/domain/metrics/period"
import { planQuery } from "@/domain/metrics/plan"
import { loadQueryContext, type QueryContext, type Source } from "@/domain/metrics/query-context"
import type { WidgetError } from "./widget-data"

/**
 * The result of fetching one source: its open days (the days that are not final), which are now up to date, or the
 * error. Both are null when there was nothing to fetch.
 */
export type SourceFetch = { openDays: FetchedOpenDays | null; error: WidgetError | null }
export type SourceFetches = ReadonlyMap<string, SourceFetch>

type Refreshed = { context: QueryContext; fetches: SourceFetches }
export type RefreshSources = (query: MetricQuery, period: ResolvedPeriod) => Promise<Refreshed>

/** Deadline of one source, in milliseconds. */
const fetchTimeoutMs = 8_000
/** Time that a fetch leaves for the query of the stored facts, in milliseconds. */
const queryReserveMs = 2_000

/**
 * Fetches each source once per request. After a fetch, the context is loaded again. `fetchOpenDays` runs one fetch per
 * source and account, so a source never gets more requests than a sync makes. `limit` bounds the fetches of a team.
 */
export function sourceRefresher(
  context: QueryContext,
  { deadline, limit, now }: { deadline: Deadline; limit: LimitFunction; now: () => Date },
): RefreshSources {
  const { team_id, client_id } = context
  const started = new Map<string, Promise<SourceFetch>>()
  const reloaded = new Map<string, Promise<QueryContext>>()

  const fetchSource = async ({ id }: Source): Promise<SourceFetch> => {
    const leftMs = deadline.remainingMs
    const waitMs = Math.min(fetchTimeoutMs, Math.max(leftMs - queryReserveMs, leftMs / 2))
    try {
      const openDays = await deadline.within(waitMs, () => limit(() => fetchOpenDays({ team_id, id }, now)))
      return { openDays, error: null }
    } catch (thrown) {
      return { openDays: null, error: fetchError(thrown, id) }
    }
  }
  const reload = async () => (await loadQueryContext(team_id, client_id)) ?? context

  return async (query, period) => {
    const sources = sourcesWithOpenDays(context, query, period)
    const fetches = new Map<string, SourceFetch>()
    await Promise.all(
      sources.map(async (source) =>
        fetches.set(source.id, await reuseRunning(started, source.id, () => fetchSource(source))),
      ),
    )
    const fetchedIds = sources.flatMap(({ id }) => (fetches.get(id)?.openDays ? [id] : []))
    return {
      context: fetchedIds.length > 0 ? await reuseRunning(reloaded, fetchedIds.join(), reload) : context,
      fetches,
    }
  }
}

/** The sources that the query reads and that may still change days of the period. None for an invalid query. */
function sourcesWithOpenDays(context: QueryContext, query: MetricQuery, period: ResolvedPeriod): Source[] {
  if (queryErrors(query, period).length > 0) return []
  return sourcesOf(planQuery(context, query, period).parts).filter(
    ({ final_through }) => final_through !== null && final_through < period.to,
  )
}

const errorCodes: Partial<Record<ConnectorErrorCode, WidgetError["code"]>> = {
  rate_limited: "source_rate_limited",
  timeout: "source_timeout",
  authorization_lost: "source_reauth_required",
}

function fetchError(thrown: unknown, data_source_id: string): WidgetError {
  const failure = thrown instanceof DeadlineError ? new ConnectorError("timeout") : thrown
  if (!(failure instanceof ConnectorError)) throw failure
  return {
    code: errorCodes[failure.code] ?? "source_error",
    message: `${failure.message} ${failure.adviceWhileWaiting} The values are those of the last synchronization.`,
    retryable: failure.kind === "retryable",
    data_source_id,
  }
}

function reuseRunning<T>(running: Map<string, Promise<T>>, key: string, start: () => Promise<T>): Promise<T> {
  const value = running.get(key) ?? start()
  running.set(key, value)
  return value
}
