/**
 * Seeds the demo team with its sample data: the same numbers in every installation, dated relative to today. Runs once.
 */
import { teamFacts } from "@/domain/kernel/context"
import { dayIn } from "@/domain/metrics/calendar"
import { evaluateClient } from "@/domain/signals/evaluate-client"
import { acrossTeams, inTeam } from "./client"
import { seedAiVisibility } from "./seed/ai-visibility"
import { seedClients } from "./seed/clients"
import { seedConnectedApp } from "./seed/connected-app"
import { evaluateOutage, evaluateScan, handlePastSignals, morningOf } from "./seed/past-signals"
import { createDemoPeople } from "./seed/people"
import { seedPlans } from "./seed/plans"
import { seedReports } from "./seed/reports"
import { seedSources } from "./seed/sources"
import { createTeam, finishTeam, slug, timezone } from "./seed/team"
import { seedWebhooks } from "./seed/webhooks"
import { withSessionLock } from "./session-lock"

/**
 * The account of the demo team. The database contains only hashes of its password and its key, so `npm start` writes
 * both to demo.json.
 */
export type DemoAccount = {
  email: string
  password: string
  team_id: string
  team_slug: string
  api_key: string
  client_id: string
  report_id: string
  project_id: string
}

/** Returns null when the demo team exists already. Concurrent calls wait for each other, also in other processes. */
export function seed(): Promise<DemoAccount | null> {
  const url = process.env["DATABASE_URL"]
  if (!url) throw new Error("DATABASE_URL is not set")
  return withSessionLock(url, "signalbox demo team", seedDemoTeam)
}

async function seedDemoTeam(): Promise<DemoAccount | null> {
  const now = new Date()
  const today = dayIn(timezone, now)
  // Across teams, because the demo team does not exist yet.
  const team = await acrossTeams(() => createTeam(now))
  if (!team) return null
  const created = await inTeam(team.id, async () => {
    const clients = await seedClients(team.id, now)
    await seedSources(team.id, clients, now)
    const finished = { id: team.id, slug }
    const afterScan = (clientId: string, endedAt: Date) => evaluateScan(finished, clientId, endedAt)
    const { project_id } = await seedAiVisibility({ teamId: team.id, clients, now, afterScan })
    const goalId = await seedPlans(team.id, clients, today)
    const report_id = await seedReports(team.id, clients, { goalId, projectId: project_id, today, now })
    const client_id = clients[0]?.id ?? ""
    const { account, people } = await createDemoPeople(team, client_id, now)
    await seedConnectedApp({ teamId: team.id, people, clientId: client_id, projectId: project_id, now })
    return { clients, people, account: { client_id, report_id, project_id, ...account } }
  })
  const finished = teamFacts.parse(await inTeam(team.id, () => finishTeam(team.id)))
  await inTeam(team.id, async () => {
    const [first] = created.clients
    if (first) await evaluateOutage(finished, first.id, today)
    await handlePastSignals(finished, created.people, today, now)
    const evaluatedAt = new Date(Math.min(now.getTime(), morningOf(today).getTime()))
    for (const { id } of created.clients) await evaluateClient(team.id, id, evaluatedAt)
    await seedWebhooks({ team: finished, people: created.people, now })
  })
  return { team_id: team.id, team_slug: slug, ...created.account }
}
