/** Tests that a metric query stays fast when Postgres has no statistics, as with the first data of a client. */
import { expect, it } from "vitest"
import { z } from "zod"
import { freshClient } from "@/domain/testing/client"
import { freshSource } from "@/domain/testing/facts"
import { freshTeam } from "@/domain/testing/team"
import { inTeam, rows, sql } from "@/prisma/client"
import { listColumns } from "./column"
import { resolvePeriod } from "./period"
import { planQuery } from "./plan"
import { loadQueryContext } from "./query-context"
import { buildStatement } from "./statement"

type Node = { "Node Type": string; "CTE Name"?: string; Plans?: Node[] }

const now = new Date("2026-03-01T12:00:00Z")

/** The types of the nodes that read the rows of a period directly. */
function readersOfPeriods(node: Node): string[] {
  const plans = node.Plans ?? []
  const isReader = plans.some(({ "CTE Name": name }) => name === "current" || name === "previous")
  return [...(isReader ? [node["Node Type"]] : []), ...plans.flatMap(readersOfPeriods)]
}

it.each([undefined, 10])(
  "joins no rows of two periods in a nested loop, with series_limit %s",
  async (series_limit) => {
    const team = await freshTeam()
    const client = await freshClient(team)
    const fact = { metric_id: "ad_clicks", dims: { campaign: "A" }, value: 1 }
    await freshSource(team, client, [{ ...fact, date: "2026-02-02" }], { provider: "microsoft_ads" })
    const plan = await inTeam(team.id, async () => {
      const context = await loadQueryContext(team.id, client.id)
      if (!context) throw new Error("no client")
      const query = { metrics: ["ad_clicks"], dimensions: ["campaign"], filter: {}, limit: 100, series_limit }
      const range = { from: "2026-02-01", to: "2026-02-27", granularity: "day", compare: "previous_period" } as const
      const period = resolvePeriod(range, {
        timezone: "UTC",
        weekStartsOn: 1,
        range: "last_28_days",
        compare: "none",
        granularity: "total",
        now,
      })
      const parts = planQuery(context, query, period)
      const columns = listColumns(parts, query.metrics, null)
      const statement = buildStatement({ context, plan: parts, query, period, money: null, columns })
      const [explained] = await rows(
        z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: z.custom<Node>() })]) }),
        sql`explain (format json) ${statement}`,
      )
      return explained?.["QUERY PLAN"][0].Plan
    })
    const readers = plan ? readersOfPeriods(plan) : []
    expect(readers).toContain("Aggregate")
    expect(readers).not.toContain("Nested Loop")
  },
)
