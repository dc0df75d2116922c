/** Finds the team that an import or a demo event belongs to. */
import { acrossTeams, prisma } from "@/prisma/client"
import type { Team } from "@/prisma/generated/client"
import { UserError } from "../user-error"

/**
 * Returns the team with the slug or id. Without one, returns the sample team or the only team. Looks across teams,
 * because an operator runs the command.
 */
export async function chooseTeam(slug: string | undefined): Promise<Team> {
  const teams = await acrossTeams(() => prisma.team.findMany({ orderBy: { slug: "asc" } }))
  const names = teams.map((team) => team.slug).join(", ")
  if (slug !== undefined) {
    const named = teams.find((team) => team.slug === slug || team.id === slug)
    if (!named) throw new UserError(`There is no team "${slug}". Existing teams: ${names || "none"}.`)
    return named
  }
  const [only, ...others] = teams
  if (!only) throw new UserError("There is no team yet. Run npm start, sign up, and try again.")
  const sample = teams.find((team) => team.is_sample)
  if (!sample && others.length > 0) throw new UserError(`There are several teams. Choose one with --team: ${names}.`)
  return sample ?? only
}
