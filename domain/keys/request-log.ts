/** Logs every API request with a key. The log is written in batches, so requests do not wait for it. */
import { BatchedLog } from "@/domain/kernel/batched-log"
import type { ErrorCode } from "@/domain/kernel/errors"
import { idPrefixAt } from "@/domain/kernel/ids"
import { anonymizedNetwork } from "@/domain/kernel/network"
import { redactKeys } from "@/domain/kernel/redact-keys"
import { acrossTeams, rows, type Sql, sql } from "@/prisma/client"

/** Number of days that the pages of API keys show. The log can be retained for longer. */
export const requestLogDays = 30

/** Longest request that `loggedSince` is sure to find, in milliseconds. */
const maxDurationMs = 10 * 60_000

/**
 * SQL condition for requests `r` that ended at `time` or later. The primary key of the log is the team, the key and the
 * id, and an id starts with the time at which its request started.
 */
export const loggedSince = (time: Date): Sql => sql`
  r.created_at >= ${time} and r.id >= ${idPrefixAt("request", Math.max(0, time.getTime() - maxDurationMs))}`

/** SQL condition for requests `r` that ended before `time`. */
export const loggedBefore = (time: Date): Sql => sql`
  r.created_at < ${time} and r.id < ${idPrefixAt("request", time.getTime())}`

/** A request to log. `logRequest` shortens its texts and redacts secrets in them. */
export type RequestLogEntry = {
  id: string
  team_id: string
  key_id: string
  method: string
  /** The route template, for example /api/v1/clients/{client_id}. */
  route: string
  path: string
  /** The query of the URL as it was sent, with its question mark. */
  search?: string
  status: number
  code: ErrorCode | null
  duration_ms: number
  db_ms?: number
  /** Size of the response body. */
  bytes: number
  /** The caller's address. Only its network is stored. */
  ip: string | null
  user_agent: string | null
  created_at: string
  /** The body of an error response. */
  problem?: string | undefined
}

/** Across teams: one batch contains requests of all teams. */
const requestLog = new BatchedLog("request log", (entries) =>
  acrossTeams(() =>
    rows(sql`
      with entry as (select * from json_populate_recordset(null::request_log_entry, ${entries}::json)),
      logged as (insert into request_log_entry select * from entry on conflict do nothing)
      update api_key k set last_used_at = e.created_at, last_used_ip = e.ip, last_used_user_agent = e.user_agent
      from (select distinct on (key_id) * from entry order by key_id, created_at desc) e
      where k.id = e.key_id and k.team_id = e.team_id and (k.last_used_at is null or k.last_used_at < e.created_at - interval '60 s')`),
  ),
)

/** Queues one request, with the network of the caller instead of the address. */
export function logRequest({ search = "", ...entry }: RequestLogEntry) {
  const ip = anonymizedNetwork(entry.ip)
  const path = redactKeys(entry.path).slice(0, 500)
  const user_agent = entry.user_agent && redactKeys(entry.user_agent).slice(0, 300)
  const query = loggedQuery(search)
  const problem = entry.problem === undefined ? null : loggedProblem(entry.problem)
  requestLog.add({ ...entry, ip, path, user_agent, query, problem })
}

/** Writes the queued requests. Call it before the process ends. */
export const flushRequestLog = () => requestLog.flush()

/** Stored texts are cut to these lengths (characters). */
const maxQueryLength = 1_000
const maxProblemLength = 4_000

/** Parameter names that callers may use for credentials, although the API has none of them. */
const secretName = /^(.*[_-])?(key|token|secret|password|passwd|authorization|auth|signature|sig)$/i

/** The query without its question mark, each pair as the caller wrote it: `limit=0&token=[redacted]`. */
export function loggedQuery(search: string): string | null {
  if (search.length <= 1) return null
  const pairs = redactKeys(search.slice(1))
    .split("&")
    .map((pair) => {
      const [name = ""] = pair.split("=")
      return secretName.test(name) && pair.includes("=") ? `${name}=[redacted]` : pair
    })
  return pairs.join("&").slice(0, maxQueryLength)
}

/**
 * The body of a problem as it was sent. It contains no keys. If it is too long, the last of its `errors` are dropped.
 */
export function loggedProblem(text: string): string {
  if (text.length <= maxProblemLength) return text
  const { errors, ...rest } = JSON.parse(text) as { detail: string; errors?: unknown[] }
  const shortened = { ...rest, detail: rest.detail.slice(0, 1_000) }
  const logged: unknown[] = []
  for (const error of errors ?? []) {
    if (JSON.stringify({ ...shortened, errors: [...logged, error] }).length > maxProblemLength) break
    logged.push(error)
  }
  return JSON.stringify({ ...shortened, errors: logged })
}
