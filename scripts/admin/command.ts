/** What every admin command shares: who acts, the team that is meant, and the options of the command line. */
import type { Operator } from "@/domain/installation/record-change"
import { acrossTeams, prisma } from "@/prisma/client"
import { PlainFailure } from "../plain-failure"

/** What a command does once it has the database. */
export type Work = (options: { json?: boolean }) => Promise<void>
/** Registers what the command line asked for; a help text or a mistake registers nothing. */
export type Choose = (work: Work) => void

/** A person who may run commands on this machine is an operator. */
export const commandLine: Operator = {
  actor: { kind: "operator", id: null, name: "Command line" },
  origin: { ip: null, userAgent: null },
  now: () => new Date(),
}

/** Across teams: the operator is in none of them. */
export async function teamBySlug(slug: string) {
  const team = await acrossTeams(() => prisma.team.findFirst({ where: { OR: [{ slug }, { id: slug }] } }))
  if (team) return team
  throw new PlainFailure(`There is no team "${slug}". List the teams with: npm run admin -- teams list`)
}
