/**
 * Defines the retention rule of every table, and applies it. The hourly job (inngest/prune.ts) runs the rules that
 * delete.
 *
 * A new table needs a rule here: a test compares this list with the database. A table that references another comes
 * before it, so that one run deletes both.
 */
import { rawAnswerDays } from "@/domain/answers/raw-response"
import { clearAttemptContents, clearMessageContents } from "@/domain/deliveries/clear-contents"
import { batchSize, repeatInBatches } from "@/domain/kernel/repeat-in-batches"
import { type Sql, sql } from "@/prisma/client"
import { deleteScansBefore, deleteWhere } from "./delete-in-batches"
import { type RetentionKind, retentionDays } from "./retention-days"

export type RetentionRule =
  /** Rows are never deleted. The text explains why the table stays small. */
  | { retained: string }
  /** Rows are deleted together with their row in another table. */
  | { deletedWith: string }
  /** The hourly job deletes rows, or clears columns with contents. Both return the number of rows. */
  | { deleteExpired: () => Promise<number>; clearExpired?: () => Promise<number> }
  | { deletedWith: string; clearExpired: () => Promise<number> }

const byUsers = { retained: "Users create these one at a time. A row stays until a user deletes it." }
const oneRowPer = (noun: string) => ({ retained: `One row for each ${noun}, updated in place.` })

