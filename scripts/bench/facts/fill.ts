/** Fills clients with three years of daily facts, and gives each a report of 12 widgets. */
import type { TeamFacts } from "@/domain/kernel/context"
import { type ReportDraft, writeReport } from "@/domain/reports/write-report"
import { inTeam } from "@/prisma/client"
import { asOwner } from "../fill"

const metrics = ["ad_impressions", "ad_clicks", "ad_spend", "ad_conversions", "ad_conversion_value"]
const days = 1_095
const campaigns = 18

/** 5 metrics, 1,095 days, 18 campaigns and their total: 104,025 facts. */
export const factsPerClient = metrics.length * days * (campaigns + 1)

export type FilledClient = { client_id: string; report_id: string }

/** Fills the clients `from` to `to` of a team of `teamWithClients`, numbered from 1. */
export async function fillClients(team: TeamFacts, from: number, to: number): Promise<FilledClient[]> {
  await asOwner(`select ensure_fact_partition(m::date)
    from generate_series(date_trunc('month', current_date - ${days + 1}), current_date, interval '1 month') m`)
  const filled: FilledClient[] = []
  for (let n = from; n <= to; n++) filled.push(await fillClient(team, n))
  await asOwner("vacuum analyze metric_fact, data_source")
  return filled
}

async function fillClient(team: TeamFacts, n: number): Promise<FilledClient> {
  const number = n.toString(16).toUpperCase().padStart(8, "0")
  const client_id = `cli_${number}${team.id.slice(-18)}`
  const source = `src_${number}${team.id.slice(-18)}`
  await asOwner(
    `insert into data_source (id, team_id, client_id, provider, display_name, account_id, status, last_success_at, data_from, data_through, final_through, breakdowns)
     values ($1, $2, $3, 'google_ads', 'Ads', $1, 'active', now(), current_date - ${days}, current_date - 1, current_date - 1, $4)`,
    [source, team.id, client_id, Object.fromEntries(metrics.map((metric) => [metric, ["", "campaign"]]))],
  )
  await asOwner(
    `insert into metric_fact (team_id, client_id, data_source_id, date, metric_id, dimension_set, dims, dims_hash, value)
     select $2, $3, $1, current_date - d, m, case c when 0 then '' else 'campaign' end,
       case c when 0 then '{}'::jsonb else jsonb_build_object('campaign', 'Campaign ' || c) end,
       decode(md5(c::text), 'hex'), case c when 0 then ${campaigns} else 1 end * (10 + d % 7)
     from generate_series(1, ${days}) d, generate_series(0, ${campaigns}) c, unnest($4::text[]) m`,
    [source, team.id, client_id, metrics],
  )
  const report_id = await inTeam(team.id, () => writeReport(team.id, client_id, report, new Date()))
  return { client_id, report_id }
}

const byCampaign = { dimensions: ["campaign"] }
/**
 * Twelve different widgets: four single metrics, four line charts, two tables and two breakdowns, each compared with
 * the previous period.
 */
const report: ReportDraft = {
  name: "Bench",
  status: "published",
  sections: [
    {
      title: "All",
      widgets: [
        ...metrics
          .slice(0, 4)
          .map((metric) => ({ kind: "metric" as const, title: metric, query: { metrics: [metric] } })),
        { kind: "time_series", title: "Spend", query: { metrics: ["ad_spend"] } },
        { kind: "time_series", title: "Clicks", query: { metrics: ["ad_clicks", "ad_impressions"] } },
        { kind: "time_series", title: "Cost", query: { metrics: ["ad_cpc"], granularity: "week" } },
        { kind: "time_series", title: "Campaigns", query: { metrics: ["ad_clicks"], ...byCampaign, limit: 5 } },
        { kind: "table", title: "Campaigns", query: { metrics: ["ad_spend", "ad_clicks"], ...byCampaign } },
        { kind: "table", title: "Results", query: { metrics: ["ad_conversions", "ad_cpa"], ...byCampaign, limit: 10 } },
        { kind: "breakdown", title: "Clicks", query: { metrics: ["ad_clicks"], ...byCampaign } },
        { kind: "breakdown", title: "Spend", query: { metrics: ["ad_spend"], ...byCampaign } },
      ],
    },
  ],
}
