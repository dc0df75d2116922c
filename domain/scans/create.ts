/** Starts a scan of a project, or fails with the reason why it cannot start. */
import { z } from "zod"
import type { TeamContext } from "@/domain/kernel/context"
import { parameterError } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { problemOf as problemOfFields } from "@/domain/kernel/validate"
import { prisma } from "@/prisma/client"
import { problemOf } from "./blockers"
import { exampleScan, findScan, scan } from "./scan"
import { startScan, startTimeoutMs } from "./start-scan"

export const createScan = defineOperation({
  id: "scans.create",
  summary: "Start a scan of an AI-visibility project",
  description: "Sends each active prompt to every engine of the project. A project can have only one scan in progress.",
  audience: "team",
  kind: "mutation",
  role: "member",
  tool: {
    name: "run_scan",
    title: "Run scan",
    description:
      "Starts a scan: asks the engines the project's prompts and uses the month's answer budget. Returns at once; get_scan shows the progress. Above 100 answers it needs max_answers. dry_run returns tasks.total, the answers it would ask for.",
    effect: "spend",
  },
  input: z.strictObject({
    project_id: id("aiProject"),
    max_answers: z.int().min(1).optional().meta({
      description: "Starts no scan that would request more answers than this.",
    }),
  }),
  output: scan,
  example: exampleScan,
  fails: ["state_conflict", "plan_required", "plan_limit_reached"],
  async handle(ctx, { project_id, max_answers }) {
    const team_id = ctx.team.id
    const scanId = await prisma.$transaction(
      async (tx) => {
        const started = await startScan(tx, ctx, project_id, "manual")
        if (started.scan_id === null) throw problemOf(started.blocker, started.size)
        requireConfirmation(ctx, started.tasks, max_answers)
        return started.scan_id
      },
      { timeout: startTimeoutMs },
    )
    return { data: await findScan(team_id, scanId) }
  },
})

/** Scans up to this size need no confirmation. */
const unconfirmedAnswers = 100

/** An MCP client confirms a larger scan with `max_answers`, because it spends the team's budget for its user. */
function requireConfirmation({ connection, isDryRun }: TeamContext, answers: number, maxAnswers: number | undefined) {
  const isUnconfirmed = connection !== undefined && !isDryRun && maxAnswers === undefined
  if (answers <= (maxAnswers ?? (isUnconfirmed ? unconfirmedAnswers : answers))) return
  const fix = `Ask the user, then set max_answers to ${answers} or more.`
  throw problemOfFields([parameterError("max_answers", `The scan would request ${answers} answers.`, fix)])
}
