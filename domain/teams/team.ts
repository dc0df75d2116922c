/** Defines a team. Its members share one plan, and every other resource belongs to a team. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { createdAt, currencyCode, timezone } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { planNames } from "@/domain/kernel/plans"
import { roles } from "@/domain/kernel/roles"
import { rows, type Sql, sql } from "@/prisma/client"
import { teamName } from "./create-team-with-owner"

export const team = z.object({
  id: id("team"),
  name: teamName(),
  slug: z.string(),
  plan: z.enum(planNames),
  timezone: timezone(),
  currency: currencyCode(),
  week_starts_on: z.int().meta({ description: "The first day of the week, from 1 (Monday) to 7 (Sunday)." }),
  is_sample: z.boolean().meta({ description: "`true` if the team contains sample data." }),
  created_at: createdAt(),
})

export type Team = z.infer<typeof team>

/** A team in a member's list of teams. */
export const teamOfPerson = team
  .pick({ id: true, name: true, slug: true, plan: true, is_sample: true })
  .extend({ role: z.enum(roles) })

const teamColumns = sql`t.id, t.name, t.slug, t.plan, t.timezone, t.currency, t.week_starts_on, t.is_sample, t.created_at`

/** `where`: an SQL condition on the team `t`. */
export async function findTeam(where: Sql): Promise<Team | undefined> {
  const [found] = await rows(team, sql`select ${teamColumns} from team t where ${where}`)
  return found
}

/** Throws `resource_not_found` if no team fulfills `where`. */
export async function requireTeam(where: Sql): Promise<Team> {
  const found = await findTeam(where)
  if (!found) throw notFound("team")
  return found
}
