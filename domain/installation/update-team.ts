/** Changes a team's plan, limits, engine access or suspension, as an operator of the installation. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { planNames } from "@/domain/kernel/plans"
import { rows, sql } from "@/prisma/client"
import { changeTeam } from "./change-team"
import { limitsInput, storedLimits, teamSummary, teamSummaryColumns } from "./team-summary"

const changes = z
  .strictObject({
    plan: z.enum(planNames),
    is_suspended: z
      .boolean()
      .meta({ description: "Suspending a team blocks its pages and its API access, and cancels its scans." }),
    reason: z
      .string()
      .trim()
      .max(500)
      .meta({ description: "The reason for starting or ending the suspension. Members of the team can read it." }),
    may_use_operator_engines: z.boolean().meta({ description: "Whether scans can use AI_ENGINE_URLS." }),
    limits: limitsInput,
  })
  .partial()

export const updateTeamAsOperator = defineOperation({
  id: "installation.updateTeam",
  summary: "Change a team's plan, limits or suspension",
  description:
    "Fields that are not sent stay unchanged. The team's audit log and the operators' log record every change.",
  audience: "operator",
  kind: "mutation",
  input: changes.extend({ team_id: id("team") }),
  output: teamSummary,
  fails: ["resource_not_found"],
  async handle({ actor, origin, now }, { team_id, limits, ...change }) {
    const operator = { actor: { kind: "operator" as const, id: actor.id, name: actor.name }, origin, now }
    await changeTeam(operator, team_id, { ...change, ...(limits && { limits: storedLimits(limits) }) })
    const [data] = await rows(teamSummary, sql`select ${teamSummaryColumns(now())} from team t where t.id = ${team_id}`)
    if (!data) throw notFound("team")
    return { data }
  },
})
