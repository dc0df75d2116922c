/** Changes what the operator controls about a team: its plan, its limits, its engine access and its suspension. */
import { z } from "zod"
import { operatorEngineIds } from "@/domain/ai-engines/operator-engines"
import type { AuditAction } from "@/domain/audit/actions"
import { revokeConnectionsIn } from "@/domain/connections/revoke-connections"
import { Problem } from "@/domain/kernel/errors"
import { limitsOf, type Plan, planNames, type TeamLimits, teamLimitNames, teamLimits } from "@/domain/kernel/plans"
import { allTeamsUseOperatorEngines } from "@/domain/kernel/policies"
import { clearKeyCache } from "@/domain/keys/authenticate"
import { isOpenTask, lockTasks, skipTask } from "@/domain/scans/tasks"
import { holdAllPending } from "@/domain/webhooks/unfinished-deliveries"
import { acrossTeams, type Prisma, prisma, rowsIn, sql } from "@/prisma/client"
import { type Operator, recordTeamChange } from "./record-change"

/** Fields that are left out stay unchanged. `null` removes the team's own limit, so the plan's limit applies again. */
export type TeamChange = {
  plan?: Plan | undefined
  is_suspended?: boolean | undefined
  /**
   * Why the suspension starts or ends. Shown to the team on the suspension page, in API errors and in its audit log.
   */
  reason?: string | undefined
  may_use_operator_engines?: boolean | undefined
  limits?: { [Name in keyof TeamLimits]?: number | null | undefined } | undefined
}

const beforeRow = z.object({
  name: z.string(),
  plan: z.enum(planNames),
  is_suspended: z.boolean(),
  may_use_operator_engines: z.boolean(),
  limits: teamLimits,
})
type Before = z.infer<typeof beforeRow>

/** Runs across teams, because the operator is not a member. Records one entry for each part that changes. */
export async function changeTeam(operator: Operator, teamId: string, change: TeamChange): Promise<void> {
  await acrossTeams(async () => {
    const plan = await prisma.$transaction(async (tx) => {
      const [before] = await rowsIn(
        tx,
        beforeRow,
        sql`
          select name, plan, is_suspended, may_use_operator_engines, limits from team where id = ${teamId} for update`,
      )
      if (!before) throw new Problem("resource_not_found", "This installation has no team with this ID.")
      await apply(tx, operator, { id: teamId, ...before }, change)
      return change.plan ?? before.plan
    })
    clearKeyCache()
    // Held even when the plan did not change, because an earlier call may have ended before it held all deliveries.
    if (!limitsOf(plan).hasDeveloperAccess) await holdAllPending(teamId)
  })
}

type ChangedTeam = Before & { id: string }
type Update = {
  tx: Prisma.TransactionClient
  operator: Operator
  team: ChangedTeam
  record(action: AuditAction, before: object, after: object): Promise<void>
}

async function apply(tx: Prisma.TransactionClient, operator: Operator, team: ChangedTeam, change: TeamChange) {
  const record = (action: AuditAction, before: object, after: object) =>
    recordTeamChange(tx, operator, { action, subject: { id: team.id, label: team.name }, before, after })
  const update = { tx, operator, team, record }
  const { plan = team.plan, is_suspended = team.is_suspended } = change
  const { may_use_operator_engines = team.may_use_operator_engines } = change
  if (plan !== team.plan) await changePlan(update, plan)
  await changeLimits(update, change.limits ?? {})
  if (may_use_operator_engines !== team.may_use_operator_engines)
    await changeEngineAccess(update, may_use_operator_engines)
  const isNewReason = is_suspended && change.reason
  if (is_suspended !== team.is_suspended || isNewReason) await changeSuspension(update, is_suspended, change.reason)
}

async function changePlan({ tx, operator, team, record }: Update, plan: Plan) {
  await tx.team.update({ where: { id: team.id }, data: { plan } })
  await record("team.plan_changed", { plan: team.plan }, { plan })
  if (limitsOf(plan).hasDeveloperAccess) return
  // Omits the operator's network address, because the team can read the audit entry.
  const withoutAddress = { ...operator, origin: { ip: null, userAgent: null } }
  await revokeConnectionsIn(tx, withoutAddress, { teamId: team.id }, "The team's plan no longer includes MCP.")
}

async function changeLimits({ tx, team, record }: Update, change: NonNullable<TeamChange["limits"]>) {
  const limits = mergedLimits(team.limits, change)
  if (isSame(limits, team.limits)) return
  await tx.team.update({ where: { id: team.id }, data: { limits } })
  await record("team.limits_changed", team.limits, limits)
}

async function changeEngineAccess({ tx, team, record }: Update, may_use_operator_engines: boolean) {
  await tx.team.update({ where: { id: team.id }, data: { may_use_operator_engines } })
  if (!may_use_operator_engines) await disableOperatorEngines(tx, team.id)
  const before = { may_use_operator_engines: team.may_use_operator_engines }
  await record("team.engine_access_changed", before, { may_use_operator_engines })
}

async function changeSuspension({ tx, team, record }: Update, is_suspended: boolean, reason: string | undefined) {
  await tx.team.update({ where: { id: team.id }, data: { is_suspended } })
  if (is_suspended) await cancelOpenScans(tx, team.id)
  await record(is_suspended ? "team.suspended" : "team.unsuspended", {}, reason ? { reason } : {})
}

function mergedLimits(old: TeamLimits, change: NonNullable<TeamChange["limits"]>): TeamLimits {
  const merged = { ...old, ...change }
  return Object.fromEntries(
    teamLimitNames.flatMap((name) => (typeof merged[name] === "number" ? [[name, merged[name]]] : [])),
  )
}

const isSame = (a: TeamLimits, b: TeamLimits) => teamLimitNames.every((name) => a[name] === b[name])

/**
 * Disables the team's engines that use the operator's URLs, and deletes their stored keys, which must not be sent to
 * any other URL. Does nothing when all teams may use operator engines.
 */
async function disableOperatorEngines(tx: Prisma.TransactionClient, teamId: string) {
  if (allTeamsUseOperatorEngines()) return
  await tx.teamEngine.updateMany({
    where: { team_id: teamId, base_url: null, engine_id: { in: operatorEngineIds() } },
    data: { is_enabled: false, key_sealed: null, key_hint: null },
  })
}

/** A suspended team must not query engines. Stored answers stay, but no metric counts them. */
async function cancelOpenScans(tx: Prisma.TransactionClient, teamId: string) {
  const openScans = sql`select id from scan where team_id = ${teamId} and status in ('queued', 'running')`
  // Locks the tasks before the scans, as the recording of results does, to avoid deadlocks.
  await tx.$executeRaw(lockTasks(sql`team_id = ${teamId} and scan_id in (${openScans}) and ${isOpenTask}`))
  await tx.$executeRaw(sql`
    with open as (${openScans} for update),
    skipped as (update scan_task t set ${skipTask} from open
      where t.team_id = ${teamId} and t.scan_id = open.id and t.status in ('pending', 'running') returning t.scan_id)
    update scan s set status = 'canceled', finished_at = now(),
      tasks_skipped = tasks_skipped + (select count(*) from skipped where skipped.scan_id = s.id)
    from open where s.team_id = ${teamId} and s.id = open.id`)
}