export const retention: Record<string, RetentionRule> = {
  team: byUsers,
  user: byUsers,
  account: byUsers,
  membership: byUsers,
  verification_token: { deleteExpired: () => deleteWhere("verification_token", sql`t.expires_at < ${daysAgo(1)}`) },
  session: {
    deleteExpired: () => deleteWhere("session", sql`t.expires_at < now() or ${isSignedOut}`),
  },
  invitation: {
    deleteExpired: () => deleteOlder("invitation", "invitations", (before) => sql`${endOfInvitation} < ${before}`),
  },

  api_key: {
    retained: "The request log and the audit log name keys, also revoked ones. Plans limit the number of active keys.",
  },
  audit_entry: { deleteExpired: deleteAudit },
  operator_change: { retained: "One row for each change that an operator makes. The application may not delete it." },
  request_log_entry: {
    deleteExpired: () => deleteOlder("request_log_entry", "request_log", (before) => sql`t.created_at < ${before}`),
  },
  mcp_call: { deleteExpired: () => deleteOlder("mcp_call", "mcp_calls", (before) => sql`t.created_at < ${before}`) },
  oauth_code: { deleteExpired: () => deleteWhere("oauth_code", sql`t.expires_at < ${daysAgo(1)}`) },
  oauth_access_token: {
    deleteExpired: () => deleteWhere("oauth_access_token", sql`t.expires_at < ${daysAgo(1)}`),
  },
  // A used token stays until it would expire, because its reuse is a sign of theft.
  oauth_refresh_token: {
    deleteExpired: () => deleteWhere("oauth_refresh_token", sql`t.expires_at < ${daysAgo(1)}`),
  },
  // A connection that ended stays as long as its calls, because the settings show both together.
  oauth_grant: {
    deleteExpired: async () =>
      (await deleteWhere("oauth_grant", sql`t.activated_at is null and t.created_at < ${daysAgo(1)}`)) +
      (await deleteOlder("oauth_grant", "mcp_calls", (before) => sql`least(t.expires_at, t.revoked_at) < ${before}`)),
  },
  oauth_request: { deleteExpired: () => deleteWhere("oauth_request", sql`t.expires_at < ${daysAgo(1)}`) },
  oauth_client: {
    // Apps without an open connection. A deleted app gets invalid_client and registers itself again.
    deleteExpired: () =>
      deleteWhere(
        "oauth_client",
        sql`t.last_used_at < ${daysAgo(30)} and not exists (
          select from oauth_grant g where g.client_id = t.id and g.revoked_at is null and g.expires_at > now())`,
      ),
  },
  additive_migration: oneRowPer("migration"),
  installation_secret: oneRowPer("secret of the installation"),
  rate_limit: {
    deleteExpired: () =>
      deleteWhere("rate_limit", sql`t.expire < (extract(epoch from now() - interval '1 hour') * 1000)::bigint`),
  },
  idempotent_change: { deleteExpired: () => deleteWhere("idempotent_change", sql`t.started_at < ${daysAgo(1)}`) },
  write_probe: { retained: "One row, which /readyz updates." },
  row_tally: oneRowPer("list of a team"),

  client: byUsers,
  restated_day: { deleteExpired: () => deleteWhere("restated_day", sql`t.restated_at < ${daysAgo(30)}`) },
  data_source: byUsers,
  sync_run: {
    // The latest run of a source stays, because it shows when the source was last read.
    deleteExpired: () =>
      deleteOlder(
        "sync_run",
        "sync_runs",
        (before) => sql`t.started_at < ${before} and exists (
        select from sync_run later where later.data_source_id = t.data_source_id and later.started_at > t.started_at)`,
      ),
  },
  source_grant: {
    // Authorizations that no data source uses, for example because the user did not finish connecting one.
    deleteExpired: () =>
      deleteWhere(
        "source_grant",
        sql`t.created_at < ${daysAgo(1)} and not exists (select from data_source d where d.credentials_ref = t.id)`,
      ),
  },
  metrics_upload: { deleteExpired: () => deleteWhere("metrics_upload", sql`t.created_at < ${daysAgo(1)}`) },
  metrics_upload_part: { deletedWith: "metrics_upload" },
  metric_fact: { deleteExpired: deleteMetrics },
  fx_rate: {
    retained:
      "One row for each day and currency of the European Central Bank. Metrics of every age are converted with these rates.",
  },
  annotation: byUsers,
  goal: byUsers,
  report: byUsers,
  report_section: byUsers,
  report_widget: byUsers,
  report_commentary: { retained: "Users write these one at a time. Earlier texts are the history of a report." },
  report_share_link: {
    // Stays for a while after its end, so that the report's list of links shows that it has ended.
    deleteExpired: () => deleteWhere("report_share_link", sql`least(t.expires_at, t.revoked_at) < ${daysAgo(90)}`),
  },
  report_sender: oneRowPer("team"),
  report_snapshot: { retained: "No code writes this table." },

  signal_rule: byUsers,
  // Active signals stay until they end.
  signal: { deleteExpired: () => deleteOlder("signal", "signals", (before) => sql`t.ended_at < ${before}`) },
  signal_entry: { deletedWith: "signal" },
  signal_evaluation: oneRowPer("client"),

  ai_project: byUsers,
  ai_brand: byUsers,
  ai_topic: byUsers,
  ai_prompt: byUsers,
  ai_prompt_list: {
    retained: "One row for each set of prompts that scans of a project have asked. Most scans share one.",
  },
  ai_recount: oneRowPer("project"),
  ai_brand_suggestions: oneRowPer("project"),
  ai_engine: oneRowPer("AI engine"),
  team_engine: oneRowPer("AI engine of a team"),
  engine_price: oneRowPer("price of an AI engine"),
  ai_judge: oneRowPer("team"),
  scan: { deleteExpired: deleteScans },
  scan_task: { deletedWith: "scan" },
  answer: { deletedWith: "scan", clearExpired: clearRawAnswers },
  mention: { deletedWith: "answer" },
  citation: { deletedWith: "answer" },
  ai_judgement: { deletedWith: "scan" },
  visibility_cell: { deletedWith: "scan" },
  visibility_cell_brand: { deletedWith: "scan" },
  visibility_scan_brand: { deletedWith: "scan" },
  ai_scan_source: { deletedWith: "scan" },
  ai_source: {
    deleteExpired: () =>
      deleteOlder("ai_source", "scans", (before) => sql`t.last_seen_at < ${before} and not ${hasCountedScan}`),
  },

  webhook_secret: { deleteExpired: () => deleteWhere("webhook_secret", sql`t.expires_at <= now()`) },
  webhook_signing_key: { deleteExpired: () => deleteWhere("webhook_signing_key", sql`t.expires_at <= now()`) },
  webhook_sequence: oneRowPer("team"),
  webhook_attempt: {
    clearExpired: clearAttemptContents,
    deleteExpired: () => deleteOlder("webhook_attempt", "webhook_log", (before) => sql`t.started_at < ${before}`),
  },
  webhook_delivery: { deleteExpired: deleteDeliveries },
  webhook_message: {
    clearExpired: clearMessageContents,
    deleteExpired: () =>
      deleteOlder(
        "webhook_message",
        "webhook_log",
        (before) =>
          sql`t.created_at < ${before} and not exists (select from webhook_delivery d where d.message_id = t.id)`,
      ),
  },
  endpoint_queue: { deletedWith: "webhook_endpoint" },
  webhook_attempt_hour: {
    // The charts look back 30 days.
    deleteExpired: () => deleteWhere("webhook_attempt_hour", sql`t.hour < date_trunc('hour', ${daysAgo(31)}, 'UTC')`),
  },
  webhook_recovery: {
    deleteExpired: () => deleteOlder("webhook_recovery", "webhook_log", (before) => sql`t.ended_at < ${before}`),
  },
  webhook_notice: {
    // The notice of an ongoing condition stays, because its row prevents a second notice.
    deleteExpired: () =>
      deleteOlder(
        "webhook_notice",
        "webhook_log",
        (before) =>
          sql`t.created_at < ${before} and (t.kind not in ('low_success', 'delayed') or t.ended_at is not null)`,
      ),
  },
  webhook_endpoint: {
    // Deleted only after its deliveries, because the log names the endpoint.
    deleteExpired: () =>
      deleteOlder(
        "webhook_endpoint",
        "webhook_log",
        (before) => sql`t.state = 'deleted' and t.deleted_at < ${before}
          and not exists (select from webhook_delivery d where d.endpoint_id = t.id)`,
      ),
  },

  engine_run: {
    deleteExpired: () =>
      deleteOlder("engine_run", "engine_journal", (before) => sql`t.state <> 'open' and t.ended_at < ${before}`),
  },
  engine_step: { deletedWith: "engine_run" },
  engine_event: {
    deleteExpired: () =>
      deleteOlder(
        "engine_event",
        "engine_journal",
        (before) => sql`t.received_at < ${before} and not exists (select from engine_run r where r.event_id = t.id)`,
      ),
  },
  engine_once: { deleteExpired: () => deleteWhere("engine_once", sql`t.expires_at < now()`) },
}

