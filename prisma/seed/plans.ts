/** Creates the demo clients' goals and annotations. */
import { newId } from "@/domain/kernel/ids"
import { addDays, addMonths, firstOfMonth, lastOfMonth } from "@/domain/metrics/calendar"
import { prisma } from "../client"
import type { SeedClient } from "./clients"
import { trackingOutageDaysAgo } from "./daily-demand"

/** Returns the id of the first client's revenue goal. */
export async function seedPlans(teamId: string, clients: SeedClient[], today: string): Promise<string> {
  const [first, second] = clients
  if (!first || !second) throw new Error("the demo team has clients")
  const month = { period: "month", starts_on: new Date(firstOfMonth(today)), ends_on: new Date(lastOfMonth(today)) }
  const revenueGoal = newId("goal")
  const goal = (id: string, client: SeedClient, metric_id: string, target: number, comparator = "at_least") => ({
    ...month,
    id,
    team_id: teamId,
    client_id: client.id,
    metric_id,
    target,
    comparator,
  })
  await prisma.goal.createMany({
    data: [
      goal(revenueGoal, first, "revenue", 120_000),
      goal(newId("goal"), first, "ad_spend", 8_500, "at_most"),
      goal(newId("goal"), second, "key_events", 300),
    ],
  })
  const note = (client: SeedClient, date: string, kind: string, text: string) => ({
    id: newId("annotation"),
    team_id: teamId,
    client_id: client.id,
    date: new Date(date),
    kind,
    text,
    author: "Sample data",
  })
  await prisma.annotation.createMany({
    data: [
      {
        ...note(
          first,
          addDays(today, -trackingOutageDaysAgo),
          "tracking_change",
          "Analytics tag missing until evening. Sessions and revenue are too low.",
        ),
        provider: "ga4",
      },
      note(first, addMonths(today, -3), "launch", "E-bike catalogue launched."),
      note(second, addMonths(today, -2), "algorithm_update", "Broad core update of Google Search."),
    ],
  })
  return revenueGoal
}
