/**
 * Reads the state of the open days of a data source: the days after its last final day, which the platform may still
 * change.
 */
import { z } from "zod"
import { addDays, type Day, lengthInDays } from "@/domain/metrics/calendar"
import { rows, sql } from "@/prisma/client"
import { connectedProviders } from "../connectors/connector"
import { ConnectorError, type ConnectorErrorCode, connectorErrors } from "../connectors/connector-error"
import { connectors } from "../connectors/index"
import { sourceStatuses } from "../data-source"
import { yesterdayOf } from "./sync-window"

export type SourceRef = { team_id: string; id: string }
export type OpenDays = { from: Day; to: Day }

const stateRow = z.object({
  provider: z.enum(connectedProviders),
  status: z.enum(sourceStatuses),
  account_timezone: z.string(),
  final_through: z.string(),
  stored_at: z.string().nullable(),
  /** The sync that is queued or running. Its stored days are `done_from` to `window_to`. */
  unfinished: z
    .object({
      done_from: z.string().nullable(),
      window_to: z.string().nullable(),
      due_at: z.string(),
      error: z.string().nullable(),
    })
    .nullable(),
  /** The error of the last ended sync. `until`: the end of the wait that the platform asked for, or a past time. */
  failure: z.object({ at: z.string(), error: z.string(), until: z.string() }).nullable(),
})
export type OpenDaysState = z.infer<typeof stateRow>

/**
 * Returns undefined for a source that is not connected to a platform, for a source without final days, because a sync
 * reads its history first, and for a source of an archived client.
 */
export async function readOpenDaysState({ team_id, id }: SourceRef): Promise<OpenDaysState | undefined> {
  const [found] = await rows(
    stateRow,
    sql`
      select d.provider, d.status, d.account_timezone, d.final_through::text as final_through, d.last_success_at as stored_at,
        (select json_build_object('done_from', r.done_from, 'window_to', r.window_to, 'due_at', r.due_at, 'error', r.error_code)
          from sync_run r where r.team_id = d.team_id and r.data_source_id = d.id and r.status in ('queued', 'running')) as unfinished,
        (select case when r.error_code is not null
            then json_build_object('at', r.finished_at, 'error', r.error_code, 'until', r.due_at) end
          from sync_run r where r.team_id = d.team_id and r.data_source_id = d.id and r.finished_at is not null
          order by r.started_at desc, r.id desc limit 1) as failure
      from data_source d join client c on c.team_id = d.team_id and c.id = d.client_id and c.status <> 'archived'
      where d.team_id = ${team_id} and d.id = ${id} and d.credentials_ref is not null and d.final_through is not null`,
  )
  return found
}

/**
 * Null when all days up to yesterday are final. Also null when there are more open days than one chunk of a sync has:
 * only syncs read these.
 */
export function openDaysOf({ provider, account_timezone, final_through }: OpenDaysState, now: Date): OpenDays | null {
  const from = addDays(final_through, 1)
  const to = yesterdayOf(account_timezone, now)
  if (from > to || lengthInDays(from, to) > connectors[provider].chunkDays) return null
  return { from, to }
}

/** Milliseconds for which a result is reused, whether data or an error. */
const reuseMs = 60_000

const isRecent = (at: string | null, now: Date) => at !== null && now.getTime() - Date.parse(at) < reuseMs
const isAhead = (at: string, now: Date) => Date.parse(at) > now.getTime()

/** Whether any sync stored data less than a minute ago, or the unfinished sync has already stored the open days. */
export function isFresh({ stored_at, unfinished }: OpenDaysState, openDays: OpenDays, now: Date): boolean {
  if (isRecent(stored_at, now)) return true
  const { done_from = null, window_to = null } = unfinished ?? {}
  return done_from !== null && window_to !== null && done_from <= openDays.from && window_to >= openDays.to
}

/** The reason not to ask the platform now: it refused the authorization, it asked for a wait, or it has just failed. */
export function reasonNotToFetch({ status, unfinished, failure }: OpenDaysState, now: Date): ConnectorError | null {
  if (status === "reauth_required") return new ConnectorError("authorization_lost")
  if (unfinished && isAhead(unfinished.due_at, now)) return errorOf(unfinished.error)
  if (failure && (isAhead(failure.until, now) || isRecent(failure.at, now))) return errorOf(failure.error)
  return null
}

const errorOf = (code: string | null) =>
  new ConnectorError(code !== null && code in connectorErrors ? (code as ConnectorErrorCode) : "platform_error")
