/**
 * Checks that a team may have another endpoint: within the limit of its plan, and not the same events at the same URL
 * twice.
 */
import { Problem } from "@/domain/kernel/errors"
import { limitsOfTeam, type PlannedTeam, plannedTeam } from "@/domain/kernel/plans"
import { type Prisma, rowsIn, sql } from "@/prisma/client"

/** Locks the team, so that two concurrent requests cannot exceed the limit. Returns the plan and limits of the team. */
export async function lockTeam(tx: Prisma.TransactionClient, teamId: string): Promise<PlannedTeam> {
  const [team] = await rowsIn(tx, plannedTeam, sql`select plan, limits from team where id = ${teamId} for update`)
  return team ?? { plan: "free", limits: {} }
}

/** Throws if the team has reached its limit. The team's row must be locked. */
export async function requireWithinLimit(tx: Prisma.TransactionClient, teamId: string, team: PlannedTeam) {
  const count = await tx.webhookEndpoint.count({ where: { team_id: teamId, deleted_at: null } })
  const { webhookEndpoints: max, label } = limitsOfTeam(team)
  if (count >= max)
    throw new Problem(
      "plan_limit_reached",
      `The ${label} plan allows ${max} webhooks, and all of them are in use. Delete one, or change the plan. Settings -> Plan shows who can do this.`,
    )
}

/**
 * Throws if another endpoint has the same URL and events. The team's row must be locked. `eventTypes` must be sorted
 * and without duplicates.
 */
export async function requireUnique(
  tx: Prisma.TransactionClient,
  { teamId, url, eventTypes, exceptId = "" }: { teamId: string; url: string; eventTypes: string[]; exceptId?: string },
) {
  const duplicate = await tx.webhookEndpoint.findFirst({
    where: { team_id: teamId, url, event_types: { equals: eventTypes }, deleted_at: null, id: { not: exceptId } },
    select: { id: true },
  })
  if (duplicate)
    throw new Problem("endpoint_duplicate", `The webhook ${duplicate.id} already sends the same events to this URL.`, {
      extra: { webhook_id: duplicate.id },
    })
}
