/** The mentions of an answer as a part of a statement that reads many answers. */
import { sql } from "@/prisma/client"

/** Of the answer `a`, by its id and no other index: without statistics that of the team looks as good, and holds all of its answers. */
export const mentionsOf = (teamId: string) =>
  sql`(select * from (select * from mention where answer_id = a.id offset 0) m where m.team_id = ${teamId})`
