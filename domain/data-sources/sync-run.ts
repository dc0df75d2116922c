/** Defines a sync: one read of a window of days of a data source. */
import { z } from "zod"
import { calendarDate, timestamp } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { qualities } from "@/domain/metrics/freshness"
import { sql } from "@/prisma/client"
import { quota } from "./connectors/quota"

export const syncStatuses = ["queued", "running", "succeeded", "partial", "failed", "canceled"] as const

export const syncRun = z
  .object({
    id: id("syncRun"),
    data_source_id: id("dataSource"),
    trigger: z.enum(["schedule", "manual", "backfill", "report"]).meta({
      description: "What started the sync. `report`: a report or widget whose data was requested with `fresh`.",
    }),
    status: z.enum(syncStatuses).meta({
      description:
        "`partial` if some days were stored and others not; the stored days are complete. `queued` also between two attempts.",
    }),
    file_name: z.string().nullable().meta({
      description: "The name of the imported file. `null` for a sync that read the platform.",
    }),
    window_from: calendarDate().nullable().meta({ description: "The first day of the window." }),
    window_to: calendarDate().nullable().meta({ description: "The last day of the window." }),
    done_from: calendarDate().nullable().meta({
      description: "Days from this one to `window_to` are stored. Syncs read the latest days first.",
    }),
    attempt: z.int().meta({ description: "The number of the current or last attempt without progress, from 1." }),
    due_at: timestamp().meta({ description: "The time of the next attempt, while the sync is queued." }),
    rows_read: z.int().meta({
      description: "The number of rows that the platform returned. For an import, the number of lines of the file.",
    }),
    rows_upserted: z.int().meta({ description: "The number of stored values that are new or have changed." }),
    rows_restated: z.int().meta({ description: "The number of stored values that have changed." }),
    quality: z.array(z.enum(qualities)).meta({
      description: "What the platform reports about the data, such as `sampled` or `truncated_upstream`.",
    }),
    quota: z.array(quota).meta({
      description: "The platform's quotas after the last request. Empty if the platform does not report them.",
    }),
    error_code: z.string().nullable().meta({ description: "The code of the last error, or `null`." }),
    error_message: z.string().nullable().meta({ description: "The last error in words, or `null`." }),
    started_at: timestamp().meta({ description: "The time at which the sync was queued." }),
    finished_at: timestamp().nullable().meta({ description: "The time at which the sync ended." }),
  })
  .meta({ id: "Sync" })
export type SyncRow = z.infer<typeof syncRun>

const qualityNames = sql`array(select name from unnest(${[...qualities]}::text[]) with ordinality as q(name, n) where r.quality & (1 << (n::int - 1)) <> 0 order by n)`

export const syncColumns = sql`r.id, r.data_source_id, r.trigger, r.status, r.file_name, r.window_from, r.window_to, r.done_from, r.attempt, r.due_at,
  r.rows_read, r.rows_upserted, r.rows_restated, ${qualityNames} as quality,
  case when jsonb_typeof(r.quota) = 'array' then r.quota else '[]' end as quota, r.error_code, r.error_message, r.started_at, r.finished_at`

export const exampleSync: SyncRow = {
  id: exampleId("syncRun"),
  data_source_id: exampleId("dataSource"),
  trigger: "schedule",
  status: "succeeded",
  file_name: null,
  window_from: "2026-10-22",
  window_to: "2026-11-19",
  done_from: "2026-10-22",
  attempt: 1,
  due_at: "2026-11-20T06:11:40.000Z",
  rows_read: 412,
  rows_upserted: 96,
  rows_restated: 31,
  quality: [],
  quota: [
    { name: "ad_account", remaining: 91.2, limit: 100, is_low: false, resets_at: "2026-11-20T07:12:03.123Z" },
    { name: "ads_insights", remaining: 72, limit: 100, is_low: false, resets_at: "2026-11-20T07:12:03.123Z" },
  ],
  error_code: null,
  error_message: null,
  started_at: "2026-11-20T06:11:40.000Z",
  finished_at: "2026-11-20T06:12:03.123Z",
}
