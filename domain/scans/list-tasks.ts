/** Lists the tasks of a scan. A task asks one prompt of one engine in one region, once. */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { listPage, pageInput } from "@/domain/kernel/page"
import { sql } from "@/prisma/client"
import { findScan } from "./scan"

const taskStatuses = ["pending", "running", "succeeded", "failed", "skipped"] as const

const task = z.object({
  id: id("task"),
  prompt: z.object({ id: id("prompt"), text: z.string() }),
  engine_id: z.string(),
  region: z.string().meta({ description: "The country of the question. Empty if it is asked without a location." }),
  run_index: z.int(),
  status: z.enum(taskStatuses),
  attempts: z.int(),
  error_code: z.string().nullable().meta({ description: "The error of the latest attempt." }),
  next_attempt_at: timestamp().nullable().meta({ description: "The time of the next attempt, if one is scheduled." }),
})

export const listTasks = defineOperation({
  id: "scans.listTasks",
  summary: "List the tasks of a scan",
  audience: "team",
  kind: "query",
  input: z.strictObject({
    scan_id: id("scan"),
    ...pageInput,
    status: z
      .array(z.enum(taskStatuses))
      .min(1)
      .optional()
      .meta({ description: "Only tasks with one of these statuses." }),
    engine: z.string().max(60).optional().meta({ description: "Only tasks of this engine." }),
    error_code: z
      .string()
      .max(60)
      .optional()
      .meta({ description: "Only tasks whose latest attempt failed with this error code." }),
  }),
  output: z.array(task),
  async handle({ team }, query) {
    const { scan_id, status, engine, error_code } = query
    const page = await listPage(
      {
        row: task,
        cursorScope: ["scans.listTasks", team.id],
        columns: sql`t.id, (select json_build_object('id', p.id, 'text', p.text) from ai_prompt p where p.team_id = ${team.id} and p.id = t.prompt_id) as prompt,
          t.engine_id, t.region, t.run_index, t.status, t.attempts, t.error_code,
          case when t.status = 'pending' then t.due_at end as next_attempt_at`,
        from: sql`scan_task t`,
        where: [
          sql`t.team_id = ${team.id}`,
          sql`t.scan_id = ${scan_id}`,
          ...(status ? [sql`t.status = any(${status})`] : []),
          ...(engine ? [sql`t.engine_id = ${engine}`] : []),
          ...(error_code ? [sql`t.error_code = ${error_code}`] : []),
        ],
        sort: {
          column: sql`concat_ws(' ', t.prompt_id, t.engine_id, t.region, lpad(t.run_index::text, 2, '0'))`,
          descending: false,
          type: "text",
        },
        idColumn: sql`t.id`,
      },
      query,
    )
    if (page.data.count === 0) await findScan(team.id, scan_id)
    return page
  },
})
