/** Shared by the admin commands: the operator that acts, the lookup of a team, and the types of a command. */
import type { Operator } from "@/domain/installation/record-change"
import { acrossTeams, prisma } from "@/prisma/client"
import { UserError } from "../user-error"

/** The work of one command. Runs once the database is open. */
export type Work = (options: { json?: boolean }) => Promise<void>
/** Registers the work that the command line selects. A help request or a wrong command line registers nothing. */
export type Choose = (work: Work) => void

/** The operator that the logs name for changes from the command line. Access to this machine is the authorization. */
export const commandLineOperator: Operator = {
  actor: { kind: "operator", id: null, name: "Command line" },
  origin: { ip: null, userAgent: null },
  now: () => new Date(),
}

/** Finds a team by slug or id. Looks across teams, because the operator is a member of none. */
export async function teamBySlug(slug: string) {
  const team = await acrossTeams(() => prisma.team.findFirst({ where: { OR: [{ slug }, { id: slug }] } }))
  if (team) return team
  throw new UserError(`There is no team "${slug}". List the teams with: npm run admin -- teams list`)
}
