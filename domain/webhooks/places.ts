/** Room for endpoints: as many as the plan has, and no two for the same events at the same URL. */
import { Problem } from "@/domain/errors"
import { limitsOf, type Plan } from "@/domain/plans"
import { type Prisma, sql } from "@/prisma/client"

/** Two makers at once cannot both take the last place. Returns the plan as it is now. */
export async function lockTeam(tx: Prisma.TransactionClient, teamId: string): Promise<Plan> {
  const [team] = await tx.$queryRaw<{ plan: Plan }[]>(sql`select plan from team where id = ${teamId} for update`)
  return team?.plan ?? "free"
}

/** The team's row must be locked. */
export async function demandPlace(tx: Prisma.TransactionClient, teamId: string, plan: Plan) {
  const count = await tx.webhookEndpoint.count({ where: { team_id: teamId, deleted_at: null } })
  const { webhookEndpoints: most, label } = limitsOf(plan)
  if (count >= most)
    throw new Problem(
      "plan_limit_reached",
      `The plan ${label} has ${most} webhooks, and all are in use. Delete one, or change the plan under Settings -> Plan.`,
    )
}

/** The team's row must be locked. `eventTypes` sorted, each once. */
export async function demandUnique(
  tx: Prisma.TransactionClient,
  { teamId, url, eventTypes, exceptId = "" }: { teamId: string; url: string; eventTypes: string[]; exceptId?: string },
) {
  const twin = await tx.webhookEndpoint.findFirst({
    where: { team_id: teamId, url, event_types: { equals: eventTypes }, deleted_at: null, id: { not: exceptId } },
    select: { id: true },
  })
  if (twin)
    throw new Problem("endpoint_duplicate", `The webhook ${twin.id} sends the same events to this URL already.`, {
      extra: { webhook_id: twin.id },
    })
}