const daysAgo = (days: number) => sql`(now() - make_interval(days => ${days}))`

/** True for a session that ended with a new password or with "Sign out everywhere". */
const isSignedOut = sql`t.session_version <> (select u.session_version from "user" u where u.id = t.user_id)`

/** SQL: a scan that is not deleted yet may count the source `t`. Deleting that scan changes or deletes the source. */
const hasCountedScan = sql`exists (select from scan s
  where s.team_id = t.team_id and s.project_id = t.project_id and s.sources_counted and s.started_at <= t.last_seen_at)`

const endOfInvitation = sql`least(t.accepted_at, t.revoked_at, t.expires_at)`

/**
 * Calls `work` with the time before which this kind of data has expired. Does nothing for data that is retained
 * forever.
 */
async function ifExpires(kind: RetentionKind, work: (before: Sql) => Promise<number>) {
  const days = retentionDays(kind)
  return days === null ? 0 : work(daysAgo(days))
}

const deleteOlder = (table: string, kind: RetentionKind, condition: (before: Sql) => Sql) =>
  ifExpires(kind, (before) => deleteWhere(table, condition(before)))

/**
 * Uses a database function, because the application's role may not delete audit entries. The function rejects recent
 * ones.
 */
function deleteAudit() {
  return ifExpires("audit", (before) => repeatInBatches(sql`select delete_expired_audit(${before}) as count`))
}

function deleteScans() {
  return ifExpires("scans", deleteScansBefore)
}

/** Deletes by primary key, because the table is partitioned and a row's ctid is not unique across partitions. */
function deleteMetrics() {
  return ifExpires("metrics", (before) =>
    repeatInBatches(sql`
      with deleted as (
        delete from metric_fact where (data_source_id, metric_id, date, dims_hash) in (
          select data_source_id, metric_id, date, dims_hash from metric_fact where date < ${before}::date limit ${batchSize}) returning 1)
      select count(*) as count from deleted`),
  )
}

/** Finds deliveries by their messages, which have an index by date. */
function deleteDeliveries() {
  return ifExpires("webhook_log", (before) =>
    repeatInBatches(sql`
      with deleted as (
        delete from webhook_delivery where id in (
          select d.id from webhook_message m join webhook_delivery d on d.message_id = m.id
          where m.created_at < ${before} and d.state in ('succeeded', 'exhausted', 'cancelled', 'expired') limit ${batchSize}) returning 1)
      select count(*) as count from deleted`),
  )
}

function clearRawAnswers() {
  return repeatInBatches(sql`
    with cleared as (
      update answer set raw_packed = null where id in (
        select id from answer where raw_packed is not null and asked_at < ${daysAgo(rawAnswerDays())}
        order by asked_at limit ${batchSize}) returning 1)
    select count(*) as count from cleared`)
}

/** The tables with a rule that deletes or clears, in the order in which they must be processed. */
export const expiringTables = Object.entries(retention)
  .filter(([, rule]) => "deleteExpired" in rule || "clearExpired" in rule)
  .map(([table]) => table)

/** Deletes expired rows of the table, then clears expired contents of rows that stay. Returns how many of each. */
export async function deleteExpired(table: string): Promise<{ cleared: number; deleted: number }> {
  const rule = retention[table]
  if (!rule) throw new Error(`The table ${table} has no retention rule.`)
  const deleted = "deleteExpired" in rule ? await rule.deleteExpired() : 0
  const cleared = "clearExpired" in rule ? ((await rule.clearExpired?.()) ?? 0) : 0
  return { cleared, deleted }
}
