/**
 * Creates a connected app of the demo team's admin with a log of its calls over two weeks. The app has no tokens, so
 * the connection cannot be used.
 */
import { type AuditRecord, recordAudit } from "@/domain/audit/record"
import { newId } from "@/domain/kernel/ids"
import { seededRandom } from "@/domain/visibility/statistics/seeded-random"
import { prisma, sql } from "../client"
import { type DemoPeople, hourMs, sampleAudit } from "./members"

const dayMs = 24 * hourMs
const app = {
  client_id: "https://claude.example/oauth/client-metadata",
  client_kind: "cimd",
  client_name: "Claude (sample)",
  client_host: "claude.example",
  scopes: ["data:read"],
}

type Ids = { clientId: string; projectId: string }
type Seed = Ids & { teamId: string; people: DemoPeople; now: Date }

/** Call it inside the team's scope. */
export async function seedConnectedApp({ teamId: team_id, people: { admin }, now, ...ids }: Seed) {
  const connectedAt = new Date(now.getTime() - 15 * dayMs)
  const grant_id = newId("connection", connectedAt.getTime())
  const known = { team_id, grant_id, user_id: admin.id, client_id: app.client_id, client_name: app.client_name }
  const calls = callsUntil(now, ids).map((call) => ({ ...known, ...call }))
  const last_used_at = calls.at(-1)?.created_at ?? null
  await prisma.$transaction(async (tx) => {
    const times = { created_at: connectedAt, activated_at: connectedAt, last_used_at }
    const expires_at = new Date(now.getTime() + 30 * dayMs)
    await tx.oauthGrant.create({ data: { ...app, ...times, id: grant_id, team_id, user_id: admin.id, expires_at } })
    const after = { app: app.client_name, host: app.client_host, scopes: app.scopes }
    const created: AuditRecord = { action: "connection.created", subject_id: grant_id, after }
    await recordAudit(sampleAudit({ id: team_id }, admin, connectedAt), created, tx)
    await tx.$executeRaw(sql`
      insert into mcp_call select * from json_populate_recordset(null::mcp_call, ${JSON.stringify(calls)}::json)`)
  })
}

const conversations = 14

/** A conversation a day, oldest first. Each takes a few minutes. */
function callsUntil(now: Date, ids: Ids) {
  const random = seededRandom("connected app")
  const questions = questionsAbout(ids)
  return Array.from({ length: conversations }, (_, n) => {
    const startedAt = now.getTime() - (conversations - n) * dayMs + random() * 0.8 * dayMs
    const question = questions[n % questions.length] ?? []
    return question.map((call, step) =>
      callRow(call, Math.round(startedAt + step * (9_000 + random() * 20_000)), random),
    )
  }).flat()
}

type Call = [tool: string, args: Record<string, unknown>, rows: number, result?: string]

/** The calls that answer each question: the tool, its arguments, the number of rows and the result. */
function questionsAbout({ clientId: client_id, projectId: project_id }: Ids): Call[][] {
  return [
    [
      ["get_team", {}, 1],
      ["list_clients", { status: ["active"] }, 5],
      ["get_performance_summary", { client_id }, 1],
    ],
    [
      ["search", { query: "Bergamo Bikes" }, 4],
      ["query_metrics", { client_id, metrics: ["ad_spend", "ad_clicks"], dimensions: ["campaign"], limit: 20 }, 8],
      ["list_signals", { client_id, status: ["open"] }, 4],
    ],
    [
      ["list_visibility_projects", {}, 2],
      ["get_visibility_metrics", { project_id, compare: "previous_period" }, 5],
      ["list_prompts", { project_id, gap: true }, 1],
    ],
    [
      ["query_metrics", { client_id, metrics: ["visits"] }, 0, "parameter_invalid"],
      ["list_metrics", {}, 40],
      ["query_metrics", { client_id, metrics: ["sessions"], range: "last_90_days", granularity: "week" }, 14],
    ],
    [
      ["get_report", { report_id: newId("report", 0) }, 0, "resource_not_found"],
      ["list_reports", {}, 3],
      ["list_data_sources", { status: ["error", "reauth_required", "paused"] }, 1],
    ],
  ]
}

function callRow([name, args, rows, result = "ok"]: Call, atMs: number, random: () => number) {
  return {
    id: newId("connectionCall", atMs),
    client_info: "claude-ai 1.0",
    protocol_version: "2025-11-25",
    request_id: newId("request", atMs),
    method: "tools/call",
    name,
    arguments: args,
    result,
    is_write: false,
    rows,
    bytes: 260 + Math.round(rows * (180 + random() * 60)),
    duration_ms: 6 + Math.round(random() * 30),
    ip_hash: null,
    created_at: new Date(atMs),
  }
}
