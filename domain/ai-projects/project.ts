/**
 * Public shape of an AI-visibility project: the prompts asked of AI engines for a client, and the brands looked for in
 * the answers.
 */
import { z } from "zod"
import { createdAt, timestamp, updatedAt } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { exampleChange, latestChange } from "@/domain/visibility/latest-changes"
import { exampleLatest, latestMetrics, latestMetricsOf } from "@/domain/visibility/latest-metrics"
import { rows, type Sql, sql } from "@/prisma/client"
import { schedule } from "./schedule"

export const projectStatuses = ["active", "paused", "archived"] as const

const skippedScan = z
  .object({
    due_at: timestamp().meta({ description: "The time when the scan should have started." }),
    code: z.string().meta({ description: "A code that identifies the reason." }),
    message: z.string().meta({ description: "Why the scan could not start, as a sentence." }),
    fix: z.string().meta({ description: "How to remove the obstacle." }),
  })
  .meta({ id: "SkippedScan" })

const recount = z
  .object({
    status: z.enum(["running", "done"]).meta({ description: "Whether the recount is still running." }),
    done: z.int().meta({ description: "The number of answers that are finished." }),
    total: z.int().meta({ description: "The number of answers to process." }),
  })
  .meta({
    id: "AiRecount",
    description: "The progress of re-extracting mentions from earlier answers.",
  })

export const project = z
  .object({
    id: id("aiProject"),
    client_id: id("client"),
    name: z.string().meta({ description: "The name of the project." }),
    status: z
      .enum(projectStatuses)
      .meta({ description: "The status of the project. Paused and archived projects start no scans." }),
    schedule: z.object(schedule.shape).meta({ description: "When scans start automatically." }),
    next_scan_at: timestamp()
      .nullable()
      .meta({ description: "The time of the next scheduled scan. `null` if no scan is scheduled." }),
    skipped_scan: skippedScan
      .nullable()
      .meta({ description: "The last scheduled scan, if it could not start. `null` after a scan has started." }),
    runs_per_prompt: z
      .int()
      .meta({ description: "How many times a scan asks each prompt of each engine in each region." }),
    regions: z.array(z.string()).meta({
      description:
        "The countries from which prompts are asked, as ISO 3166-1 alpha-2 codes. Gemini, OpenAI-compatible servers, and OpenAI and Anthropic without web search ignore the country. They are asked, and bill, the same question once per country.",
    }),
    language: z.string().meta({ description: "The language of the prompts, as a BCP 47 tag." }),
    panel_version: z
      .int()
      .meta({ description: "The version of the prompt set. It increases when the prompts change." }),
    monthly_answer_budget: z
      .int()
      .meta({ description: "The maximum number of answers per month. `0` for the plan's limit." }),
    own_brand: z
      .object({ id: id("brand"), name: z.string().meta({ description: "The name of your brand." }) })
      .nullable()
      .meta({ description: "Your brand in the project. `null` if the project has none." }),
    competitors: z
      .array(z.object({ id: id("brand"), name: z.string().meta({ description: "The name of the competitor." }) }))
      .meta({ description: "The competitors that the project tracks, by name." }),
    engines: z.array(z.string()).meta({ description: "The engines that the project has answers of." }),
    asked_engines: z.array(z.string()).meta({ description: "The engines that scans ask." }),
    latest: latestMetrics.nullable().meta({ description: "The result of your brand in the latest finished scan." }),
    change: latestChange.nullable().optional().meta({
      description:
        "How `latest` differs from the previous finished scan, for prompts without the name of your brand. Only with `include=change`. `null` if there are no two scans to compare.",
    }),
    recount: recount.nullable().meta({
      description:
        "After a change of brands, mentions are extracted again from earlier answers. `null` if this has never happened.",
    }),
    created_at: createdAt(),
    updated_at: updatedAt(),
  })
  .meta({ id: "AiProject" })
export type Project = z.infer<typeof project>

export const projectColumns = (
  teamId: string,
) => sql`p.id, p.client_id, p.name, p.status, p.schedule, p.next_scan_at, p.skipped_scan, p.runs_per_prompt, p.regions, p.language,
  p.panel_version, p.monthly_answer_budget, p.asked_engines,
  (select json_build_object('id', b.id, 'name', b.name) from ai_brand b where b.team_id = ${teamId} and b.project_id = p.id and b.kind = 'own') as own_brand,
  (select coalesce(json_agg(json_build_object('id', b.id, 'name', b.name) order by b.name), '[]') from ai_brand b
    where b.team_id = ${teamId} and b.project_id = p.id and b.kind = 'competitor') as competitors,
  (select coalesce(json_agg(e.engine_id), '[]') from (${answeringEngines(teamId, sql`p.id`)}) e) as engines,
  ${latestMetricsOf(teamId, sql`p.id`, sql`(select b.id from ai_brand b where b.team_id = ${teamId} and b.project_id = p.id and b.kind = 'own')`)} as latest,
  (select json_build_object('status', case when r.finished_at is null then 'running' else 'done' end, 'done', least(r.done_n, r.total_n), 'total', r.total_n)
    from ai_recount r where r.team_id = ${teamId} and r.project_id = p.id and r.total_n > 0) as recount,
  p.created_at, p.updated_at`

/**
 * SQL for the ids of engines that have answered, sorted. It takes one index step per engine, so its cost does not grow
 * with answers.
 */
export function answeringEngines(teamId: string, projectId: Sql) {
  const next = (after: Sql) => sql`select min(c.engine_id) from visibility_cell c
    where c.team_id = ${teamId} and c.project_id = ${projectId} and c.engine_id > ${after}`
  return sql`with recursive found(engine_id) as (
      (${next(sql`''`)}) union all select (${next(sql`found.engine_id`)}) from found where found.engine_id is not null)
    select engine_id from found where engine_id is not null`
}

/** Returns the team's project with this id, or undefined. */
export async function findProject(teamId: string, projectId: string): Promise<Project | undefined> {
  const [found] = await rows(
    project,
    sql`select ${projectColumns(teamId)} from ai_project p where p.team_id = ${teamId} and p.id = ${projectId}`,
  )
  return found
}

export const exampleProject: Project = {
  id: exampleId("aiProject"),
  client_id: exampleId("client"),
  name: "Bergamo Bikes: e-bikes",
  status: "active",
  schedule: { every: "weekly", hour: 6, weekday: 1, timezone: "Europe/Rome" },
  next_scan_at: "2026-11-23T05:00:00.000Z",
  skipped_scan: null,
  runs_per_prompt: 3,
  regions: ["IT"],
  language: "en",
  panel_version: 1,
  monthly_answer_budget: 2_000,
  own_brand: { id: exampleId("brand"), name: "Bergamo Bikes" },
  competitors: [{ id: exampleId("brand"), name: "Alpenrad" }],
  engines: ["chatgpt", "google_ai_mode"],
  asked_engines: ["openai_api"],
  latest: exampleLatest,
  change: exampleChange,
  recount: { status: "done", done: 1_296, total: 1_296 },
  created_at: "2026-09-01T08:00:00.000Z",
  updated_at: "2026-11-02T16:04:11.201Z",
}
