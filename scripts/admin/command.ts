/** Shared by the admin commands: the operator that acts, the lookup of a team, and the types of a command. */
import type { Operator } from "@/domain/installation/record-change"
import { acrossTeams, prisma } from "@/prisma/client"
import { UserError } from "../user-error"
import type { OutputOptions } from "./output"

/** Does the work of one command. Called once the database is open. */
export type RunCommand = (options: OutputOptions) => Promise<void>
/**
 * Selects the command to run. The action of each command calls it while the command line is parsed. The database is
 * opened afterwards, so that a help request or a wrong command line opens none.
 */
export type SelectCommand = (run: RunCommand) => void

/** The operator that the logs name for changes from the command line. Access to this machine is the authorization. */
export const commandLineOperator: Operator = {
  actor: { kind: "operator", id: null, name: "Command line" },
  origin: { ip: null, userAgent: null },
  now: () => new Date(),
}

/** Finds a team by slug or id. Looks across teams, because the operator is a member of none. */
export async function findTeam(slug: string) {
  const team = await acrossTeams(() => prisma.team.findFirst({ where: { OR: [{ slug }, { id: slug }] } }))
  if (team) return team
  throw new UserError(`There is no team "${slug}". List the teams with: npm run admin -- teams list`)
}
