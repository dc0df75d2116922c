/** Shows a report with its live data to everyone who has its share link. */
import { z } from "zod"
import { type PublicContext, type TeamContext, teamFacts } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { timestamp } from "@/domain/kernel/fields"
import { rateLimitKeyOf } from "@/domain/kernel/network"
import { defineOperation } from "@/domain/kernel/operation"
import { limitsOf } from "@/domain/kernel/plans"
import { daysWithData } from "@/domain/metrics/days-with-data"
import { rangeChecks } from "@/domain/metrics/period"
import { rangeInput } from "@/domain/metrics/period-input"
import { chargeRequest } from "@/domain/usage/quotas"
import { inTeam, rows, sql } from "@/prisma/client"
import { commentaryOf } from "../commentary/commentary"
import { loadLiveReport } from "../live"
import { hashToken } from "./share-link"
import { sharedMetaOf, sharedReport, sharedWidgetOf } from "./shared-report"

/** Requests from one network per minute. A page makes one. */
const viewsPerMinute = 60
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
    const link = await findOpenLink(token, ctx.now())
    if (!link) throw linkNotValid()
    return inTeam(link.team.id, () => sharedData(teamContext(ctx, link), link, range))
  },
})

const openLink = z.object({
  id: z.string(),
  report_id: z.string(),
  expires_at: timestamp(),
  client_name: z.string(),
  client_logo_url: z.string().nullable(),
  team: teamFacts,
})
type OpenLink = z.infer<typeof openLink>
type Range = Omit<
  Parameters<typeof loadLiveReport>[1],
  "report_id" | "max_rows" | "timeout_ms" | "daily_values" | "fresh"
>

/**
 * Returns undefined unless the link is active and its report is published. The caller reads across teams, because the
 * team is unknown until the link is found.
 */
async function findOpenLink(token: string, now: Date): Promise<OpenLink | undefined> {
  const [found] = await rows(
    openLink,
    sql`
      select l.id, l.report_id, l.expires_at, c.name as client_name, c.logo_url as client_logo_url,
        json_build_object('id', t.id, 'slug', t.slug, 'name', t.name, 'plan', t.plan, 'timezone', t.timezone,
          'currency', t.currency, 'is_sample', t.is_sample, 'is_suspended', t.is_suspended, 'limits', t.limits) as team
      from report_share_link l
      join report r on r.id = l.report_id and r.team_id = l.team_id
      join client c on c.id = r.client_id and c.team_id = l.team_id
      join team t on t.id = l.team_id
      where l.token_hash = ${hashToken(token)} and l.revoked_at is null and l.expires_at > ${now} and r.status = 'published'
        and not t.is_suspended`,
  )
  return found && limitsOf(found.team.plan).hasDeveloperAccess ? found : undefined
}

const linkNotValid = () =>
  new Problem("resource_not_found", "This link is not valid. Ask the person who sent it to you for a new one.")

const teamContext = (ctx: PublicContext, { team }: OpenLink): TeamContext => ({
  ...ctx,
  team,
  actor: { kind: "system", name: "Share link" },
})

async function sharedData(ctx: TeamContext, link: OpenLink, range: Range) {
  const { team, report_id } = link
  const { layout, loadedWidgets, meta, echo, requested } = await loadDaysWithData(ctx, report_id, range)
  const { name, description, locale } = layout
  const found = await commentaryOf({ teamId: team.id, reportId: report_id, ...requested })
  await countView(link, ctx.now())
  const widgets = loadedWidgets.map(({ widget }) => sharedWidgetOf(widget))
  return {
    data: {
      name,
      description,
      locale,
      client: { name: link.client_name, logo_url: link.client_logo_url },
      team: { name: team.name },
      expires_at: link.expires_at,
      sections: layout.sections.map(({ id, title }) => ({
        id,
        title,
        widgets: widgets.filter((widget) => widget.section_id === id),
      })),
      commentary: found.map(({ section_id, period, markdown, created_at }) => ({
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
async function loadDaysWithData(ctx: TeamContext, report_id: string, range: Range) {
  const load = (range: Range) => {
    const options = { max_rows: maxRows, timeout_ms: timeoutMs, daily_values: true, fresh: "cached" as const }
    return loadLiveReport(ctx, { report_id, ...range, ...options }, (widgets) => ({ widgets, fieldErrors: [] }))
  }
  const live = await load(range)
  const { period, meta } = live
  const requested = { from: period.from, to: period.to }
  const days = daysWithData(period.echo["range"], period, meta.freshness?.data_through)
  if (!days) return { ...live, echo: period.echo, requested }
  const { range: _preset, ...others } = range
  const moved = await load({ ...others, ...days })
  // The page needs the preset to show what the reader chose.
  return { ...moved, echo: { ...moved.period.echo, range: period.echo["range"] }, requested }
}

const viewedLink = z.object({ id: z.string() })

const countView = ({ id, team }: OpenLink, now: Date) =>
  rows(
    viewedLink,
    sql`update report_share_link set view_count = view_count + 1, last_viewed_at = ${now}
      where team_id = ${team.id} and id = ${id} returning id`,
  )
