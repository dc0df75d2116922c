/**
 * Describes the team to an MCP client and on the page Plan: plan, role, counts, usage of this month, today's date,
 * and whether changes are possible.
 */
import { z } from "zod"
import { mcpSettingsUrl } from "@/domain/kernel/authorize"
import { baseUrl } from "@/domain/kernel/base-url"
import type { TeamContext } from "@/domain/kernel/context"
import { calendarDate } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { limitsOfTeam, planNames } from "@/domain/kernel/plans"
import { roleAtLeast, roles } from "@/domain/kernel/roles"
import { dayIn } from "@/domain/metrics/calendar"
import { rows, sql } from "@/prisma/client"

const overview = z.object({
  team: z.object({ id: id("team"), name: z.string(), plan: z.enum(planNames), is_sample: z.boolean() }),
  user: z.object({ name: z.string(), role: z.enum(roles).nullable() }),
  today: calendarDate(),
  timezone: z.string(),
  currency: z.string(),
  counts: z.object({
    clients: z.int(),
    reports: z.int(),
    visibility_projects: z.int(),
    open_signals: z.int(),
    data_sources: z.int(),
  }),
  usage: z.object({ ai_answers_this_month: z.int(), ai_answers_per_month: z.int() }),
  write_actions: z.object({
    available: z.boolean(),
    reason: z.string().nullable().meta({ description: "Why changes are not possible." }),
    settings_url: z.string(),
  }),
  url: z.string(),
})

export const getOverview = defineOperation({
  id: "teams.getOverview",
  summary: "Get an overview of the team",
  audience: "team",
  kind: "query",
  tool: {
    name: "get_team",
    title: "Get team",
    description:
      "Returns the team that this connection belongs to: plan, your role, counts, usage this month, default time zone and currency, today's date, and whether changes are possible (and if not, why and where to switch them on). A good first call.",
  },
  resources: [
    {
      uri: "app://team",
      name: "team",
      title: "Team",
      description: "The team of this connection, with its plan, counts and usage.",
      ttlSeconds: 60,
    },
  ],
  input: z.strictObject({}),
  output: overview,
  async handle(ctx) {
    const { team, actor, now } = ctx
    const { ai_answers_this_month, ...counts } = await countsOf(team.id, now())
    const reason = whyReadOnly(ctx)
    return {
      data: {
        team,
        user: { name: actor.name, role: actor.kind === "person" ? actor.role : null },
        today: dayIn(team.timezone, now()),
        timezone: team.timezone,
        currency: team.currency,
        counts,
        usage: { ai_answers_this_month, ai_answers_per_month: limitsOfTeam(team).aiAnswersPerMonth },
        write_actions: { available: reason === null, reason, settings_url: mcpSettingsUrl(team) },
        url: `${baseUrl()}/${team.slug}`,
      },
    }
  },
})

/** Null when the caller may change something. */
function whyReadOnly({ actor, connection }: TeamContext): string | null {
  if (actor.kind !== "person" || !roleAtLeast(actor.role, "member")) return "The role of this user allows no changes."
  if (!connection) return null
  if (!connection.areWritesEnabled) return "Write actions are off in this team."
  return connection.scopes.includes("data:write")
    ? null
    : "This connection may only read. Connect again and allow changes."
}

const countsRow = overview.shape.counts.extend({ ai_answers_this_month: z.int() })

async function countsOf(teamId: string, now: Date) {
  const [found] = await rows(
    countsRow,
    sql`select
      (select count(*) from client where team_id = ${teamId} and status <> 'archived')::int as clients,
      (select count(*) from report where team_id = ${teamId} and status <> 'archived')::int as reports,
      (select count(*) from ai_project where team_id = ${teamId} and status <> 'archived')::int as visibility_projects,
      (select count(*) from signal where team_id = ${teamId} and status = 'open')::int as open_signals,
      (select count(*) from data_source where team_id = ${teamId} and status <> 'disconnected')::int as data_sources,
      (select coalesce(sum(requests_billed), 0) from scan where team_id = ${teamId} and trigger <> 'import'
        and queued_at >= date_trunc('month', ${now}::timestamptz, 'UTC'))::int as ai_answers_this_month`,
  )
  return found as z.infer<typeof countsRow>
}
