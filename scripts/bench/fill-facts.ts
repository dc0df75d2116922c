/** Creates a client with a million metric facts and a report of eight widgets over them. */
import { newId } from "@/domain/kernel/ids"
import { type ReportDraft, writeReport } from "@/domain/reports/write-report"
import { inTeam } from "@/prisma/client"
import { asOwner, teamWithClients } from "./fill"

const metrics = ["ad_impressions", "ad_clicks", "ad_spend", "ad_conversions", "ad_conversion_value"]
const days = 800

/** Day totals plus 249 campaigns: 5 metrics x 800 days x 250 = 1,000,000 facts. The last day is yesterday. */
export async function clientWithFacts() {
  const { team, secret } = await teamWithClients(1)
  const client_id = `cli_00000001${team.id.slice(-18)}`
  const source = newId("dataSource")
  await asOwner(
    `insert into data_source (id, team_id, client_id, provider, display_name, account_id, status, last_success_at, data_from, data_through, final_through, breakdowns)
     values ($1, $2, $3, 'google_ads', 'Ads', '1', 'active', now(), current_date - ${days}, current_date - 1, current_date - 1, $4)`,
    [source, team.id, client_id, Object.fromEntries(metrics.map((metric) => [metric, ["", "campaign"]]))],
  )
  await asOwner(
    `select ensure_fact_partition(m::date) from generate_series(current_date - ${days + 31}, current_date, interval '1 month') m`,
  )
  await asOwner("select ensure_fact_partition(current_date)")
  await asOwner(
    `insert into metric_fact (team_id, client_id, data_source_id, date, metric_id, dimension_set, dims, dims_hash, value)
     select $2, $3, $1, current_date - d, m, case c when 0 then '' else 'campaign' end,
       case c when 0 then '{}'::jsonb else jsonb_build_object('campaign', 'Campaign ' || c) end,
       sha256(c::text::bytea)::bytea, case c when 0 then 249 else 1 end * (10 + d % 7)
     from generate_series(1, ${days}) d, generate_series(0, 249) c, unnest($4::text[]) m`,
    [source, team.id, client_id, metrics],
  )
  await asOwner("vacuum analyze")
  const report_id = await inTeam(team.id, () => writeReport(team.id, client_id, report, new Date()))
  return { secret, client_id, report_id }
}

/** Eight different widgets: three single metrics, three line charts, a table and a breakdown, each compared with the previous period. */
const report: ReportDraft = {
  name: "Bench",
  status: "published",
  sections: [
    {
      title: "All",
      widgets: [
        ...metrics
          .slice(0, 3)
          .map((metric) => ({ kind: "metric" as const, title: metric, query: { metrics: [metric] } })),
        { kind: "time_series", title: "Spend", query: { metrics: ["ad_spend"] } },
        { kind: "time_series", title: "Cost", query: { metrics: ["ad_cpc"], granularity: "week" } },
        { kind: "table", title: "Campaigns", query: { metrics: ["ad_spend", "ad_clicks"], dimensions: ["campaign"] } },
        { kind: "time_series", title: "Rates", query: { metrics: ["ad_ctr", "ad_cpa"], granularity: "week" } },
        { kind: "breakdown", title: "Shares", query: { metrics: ["ad_clicks"], dimensions: ["campaign"] } },
      ],
    },
  ],
}
