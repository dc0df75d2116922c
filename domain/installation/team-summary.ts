/** Defines a team as operators see it: its limits, its usage and its owners, but none of its data. */
import { z } from "zod"
import { createdAt } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { planNames, type TeamLimits } from "@/domain/kernel/plans"
import { keyState } from "@/domain/keys/key"
import { acrossTeams, rows, type Sql, sql } from "@/prisma/client"

const limit = () => z.int().min(0).max(1_000_000_000)

/** The name of each limit in the API, with its name in domain/kernel/plans.ts. */
const storedNames = {
  keys: "keys",
  webhook_endpoints: "webhookEndpoints",
  key_requests_per_minute: "keyRequestsPerMinute",
  team_requests_per_minute: "teamRequestsPerMinute",
  concurrent_requests_per_key: "concurrentRequestsPerKey",
  ai_answers_per_month: "aiAnswersPerMonth",
} as const satisfies Record<string, keyof TeamLimits>
type LimitName = keyof typeof storedNames
const limitNames = Object.keys(storedNames) as LimitName[]

const forEveryLimit = <T extends z.ZodType>(field: T) =>
  Object.fromEntries(limitNames.map((name) => [name, field])) as Record<LimitName, T>

/** `null` removes the team's own limit, so the plan's limit applies again. */
export const limitsInput = z.strictObject(forEveryLimit(limit().nullable())).partial()

export const storedLimits = (limits: z.output<typeof limitsInput>) =>
  Object.fromEntries(Object.entries(limits).map(([name, value]) => [storedNames[name as LimitName], value]))

export const teamSummary = z.object({
  id: id("team"),
  name: z.string(),
  slug: z.string(),
  plan: z.enum(planNames),
  is_suspended: z.boolean(),
  is_sample: z.boolean(),
  may_use_operator_engines: z.boolean().meta({
    description:
      "Whether the team can use AI_ENGINE_URLS. Only relevant if SIGNALBOX_OPERATOR_ENGINES is `allowed`. If it is `all`, every team can.",
  }),
  limits: z
    .object(forEveryLimit(limit().nullable()))
    .meta({ description: "The limits that are set for this team. `null` for the plan's limit." }),
  owners: z.array(z.object({ name: z.string(), email: z.string() })),
  members_n: z.int(),
  keys_n: z.int().meta({ description: "The number of active API keys. Keys that a rotation replaced do not count." }),
  webhooks_n: z.int(),
  answers_this_month: z
    .int()
    .meta({ description: "The number of answers requested from AI engines in this calendar month (UTC)." }),
  created_at: createdAt(),
})
export type TeamSummary = z.infer<typeof teamSummary>

/** For a statement in which the team has the alias `t`. */
export const membersCount = sql`(select count(*) from membership m where m.team_id = t.id)`

/** For a statement in which the team has the alias `t`. */
export const teamSummaryColumns = (now: Date): Sql => sql`
  t.id, t.name, t.slug, t.plan, t.is_suspended, t.is_sample, t.may_use_operator_engines, t.created_at,
  json_build_object('keys', t.limits -> 'keys', 'webhook_endpoints', t.limits -> 'webhookEndpoints',
    'key_requests_per_minute', t.limits -> 'keyRequestsPerMinute', 'team_requests_per_minute', t.limits -> 'teamRequestsPerMinute',
    'concurrent_requests_per_key', t.limits -> 'concurrentRequestsPerKey',
    'ai_answers_per_month', t.limits -> 'aiAnswersPerMonth') as limits,
  (select coalesce(json_agg(json_build_object('name', u.name, 'email', u.email) order by m.created_at, u.id), '[]')
    from membership m join "user" u on u.id = m.user_id where m.team_id = t.id and m.role = 'owner') as owners,
  ${membersCount} as members_n,
  (select count(*) from api_key k where k.team_id = t.id and ${keyState(now)} = 'active') as keys_n,
  (select count(*) from webhook_endpoint e where e.team_id = t.id and e.deleted_at is null) as webhooks_n,
  (select coalesce(sum(s.requests_billed), 0) from scan s where s.team_id = t.id and s.trigger <> 'import'
    and s.queued_at >= date_trunc('month', ${now}::timestamptz, 'UTC')) as answers_this_month`

/**
 * Finds teams by name. `search` matches part of a name, a slug or an owner's email address. Across teams, because an
 * operator sees all of them.
 */
export const findTeamSummaries = (search: string | undefined) =>
  acrossTeams(() =>
    rows(
      teamSummary,
      sql`select ${teamSummaryColumns(new Date())} from team t where ${searchCondition(search)} order by t.name, t.id`,
    ),
  )

/** For a statement in which the team has the alias `t`. */
export function searchCondition(search: string | undefined): Sql {
  if (!search) return sql`true`
  const part = search.toLowerCase()
  return sql`(strpos(lower(t.name), ${part}) > 0 or strpos(t.slug, ${part}) > 0 or exists (
    select from membership m join "user" u on u.id = m.user_id
    where m.team_id = t.id and m.role = 'owner' and strpos(u.email, ${part}) > 0))`
}
