/** SQL subquery for the mentions of one answer, for statements that read many answers. */
import { sql } from "@/prisma/client"

/**
 * Mentions of answer `a`. `offset 0` forces the index on the answer's id: without statistics Postgres may choose the team's
 * index, which covers all of the team's answers.
 */
export const mentionsOf = (teamId: string) =>
  sql`(select * from (select * from mention where answer_id = a.id offset 0) m where m.team_id = ${teamId})`
