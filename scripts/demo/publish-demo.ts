/** Builds a demo event from a team's real data, publishes it, and prints where to see it. */
import { publish } from "@/domain/events/publish"
import type { TeamFacts } from "@/domain/kernel/context"
import type { Plan, TeamLimits } from "@/domain/kernel/plans"
import { describeScan } from "@/domain/scans/describe-scan"
import { disconnect, inTeam, type Prisma, prisma } from "@/prisma/client"
import { chooseTeam } from "../import/team"
import { UserError } from "../user-error"
import { printPublished } from "./print-published"
import { runScan } from "./run-scan"
import { signalEventData } from "./signal-event"

/**
 * Events of the sample team look like real ones. Events of any other team carry `test: true`, because its code may act
 * on them.
 */
export async function publishDemo(name: string, slug: string | undefined) {
  if (!Object.hasOwn(demos, name))
    throw new UserError(`There is no demo "${name}". Run npm run demo:signal or npm run demo:scan.`)
  try {
    const { plan, limits, ...chosen } = await chooseTeam(slug)
    const team = { ...chosen, plan: plan as Plan, limits: limits as TeamLimits }
    const { id, title } = await demos[name as keyof typeof demos](team)
    await printPublished(team, id, title)
  } finally {
    await disconnect()
  }
}

const demos = {
  async signal(team: TeamFacts) {
    const data = await signalEventData(team)
    const { title, client } = data.signal
    const event = { team_id: team.id, type: "signal.created" as const, data, is_test: !team.is_sample }
    return {
      ...(await publishInTransaction(team, (tx) => publish(tx, event))),
      title: `${client.name}: ${title} (created for this demo from the client's metrics; the list of signals does not contain it)`,
    }
  },
  async scan(team: TeamFacts) {
    if (team.is_sample) return runScan(team)
    const data = await describeLatestScan(team)
    const { project, status } = data.scan
    const event = { team_id: team.id, type: "scan.completed" as const, data, is_test: true }
    return {
      ...(await publishInTransaction(team, (tx) => publish(tx, event))),
      title: `The scan of ${project.name} is ${status}`,
    }
  },
}

async function publishInTransaction(
  team: TeamFacts,
  work: (tx: Prisma.TransactionClient) => Promise<{ id: string } | null>,
) {
  const published = await inTeam(team.id, () => prisma.$transaction(work))
  if (!published) throw new Error("publish() returned null although the demo event has no dedupe_key")
  return published
}

/** Builds the data of a `scan.completed` event from the team's latest finished scan. All values are real. */
async function describeLatestScan(team: TeamFacts) {
  const where = { team_id: team.id, status: { in: ["completed", "partial", "failed"] }, finished_at: { not: null } }
  const latest = await inTeam(team.id, () =>
    prisma.scan.findFirst({ where, orderBy: { finished_at: "desc" }, select: { id: true } }),
  )
  if (!latest)
    throw new UserError(
      `${team.name} has no finished scan. Import answers with: npm run import -- answers <file> --project <name>`,
    )
  return describeScan(team, latest.id)
}
