/** Returns the progress of a scan, engine by engine: answered, waiting and failed questions, errors, and speed. */
import { z } from "zod"
import { isSampleEngine } from "@/domain/ai-engines/kinds"
import { timestamp } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, sql } from "@/prisma/client"
import { isPaused } from "./engine-limits"
import { findScan, scan } from "./scan"
import { leaseSeconds } from "./tasks"

const errors = z.array(
  z.object({
    code: z.string(),
    failed: z.int().meta({ description: "The number of tasks that failed and will not be retried." }),
    waiting: z.int().meta({ description: "The number of tasks that will be retried." }),
  }),
)

const engineProgress = z.object({
  engine_id: z.string(),
  name: z.string(),
  is_sample: z.boolean().meta({ description: "`true` for the sample engine, which invents its answers." }),
  total: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  skipped: z.int(),
  running: z.int().meta({ description: "The number of questions in flight." }),
  waiting: z.int(),
  paused_until: timestamp().nullable().meta({ description: "The time until which the engine asked us to wait." }),
  answers_per_minute: z.number().nullable(),
  errors,
})

export const scanProgress = scan.extend({
  engines: z.array(engineProgress),
  answers_per_minute: z.number().nullable().meta({
    description:
      "The rate of the last two minutes while the scan is in progress, or of the whole scan after it has ended.",
  }),
  seconds_left: z.number().nullable().meta({
    description:
      "The time until the slowest engine finishes at its current rate. `null` if the scan has ended or the time is not known.",
  }),
})
type ScanProgress = z.infer<typeof scanProgress>

export const getProgress = defineOperation({
  id: "scans.getProgress",
  summary: "Get the progress of a scan by engine",
  audience: "team",
  kind: "query",
  input: z.strictObject({ scan_id: id("scan") }),
  output: scanProgress,
  async handle({ team, now }, { scan_id }) {
    return { data: await readProgress(team.id, scan_id, now()) }
  },
})

/** Throws "not found" when the team has no such scan. */
export async function readProgress(teamId: string, scanId: string, now: Date): Promise<ScanProgress> {
  const found = await findScan(teamId, scanId)
  const isOpen = found.status === "queued" || found.status === "running"
  const countsByEngine = await rows(countedRow, countByEngine(teamId, scanId))
  const recent = isOpen ? await recentAnswers(teamId, found.project_id, scanId) : null
  const seconds = isOpen ? Math.min(windowSeconds, secondsBetween(found.started_at, now)) : lengthOf(found)
  const perMinute = (answers: number) => (seconds > 0 ? (answers * 60) / seconds : null)
  const answersOf = ({ engine_id, succeeded }: { engine_id: string; succeeded: number }) =>
    recent ? (recent.get(engine_id) ?? 0) : succeeded
  const answers = countsByEngine.reduce((total, engine) => total + answersOf(engine), 0)
  const engines = countsByEngine.map((engine) => ({
    ...engine,
    is_sample: isSampleEngine(engine.engine_id),
    paused_until: isOpen && engine.waiting > 0 ? engine.paused_until : null,
    answers_per_minute: perMinute(answersOf(engine)),
  }))
  const seconds_left = isOpen ? secondsLeft(engines, now) : null
  return { ...found, engines, answers_per_minute: perMinute(answers), seconds_left }
}

/** The answers of the last two minutes determine the speed of a scan in progress. */
const windowSeconds = 120

const countedRow = engineProgress.omit({ is_sample: true, answers_per_minute: true })

/** SQL: `task_count` has one row per engine, status and error code. `error` adds up those with an error code. */
const countByEngine = (teamId: string, scanId: string) => sql`
  with task_count as materialized (
    select engine_id, status, error_code, count(*)::int as n
    from scan_task where team_id = ${teamId} and scan_id = ${scanId} group by engine_id, status, error_code),
  error as (
    select engine_id, error_code as code, coalesce(sum(n) filter (where status = 'failed'), 0)::int as failed,
      coalesce(sum(n) filter (where status <> 'failed'), 0)::int as waiting
    from task_count where error_code is not null and status in ('failed', 'pending', 'running') group by engine_id, error_code)
  select t.engine_id, coalesce(e.name, t.engine_id) as name, sum(t.n)::int as total,
    coalesce(sum(t.n) filter (where t.status = 'succeeded'), 0)::int as succeeded,
    coalesce(sum(t.n) filter (where t.status = 'failed'), 0)::int as failed,
    coalesce(sum(t.n) filter (where t.status = 'skipped'), 0)::int as skipped,
    coalesce(sum(t.n) filter (where t.status = 'running'), 0)::int as running,
    coalesce(sum(t.n) filter (where t.status = 'pending'), 0)::int as waiting,
    max(te.next_question_at) filter (where ${isPaused}) as paused_until,
    (select coalesce(json_agg(json_build_object('code', code, 'failed', failed, 'waiting', waiting) order by failed + waiting desc, code), '[]')
      from error where error.engine_id = t.engine_id) as errors
  from task_count t left join ai_engine e on e.id = t.engine_id
  left join team_engine te on te.team_id = ${teamId} and te.engine_id = t.engine_id
  group by t.engine_id, e.name order by name, t.engine_id`

/**
 * Answers received in the last two minutes, by engine. `asked_at` is the time before the question is sent, and a
 * question takes less time than a lease. The condition on it alone uses the index on the project's latest answers,
 * which keeps this cheap in long scans.
 */
async function recentAnswers(teamId: string, projectId: string, scanId: string) {
  const found = await rows(
    answersRow,
    sql`
      select engine_id, count(*)::int as n from answer
      where team_id = ${teamId} and project_id = ${projectId} and scan_id = ${scanId}
        and asked_at > now() - make_interval(secs => ${windowSeconds + leaseSeconds})
        and asked_at + make_interval(secs => coalesce(latency_ms, 0) / 1000.0) > now() - make_interval(secs => ${windowSeconds})
      group by 1`,
  )
  return new Map(found.map(({ engine_id, n }) => [engine_id, n]))
}

type Engine = ScanProgress["engines"][number]

function secondsLeft(engines: Engine[], now: Date): number | null {
  const open = engines.filter(({ waiting, running }) => waiting + running > 0)
  const ends = open.map(({ waiting, running, answers_per_minute, paused_until }) => {
    const pauseSeconds = paused_until ? (Date.parse(paused_until) - now.getTime()) / 1_000 : 0
    return answers_per_minute ? pauseSeconds + ((waiting + running) * 60) / answers_per_minute : null
  })
  return ends.some((end) => end === null) || ends.length === 0 ? null : Math.max(...ends.map(Number))
}

const secondsBetween = (from: string | null, to: Date) =>
  from === null ? 0 : Math.max(0, (to.getTime() - Date.parse(from)) / 1_000)

const lengthOf = ({ started_at, finished_at }: Pick<ScanProgress, "started_at" | "finished_at">) =>
  finished_at === null ? 0 : secondsBetween(started_at, new Date(finished_at))

const answersRow = z.object({ engine_id: z.string(), n: z.number() })
