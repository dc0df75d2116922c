/** Lists the user's teams with the setting of the daily email of new signals. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { canSendMail } from "@/domain/kernel/mail"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, sql } from "@/prisma/client"
import { digestOfMember, digestSetting } from "./digest-setting"

const digestRow = z.object({ team_id: id("team"), team_name: z.string(), digest: digestSetting })

export const listDigests = defineOperation({
  id: "signals.listDigests",
  summary: "List the settings of your daily emails of signals",
  audience: "person",
  kind: "query",
  input: z.strictObject({}),
  output: z.object({
    teams: z.array(digestRow),
    can_send: z.boolean().meta({ description: "`false` if this installation has no mail server." }),
  }),
  async handle({ actor }) {
    const teams = await rows(
      digestRow,
      sql`
        select m.team_id, t.name as team_name, ${digestOfMember} as digest from membership m join team t on t.id = m.team_id
        where m.user_id = ${actor.id} order by lower(t.name), t.id`,
    )
    return { data: { teams, can_send: canSendMail() } }
  },
})
