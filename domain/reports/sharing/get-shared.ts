/** Shows a report with its live data to everyone who has its share link. */
import { z } from "zod"
import type { PublicContext, TeamContext } from "@/domain/kernel/context"
import { rateLimitKeyOf } from "@/domain/kernel/network"
import { defineOperation } from "@/domain/kernel/operation"
import { daysWithData } from "@/domain/metrics/days-with-data"
import { rangeChecks } from "@/domain/metrics/period"
import { type RangeInput, rangeInput } from "@/domain/metrics/period-input"
import { chargeRequest } from "@/domain/usage/quotas"
import { inTeam, rows, sql } from "@/prisma/client"
import { commentaryOf } from "../commentary/commentary"
import { loadLiveReport } from "../live"
import { findSender } from "../sender/sender"
import { type OpenLink, requireOpenLink, viewsPerMinute } from "./open-link"
import { sharedMetaOf, sharedReport, sharedWidgetOf } from "./shared-report"

const maxRows = 1_000
const timeoutMs = 25_000

export const getShared = defineOperation({
  id: "reports.getShared",
  summary: "Get a shared report with its live data",
  description:
    "Returns one published report to everyone with its share link. Links that are unknown, expired or revoked, and links of teams without share links, all get the same error.",
  audience: "public",
  kind: "query",
  input: z.strictObject({
    token: z.string().max(100).meta({ description: "The last part of the link." }),
    ...rangeInput,
  }),
  checks: rangeChecks(),
  output: sharedReport,
  hasPeriod: true,
  async handle(ctx, { token, ...range }) {
    await chargeRequest([{ policy: "shared_report", id: rateLimitKeyOf(ctx.origin.ip), quota: viewsPerMinute }])
    const link = await requireOpenLink(token, ctx.now())
    return inTeam(link.team.id, () => sharedData(teamContext(ctx, link), link, range))
  },
})

const teamContext = (ctx: PublicContext, { team }: OpenLink): TeamContext => ({
  ...ctx,
  team,
  actor: { kind: "system", name: "Share link" },
})

async function sharedData(ctx: TeamContext, link: OpenLink, range: RangeInput) {
  const { team, report_id } = link
  const { layout, loadedWidgets, meta, echo, requested } = await loadDaysWithData(ctx, report_id, range)
  const { name, description, locale } = layout
  const commentary = await commentaryOf({ teamId: team.id, reportId: report_id, ...requested })
  const { name: senderName, logo } = await findSender(team.id)
  await countView(link, ctx.now())
  const widgets = loadedWidgets.map(({ widget }) => sharedWidgetOf(widget))
  return {
    data: {
      name,
      description,
      locale,
      client: { name: link.client_name, logo_url: link.client_logo_url },
      team: { name: senderName, logo },
      expires_at: link.expires_at,
      sections: layout.sections.map(({ id, title }) => ({
        id,
        title,
        widgets: widgets.filter((widget) => widget.section_id === id),
      })),
      commentary: commentary.map(({ section_id, period, markdown, created_at }) => ({
        section_id,
        period,
        markdown,
        created_at,
      })),
    },
    query: echo,
    ...sharedMetaOf(meta),
  }
}

/**
 * Loads the report. If its latest days have no data yet, loads it again for the days with data, as the app does.
 * `requested` is the period without this change. The commentary is about it.
 */
async function loadDaysWithData(ctx: TeamContext, report_id: string, range: RangeInput) {
  const load = (range: RangeInput) => {
    const options = { max_rows: maxRows, timeout_ms: timeoutMs, daily_values: true, fresh: "cached" as const }
    return loadLiveReport(ctx, { report_id, ...range, ...options }, (widgets) => ({ widgets, fieldErrors: [] }))
  }
  const live = await load(range)
  const { period, meta } = live
  const requested = { from: period.from, to: period.to }
  const days = daysWithData(period.echo["range"], period, meta.freshness?.data_through)
  if (!days) return { ...live, echo: period.echo, requested }
  const { range: _preset, ...others } = range
  const liveWithData = await load({ ...others, ...days })
  // The page needs the preset to show what the reader chose.
  return { ...liveWithData, echo: { ...liveWithData.period.echo, range: period.echo["range"] }, requested }
}

const viewedLink = z.object({ id: z.string() })

const countView = ({ id, team }: OpenLink, now: Date) =>
  rows(
    viewedLink,
    sql`update report_share_link set view_count = view_count + 1, last_viewed_at = ${now}
      where team_id = ${team.id} and id = ${id} returning id`,
  )
