/** Forgets what vendors sent, once it has been kept long enough; the answers stay. */
import { acrossTeams, rows, sql } from "@/prisma/client"
import { rawAnswerDays } from "./kept-raw"

const perStep = 1_000

/** Returns how many answers it was taken from. */
export const pruneRaw = (): Promise<number> =>
  // Across teams: time runs out for all of them.
  acrossTeams(async () => {
    for (let pruned = 0; ; ) {
      const emptied = await rows(sql`
        update answer set raw_packed = null where id in (
          select id from answer where raw_packed is not null and asked_at < now() - make_interval(days => ${rawAnswerDays()})
          order by asked_at limit ${perStep}) returning id`)
      pruned += emptied.length
      if (emptied.length < perStep) return pruned
    }
  })
