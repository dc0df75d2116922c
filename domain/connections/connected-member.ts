/** Finds the member that a connection acts for. Called for every request, because roles and settings can change after the consent. */
import { z } from "zod"
import { suspensionReason } from "@/domain/audit/suspension"
import { type PersonActor, roles, type TeamFacts, teamFacts } from "@/domain/kernel/context"
import type { ConnectionFacts } from "@/domain/kernel/tool"
import { inTeam, rows, sql } from "@/prisma/client"
import type { Connection } from "./authenticate-token"

export type ConnectedMember = { team: TeamFacts; actor: PersonActor; connection: ConnectionFacts }

/** Returns undefined when the user has left the team, or the team has switched MCP off. */
export async function findConnectedMember(connection: Connection): Promise<ConnectedMember | undefined> {
  const { teamId, userId, grantId, clientName, scopes } = connection
  const [found] = await inTeam(teamId, () =>
    rows(
      memberRow,
      sql`
        select t.id, t.slug, t.name, t.plan, t.timezone, t.currency, t.is_sample, t.is_suspended, t.limits,
          ${suspensionReason} as suspension_reason, t.mcp_writes_enabled, m.role, u.name as user_name, u.email
        from membership m join team t on t.id = m.team_id join "user" u on u.id = m.user_id
        where m.team_id = ${teamId} and m.user_id = ${userId} and t.mcp_enabled`,
    ),
  )
  if (!found) return undefined
  const { mcp_writes_enabled: areWritesEnabled, role, user_name, email, ...team } = found
  const actor: PersonActor = { kind: "person", id: userId, name: user_name ?? email, email, role }
  return { team, actor, connection: { id: grantId, clientName, scopes, areWritesEnabled } }
}

const memberRow = teamFacts.extend({
  mcp_writes_enabled: z.boolean(),
  role: z.enum(roles),
  user_name: z.string().nullable(),
  email: z.string(),
})
