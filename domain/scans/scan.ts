/**
 * Public shape of a scan. It sends each active prompt of a project to each engine, in each region, `runs_per_prompt`
 * times. A scan of a selection sends only some of the prompts, or asks only some of the engines.
 */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { createdAt, timestamp } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { scanTriggers } from "@/domain/kernel/scan-values"
import { rows, sql } from "@/prisma/client"
import { scanSelection } from "./selection"

/** Transitions: queued -> running -> completed, partial or failed; queued or running -> canceled. */
export const scanStatuses = ["queued", "running", "completed", "partial", "failed", "canceled"] as const

export const scan = z
  .object({
    id: id("scan"),
    project_id: id("aiProject"),
    trigger: z.enum(scanTriggers).meta({ description: "How the scan was started." }),
    started_by: z.string().nullable().meta({
      description: "The name of the user who started the scan, at that time. `null` for scheduled scans and imports.",
    }),
    status: z.enum(scanStatuses).meta({
      description:
        "`partial`: at least 80% of the answers are valid, and at least 50% for every engine. `failed`: fewer answers are valid. A failed scan is stored, but trends do not include it.",
    }),
    panel_version: z.int().meta({ description: "The version of the prompt set that the scan used." }),
    selection: scanSelection.nullable().meta({
      description:
        "The engines and the number of prompts, if the scan asks only some of the project's. Trends, comparisons and signals do not include such a scan. `null` if it asks all.",
    }),
    tasks: z
      .object({
        total: z.int().meta({ description: "The number of all tasks." }),
        succeeded: z.int().meta({ description: "The number of tasks with a valid answer." }),
        failed: z.int().meta({ description: "The number of tasks that ended without a valid answer." }),
        skipped: z.int().meta({
          description:
            "The number of tasks that were skipped, because the scan was canceled or the engine was turned off.",
        }),
      })
      .meta({ description: "The tasks of the scan. A task asks one prompt of one engine in one region, once." }),
    answers_valid: z.int().meta({ description: "The number of answers that the engines returned without an error." }),
    sentiment: z
      .object({
        judged: z.int().meta({ description: "The number of these answers whose sentiment has been classified." }),
        total: z.int().meta({
          description: "The number of answers that mention a tracked brand, without answers of the sample engine.",
        }),
      })
      .nullable()
      .meta({
        description:
          "The progress of classifying sentiment. `null` if sentiment is off, before classification starts, and for imports.",
      }),
    requests_billed: z.int().meta({
      description:
        "The number of attempts that the engines bill or may have billed: answers, refusals, empty answers, failed searches, timeouts and attempts of a process that died, retries included. An attempt that needs several requests counts once. The budget counts these.",
    }),
    cost_usd: z.number().nullable().meta({
      description:
        "The cost of these attempts and of classifying sentiment, in US dollars. `null` if the cost of any of them is not known, and for imports.",
    }),
    error_code: z
      .string()
      .nullable()
      .meta({ description: "The most frequent error of the tasks. `null` unless the scan failed." }),
    queued_at: timestamp().meta({ description: "The time when the scan was requested." }),
    started_at: timestamp().nullable().meta({ description: "The time when the scan started. `null` before that." }),
    finished_at: timestamp().nullable().meta({ description: "The time when the scan ended. `null` before that." }),
    created_at: createdAt(),
  })
  .meta({ id: "Scan" })
export type Scan = z.infer<typeof scan>

/** What identifies a scan and its place in background work. */
export const scanRef = z.object({ team_id: z.string(), project_id: z.string(), scan_id: z.string() })
export type ScanRef = z.infer<typeof scanRef>

/** The cost of scan `s`, or null if it is not known. Imports ask no engine. */
export const knownCost = sql`case when s.cost_unknown_n = 0 and s.trigger <> 'import' then s.cost_usd end`

export const scanColumns = sql`s.id, s.project_id, s.trigger, s.started_by, s.status, s.panel_version, s.selection,
  json_build_object('total', s.tasks_total, 'succeeded', s.tasks_succeeded, 'failed', s.tasks_failed, 'skipped', s.tasks_skipped) as tasks,
  s.answers_valid,
  case when s.to_judge_n is not null then json_build_object('judged', s.judged_n, 'total', s.to_judge_n) end as sentiment, s.requests_billed, ${knownCost} as cost_usd, s.error_code, s.queued_at, s.started_at, s.finished_at, s.created_at`

/** Returns the team's scan with this id. Throws "not found". */
export async function findScan(teamId: string, scanId: string): Promise<Scan> {
  const [found] = await rows(
    scan,
    sql`select ${scanColumns} from scan s where s.team_id = ${teamId} and s.id = ${scanId}`,
  )
  if (!found) throw notFound("scan")
  return found
}

export const exampleScan: Scan = {
  id: exampleId("scan"),
  project_id: exampleId("aiProject"),
  trigger: "schedule",
  started_by: null,
  status: "completed",
  panel_version: 1,
  selection: null,
  tasks: { total: 72, succeeded: 72, failed: 0, skipped: 0 },
  answers_valid: 72,
  sentiment: { judged: 58, total: 60 },
  requests_billed: 74,
  cost_usd: 0.41,
  error_code: null,
  queued_at: "2026-11-16T05:00:00.000Z",
  started_at: "2026-11-16T05:00:02.000Z",
  finished_at: "2026-11-16T05:12:40.000Z",
  created_at: "2026-11-16T05:00:00.000Z",
}
