/** Starts a scan of a project, or fails with the reason why it cannot start. */
import { z } from "zod"
import type { TeamContext } from "@/domain/kernel/context"
import { Problem, parameterError } from "@/domain/kernel/errors"
import { formatCost, pluralize } from "@/domain/kernel/format-count"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { longTransaction } from "@/prisma/client"
import { toStartProblem } from "./blockers"
import { costOfScan, readMeanCosts } from "./cost-of-scan"
import { findScan, scan } from "./scan"
import { scanChoice } from "./selection"
import { startScan, writeTasksTimeoutMs } from "./start-scan"

export const createScan = defineOperation({
  id: "scans.create",
  summary: "Start a scan of an AI-visibility project",
  description:
    "Sends each active prompt to every engine of the project, or only the selected ones. A project can have only one scan in progress.",
  audience: "team",
  kind: "mutation",
  role: "member",
  tool: {
    name: "run_scan",
    title: "Run scan",
    page: "ai-visibility/{project_id}/scans/{id}",
    description:
      "Starts a scan: asks the engines the project's prompts and uses the month's answer budget. Returns immediately; get_scan shows the progress. With engines or prompt_ids it asks only these, and trends and signals leave it out. Above 100 answers it needs max_answers, or the app asks the user. dry_run returns the answers it would ask for and answers_left.",
    effect: "spend",
  },
  input: z.strictObject({
    project_id: id("aiProject"),
    ...scanChoice,
    max_answers: z.int().min(1).optional().meta({ description: "Starts no scan with more answers than this." }),
  }),
  output: scan.extend({
    answers_left: z.int().meta({
      description:
        "The number of answers that the plan and the project's budget leave for this calendar month (UTC) after the scan.",
    }),
  }),
  fails: ["state_conflict", "plan_required", "plan_limit_reached"],
  async handle(ctx, { project_id, max_answers, ...choice }) {
    const team_id = ctx.team.id
    const meanCosts = ctx.connection?.canAskUser
      ? await readMeanCosts(team_id, project_id, ctx.now())
      : new Map<string, number>()
    const { scan_id, size } = await longTransaction(writeTasksTimeoutMs, async (tx) => {
      const started = await startScan(tx, ctx, project_id, "manual", choice)
      if (started.scan_id === null) throw toStartProblem(started.blocker, started.size)
      requireConfirmation(ctx, { ...started.size, ...costOfScan(started.size, meanCosts) }, max_answers)
      return started
    })
    return { data: { ...(await findScan(team_id, scan_id)), answers_left: size.answersLeft - size.tasks } }
  },
})

type PlannedScan = { tasks: number; engines: readonly { name: string }[]; cost_usd: number | null }

/** Throws if the scan would request more answers than the caller has confirmed with `max_answers`. */
function requireConfirmation(ctx: TeamContext, scan: PlannedScan, maxAnswers: number | undefined) {
  if (scan.tasks <= (maxAnswers ?? unconfirmedAnswers(ctx, scan))) return
  const detail = `The scan would request ${scan.tasks} answers.`
  const fix = `Ask the user, then set max_answers to ${scan.tasks} or more.`
  const canAsk = maxAnswers === undefined && ctx.connection?.canAskUser
  throw new Problem("parameter_invalid", detail, {
    errors: [parameterError("max_answers", detail, fix)],
    confirmation: canAsk
      ? { question: questionOf(scan), parameter: "max_answers", label: "Maximum number of answers", value: scan.tasks }
      : undefined,
  })
}

/**
 * How many answers a scan may request without `max_answers`. An MCP client spends the team's budget for its user. If it
 * can ask the user, it asks before every scan that may cost money.
 */
function unconfirmedAnswers({ connection, isDryRun }: TeamContext, { cost_usd }: PlannedScan): number {
  if (!connection || isDryRun) return Number.POSITIVE_INFINITY
  return connection.canAskUser && cost_usd !== 0 ? 0 : 100
}

function questionOf({ tasks, engines, cost_usd }: PlannedScan) {
  const names = new Intl.ListFormat("en").format(engines.map(({ name }) => name))
  const costText = cost_usd === null ? "The cost is not known." : `The estimated cost is ${formatCost(cost_usd)}.`
  return `Start a scan that requests ${pluralize(tasks, "answer")} from ${names}? ${costText}`
}
