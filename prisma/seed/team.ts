/** Creates the demo team. It gets its final slug only when everything is seeded, so an interrupted seed starts over. */
import { z } from "zod"
import { newId } from "@/domain/kernel/ids"
import { prisma, raw, rows, sql } from "../client"

export const slug = "demo-agency"
export const timezone = "Europe/Rome"
const unfinished = "demo-agency-unfinished"

/** Call it inside `acrossTeams`. Returns null when the demo team exists already. */
export async function createTeam(now: Date) {
  const existing = await prisma.team.findMany({ where: { slug: { in: [slug, unfinished] } } })
  if (existing.some((team) => team.slug === slug)) return null
  for (const team of existing) await removeTeam(team.id)
  return prisma.team.create({
    data: {
      id: newId("team", now.getTime()),
      name: "Demo agency",
      slug: unfinished,
      plan: "agency",
      timezone,
      currency: "EUR",
      is_sample: true,
      created_at: foundedAt(now),
    },
  })
}

/** Before the first scan of the sample data. */
export const foundedAt = (now: Date) => new Date(now.getTime() - 57 * 86_400_000)

export const finishTeam = (id: string) => prisma.team.update({ where: { id }, data: { slug } })

const nameRow = z.object({ name: z.string() })

/** The team's audit entries remain until they expire, because the application cannot delete them. */
async function removeTeam(id: string) {
  await prisma.team.delete({ where: { id } })
  const tables = await rows(
    nameRow,
    sql`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'team_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and has_table_privilege(c.oid, 'delete')`,
  )
  for (const { name } of tables) await rows(sql`delete from ${raw(`"${name}"`)} where team_id = ${id}`)
}
