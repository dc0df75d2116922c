/** Lists the signed-in user's sessions, the current one first, then by last use. */
import { z } from "zod"
import { createdAt, timestamp } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, sql } from "@/prisma/client"

const maxListed = 100

const session = z.object({
  id: id("session"),
  user_agent: z.string().nullable(),
  network: z.string().nullable().meta({ description: "The network of the last request, not the full IP address." }),
  created_at: createdAt(),
  last_used_at: timestamp().meta({ description: "The time of the last request. Updated every few minutes." }),
  expires_at: timestamp(),
  is_current: z.boolean().meta({ description: "`true` for the session of this request." }),
})

export const listSessions = defineOperation({
  id: "people.listSessions",
  summary: "List your sessions",
  audience: "person",
  kind: "query",
  input: z.strictObject({}),
  output: z.array(session),
  async handle({ actor, now }) {
    const data = await rows(
      session,
      sql`
        select s.id, s.user_agent, s.network, s.created_at, s.last_used_at, s.expires_at, s.id = ${actor.session_id} as is_current
        from session s join "user" u on u.id = s.user_id and u.session_version = s.session_version
        where s.user_id = ${actor.id} and s.expires_at > ${now()}
        order by is_current desc, s.last_used_at desc, s.id desc limit ${maxListed}`,
    )
    return { data }
  },
})
