/** Creates the demo reports: one with every widget kind, one about advertising, and a draft. */
import { newId } from "@/domain/kernel/ids"
import { addDays } from "@/domain/metrics/calendar"
import { hashToken, newToken } from "@/domain/reports/sharing/share-link"
import { type ReportDraft, writeReport } from "@/domain/reports/write-report"
import { prisma } from "../client"
import type { SeedClient } from "./clients"

type Widget = ReportDraft["sections"][number]["widgets"][number]

/** Returns the id of the first report. */
export async function seedReports(
  teamId: string,
  clients: SeedClient[],
  { goalId, projectId, today, now }: { goalId: string; projectId: string; today: string; now: Date },
): Promise<string> {
  const [first, second] = clients
  if (!first || !second) throw new Error("the demo team has clients")
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * 86_400_000)
  const id = await writeReport(teamId, first.id, monthly(goalId, projectId), at(41))
  await writeCommentary({ team_id: teamId, report_id: id }, today, at(0.4))
  await writeShareLink({ team_id: teamId, report_id: id }, at)
  const paid = await writeReport(teamId, second.id, paidMedia(), at(33))
  await writeReport(teamId, first.id, searchAndAnswers(projectId), at(6))
  await prisma.report.updateMany({ where: { team_id: teamId, id }, data: { updated_at: at(0.4) } })
  await prisma.report.updateMany({ where: { team_id: teamId, id: paid }, data: { updated_at: at(12) } })
  return id
}

/** A share link that was opened yesterday. Its token is not stored, so to try a link, create a new one. */
const writeShareLink = (owner: { team_id: string; report_id: string }, at: (daysAgo: number) => Date) =>
  prisma.reportShareLink.create({
    data: {
      ...owner,
      id: newId("shareLink"),
      token_hash: hashToken(newToken()),
      created_at: at(20),
      expires_at: at(-70),
      last_viewed_at: at(1),
      view_count: 3,
    },
  })

const metric = (title: string, id: string): Widget => ({ kind: "metric", title, query: { metrics: [id] } })
const chart = (title: string, query: Record<string, unknown>): Widget => ({ kind: "time_series", title, query })
const table = (title: string, query: Record<string, unknown>): Widget => ({ kind: "table", title, query })
const breakdown = (title: string, id: string, dimension: string): Widget => ({
  kind: "breakdown",
  title,
  query: { metrics: [id], dimensions: [dimension] },
})

/** Commentary about the last 28 days, which is the default period of the report. */
async function writeCommentary(
  { team_id, report_id }: { team_id: string; report_id: string },
  today: string,
  now: Date,
) {
  const sections = await prisma.reportSection.findMany({ where: { team_id, report_id } })
  const idOf = (title: string) => sections.find((section) => section.title === title)?.id ?? null
  const text = (section_id: string | null, markdown: string) => ({
    id: newId("commentary"),
    team_id,
    report_id,
    section_id,
    period_from: new Date(addDays(today, -28)),
    period_to: new Date(addDays(today, -1)),
    markdown,
    author: "Sample data",
    created_at: now,
  })
  await prisma.reportCommentary.createMany({
    data: [
      text(
        idOf("Advertising"),
        "Budgets stay as they are until the end of the month. Next month we test a new campaign.",
      ),
    ],
  })
}

const monthly = (goal_id: string, project_id: string): ReportDraft => ({
  name: "Monthly performance",
  description: "Sample data: visits, sales and advertising, compared with the previous period.",
  status: "published",
  sections: [
    {
      title: "Overview",
      widgets: [
        metric("Sessions", "sessions"),
        metric("Revenue", "revenue"),
        metric("Return on ad spend", "ad_roas"),
        chart("Revenue by day", { metrics: ["revenue"] }),
        { kind: "goal", title: "Revenue this month", query: { goal_id } },
      ],
    },
    {
      title: "Visits",
      widgets: [
        chart("Sessions by day", { metrics: ["sessions"] }),
        breakdown("Sessions by channel", "sessions", "channel"),
      ],
    },
    {
      title: "Advertising",
      widgets: [
        table("Campaigns", {
          metrics: ["ad_spend", "ad_clicks", "ad_cpc", "ad_conversions", "ad_roas"],
          dimensions: ["provider", "campaign"],
          order_by: "-ad_spend",
        }),
      ],
    },
    {
      title: "AI answers",
      widgets: [
        { kind: "ai_visibility", title: "Brands in AI answers", query: { project_id } },
        { kind: "citations", title: "Cited domains", query: { project_id } },
      ],
    },
    { title: "Signals", widgets: [{ kind: "signals", title: "What changed" }] },
  ],
})

const paidMedia = (): ReportDraft => ({
  name: "Paid media",
  description: "Sample data: costs and results of advertising.",
  status: "published",
  default_range: "last_7_days",
  sections: [
    {
      title: "Result",
      widgets: [
        metric("Spend", "ad_spend"),
        metric("Conversions", "ad_conversions"),
        metric("Cost per conversion", "ad_cpa"),
        metric("Click-through rate", "ad_ctr"),
      ],
    },
    {
      title: "Trend",
      widgets: [
        chart("Ad spend by campaign", { metrics: ["ad_spend"], dimensions: ["campaign"] }),
        chart("Cost per click", { metrics: ["ad_cpc"] }),
        breakdown("Clicks by campaign", "ad_clicks", "campaign"),
        table("Campaigns", { metrics: ["ad_spend", "ad_cpa"], dimensions: ["campaign"] }),
      ],
    },
  ],
})

const searchAndAnswers = (project_id: string): ReportDraft => ({
  name: "Search and AI answers",
  description: "Sample data: how the shop is found.",
  default_range: "last_90_days",
  sections: [
    {
      title: "Search",
      widgets: [
        metric("Search clicks", "search_clicks"),
        metric("Position", "search_position"),
        chart("Search clicks by week", { metrics: ["search_clicks"], granularity: "week" }),
      ],
    },
    {
      title: "AI answers",
      widgets: [
        metric("Sessions from AI assistants", "ai_referral_sessions"),
        { kind: "ai_visibility", title: "Brands in AI answers", query: { project_id } },
        { kind: "ai_visibility", title: "By engine", query: { project_id, group_by: ["brand", "engine"] } },
      ],
    },
  ],
})
