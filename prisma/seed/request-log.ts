/** Writes two weeks of logged API requests of a sample key. Its secret is discarded, so the key cannot be used. */
import { newId } from "@/domain/kernel/ids"
import { seededRandom } from "@/domain/visibility/statistics/seeded-random"
import { type Prisma, sql } from "../client"

const days = 14
const requestsPerDay = 21
/** The burst that exceeds the rate limit: this many days ago, with this many requests. */
const burst = { daysAgo: 3, requests: 12 }
const dayMs = 86_400_000

type Key = { team_id: string; key_id: string }
type Request = { route: string; path?: string; query?: string; status?: number; code?: string; detail?: string }

/** All rows in one insert. Also sets when and by what the key was used last. */
export async function seedRequestLog(tx: Prisma.TransactionClient, key: Key, clientId: string, now: Date) {
  const random = seededRandom("request log")
  const entries = timesUntil(now, random).map((at) => entryOf(key, drawRequest(clientId, random()), { at, random }))
  const burstAt = now.getTime() - burst.daysAgo * dayMs
  for (let n = 0; n < burst.requests; n++) entries.push(entryOf(key, rateLimited, { at: burstAt + n * 900, random }))
  await tx.$executeRaw(sql`
    insert into request_log_entry
    select * from json_populate_recordset(null::request_log_entry, ${JSON.stringify(entries)}::json)`)
  const last = entries.reduce((latest, entry) => (entry.created_at > latest.created_at ? entry : latest))
  await tx.apiKey.updateMany({
    where: { team_id: key.team_id, id: key.key_id },
    data: { last_used_at: last.created_at, last_used_ip: last.ip, last_used_user_agent: last.user_agent },
  })
}

/** Times in milliseconds since 1970, spread over each of the last days. */
const timesUntil = (now: Date, random: () => number) =>
  Array.from({ length: days * requestsPerDay }, (_, n) => {
    const day = Math.floor(n / requestsPerDay)
    return now.getTime() - Math.round((day + random() * 0.98 + 0.01) * dayMs)
  })

const rateLimited: Request = {
  route: "/api/v1/clients",
  status: 429,
  code: "rate_limited",
  detail: "Too many requests. Wait before the next one.",
}

/** `share`: from 0 to 1. One request in 20 fails. */
function drawRequest(clientId: string, share: number): Request {
  const metrics = "/api/v1/clients/{client_id}/metrics"
  const path = `/api/v1/clients/${clientId}/metrics`
  if (share < 0.03)
    return {
      route: metrics,
      path,
      query: "metrics=visits",
      status: 400,
      code: "parameter_invalid",
      detail: "visits is not a metric.",
    }
  if (share < 0.05)
    return {
      route: "/api/v1/reports/{report_id}",
      path: `/api/v1/reports/${newId("report", 0)}`,
      status: 404,
      code: "resource_not_found",
      detail: "Your team has no report with this ID.",
    }
  if (share < 0.55) return { route: metrics, path, query: "metrics=sessions,revenue&range=last_28_days" }
  if (share < 0.75) return { route: "/api/v1/signals", query: "status=open" }
  return { route: "/api/v1/clients", query: "limit=50" }
}

function entryOf({ team_id, key_id }: Key, request: Request, { at, random }: { at: number; random: () => number }) {
  const { route, path = route, query = null, status = 200, code = null, detail } = request
  const id = newId("request", at)
  const db_ms = status === 429 ? 0 : 2 + random() * 14
  return {
    id,
    team_id,
    key_id,
    method: "GET",
    route,
    path,
    query,
    status,
    code,
    duration_ms: db_ms + 1 + random() * 6,
    db_ms,
    bytes: status === 200 ? 900 + Math.round(random() * 5_000) : 320,
    ip: "203.0.113.0/24",
    user_agent: "sample-dashboard/1.0",
    created_at: new Date(at),
    problem: code === null ? null : JSON.stringify({ status, code, detail, request_id: id }),
  }
}
