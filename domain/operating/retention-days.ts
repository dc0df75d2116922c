/**
 * Defines how many days each kind of data is retained: the defaults, and the operator's overrides in
 * SIGNALBOX_RETENTION_DAYS.
 */
import { z } from "zod"
import { onlyNames, parseJsonSetting } from "@/domain/kernel/json-setting"

/**
 * `days` is the default. null retains the data until a user deletes it. `minimumDays` is the shortest setting. If
 * another feature needs the data for that long, the comment names it.
 */
export const retentionKinds = {
  /** The database function delete_expired_audit rejects fewer days. */
  audit: { days: 400, minimumDays: 90 },
  /** The pages of API keys show the requests of 30 days. */
  request_log: { days: 30, minimumDays: 30 },
  /** Calls of MCP clients, which the settings of the team show. */
  mcp_calls: { days: 400, minimumDays: 30 },
  /** Deliveries, attempts, recoveries and notices of webhooks. Recover reaches back 30 days. */
  webhook_log: { days: 90, minimumDays: 30 },
  /** Scans with their answers and metrics. Answers of the current month count against the plan. */
  scans: { days: null, minimumDays: 60 },
  /** Daily metrics of clients. Reports compare periods of up to 90 days. */
  metrics: { days: null, minimumDays: 180 },
  /** Signals that were resolved or dismissed. */
  signals: { days: 730, minimumDays: 90 },
  sync_runs: { days: 400, minimumDays: 30 },
  /** Invitations that were accepted, revoked or have expired. */
  invitations: { days: 90, minimumDays: 1 },
  /** Finished runs of the embedded engine, and their events. */
  engine_journal: { days: 7, minimumDays: 1 },
} as const satisfies Record<string, { days: number | null; minimumDays: number }>

export type RetentionKind = keyof typeof retentionKinds

/** null: retained until a user deletes it. Throws an Error that explains the mistake when the setting is invalid. */
export function retentionDays(kind: RetentionKind): number | null {
  const chosen = readRetentionDays()[kind]
  return chosen === undefined ? retentionKinds[kind].days : chosen
}

/** Parses the setting. `text` is JSON such as {"audit":730,"sync_runs":null}. */
export const readRetentionDays = (
  text = process.env.SIGNALBOX_RETENTION_DAYS,
): Partial<Record<RetentionKind, number | null>> => parseJsonSetting("SIGNALBOX_RETENTION_DAYS", text || "{}", setting)

const setting = z.strictObject(
  Object.fromEntries(
    Object.entries(retentionKinds).map(([kind, { minimumDays }]) => [
      kind,
      z
        .int(`must be a whole number of days of at least ${minimumDays}, or null`)
        .min(minimumDays, `must be at least ${minimumDays} days, or null`)
        .max(36_500, "must be at most 36500 days, or null")
        .nullable()
        .optional(),
    ]),
  ),
  onlyNames("data type", Object.keys(retentionKinds)),
)
