/** Counts exactly what a recovery would send, with the times of the oldest and the newest. */
import { empty, rows, sql } from "@/prisma/client"
import { missing, type Range, undelivered } from "./found-again"

type Found = { count: number; oldest_at: string | null; newest_at: string | null }

/** `patterns`: the endpoint's event types, if messages without a delivery count too; otherwise null. */
export async function countFound(range: Range, patterns: string[] | null): Promise<Found> {
  const alsoMissing = patterns ? sql`union all select m.created_at from ${missing(range, patterns)}` : empty
  const [found] = await rows<Found>(sql`
    select count(*) as count, min(created_at) as oldest_at, max(created_at) as newest_at
    from (select d.created_at from ${undelivered(range)} ${alsoMissing}) found`)
  return found as Found
}
