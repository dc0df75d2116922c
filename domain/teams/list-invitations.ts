/** Lists the open invitations, newest first. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, sql } from "@/prisma/client"
import { invitation, invitationColumns } from "./invitation"

export const listInvitations = defineOperation({
  id: "teams.listInvitations",
  summary: "List open invitations",
  audience: "team",
  kind: "query",
  role: "admin",
  input: z.strictObject({}),
  output: z.array(invitation),
  async handle({ team, now }) {
    const data = await rows(
      invitation,
      sql`
        select ${invitationColumns} from invitation i where i.team_id = ${team.id} and i.accepted_at is null
          and i.revoked_at is null and i.expires_at > ${now()} order by i.created_at desc, i.id desc`,
    )
    return { data }
  },
})
