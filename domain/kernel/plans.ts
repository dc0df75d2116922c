/** Defines the limits of each plan. The operator can override every number: SIGNALBOX_LIMITS='{"pro":{"keys":20}}'. */
import { z } from "zod"
import { Problem } from "./errors"
import { onlyNames, parseJsonSetting } from "./json-setting"

export const planNames = ["free", "pro", "agency", "scale"] as const
export type Plan = (typeof planNames)[number]

const wholeNumber = z.int("must be a whole number of at least 0").min(0, "must be a whole number of at least 0")

const limitFields = {
  label: z.string("must be a text"),
  /** Whether the team may use REST, MCP and webhooks. */
  hasDeveloperAccess: z.boolean("must be true or false"),
  keys: wholeNumber,
  webhookEndpoints: wholeNumber,
  keyRequestsPerMinute: wholeNumber,
  teamRequestsPerMinute: wholeNumber,
  concurrentRequestsPerKey: wholeNumber,
  aiAnswersPerMonth: wholeNumber,
  /** The size of the largest file of metrics that users can upload in the browser. */
  uploadMegabytes: z.number("must be a number of at least 0").min(0, "must be a number of at least 0"),
}
const limitsSchema = z.strictObject(limitFields, onlyNames("limit", Object.keys(limitFields)))
export type Limits = z.infer<typeof limitsSchema>

const noDeveloperAccess = {
  keys: 0,
  webhookEndpoints: 0,
  keyRequestsPerMinute: 0,
  teamRequestsPerMinute: 0,
  concurrentRequestsPerKey: 0,
  aiAnswersPerMonth: 0,
}

const defaults: Record<Plan, Limits> = {
  free: { label: "Free", hasDeveloperAccess: false, ...noDeveloperAccess, uploadMegabytes: 50 },
  pro: {
    label: "Pro",
    hasDeveloperAccess: true,
    keys: 10,
    webhookEndpoints: 5,
    keyRequestsPerMinute: 300,
    teamRequestsPerMinute: 1_200,
    concurrentRequestsPerKey: 25,
    aiAnswersPerMonth: 2_000,
    uploadMegabytes: 50,
  },
  agency: {
    label: "Agency",
    hasDeveloperAccess: true,
    keys: 25,
    webhookEndpoints: 20,
    keyRequestsPerMinute: 1_200,
    teamRequestsPerMinute: 6_000,
    concurrentRequestsPerKey: 25,
    aiAnswersPerMonth: 20_000,
    uploadMegabytes: 50,
  },
  scale: {
    label: "Scale",
    hasDeveloperAccess: true,
    keys: 100,
    webhookEndpoints: 100,
    keyRequestsPerMinute: 6_000,
    teamRequestsPerMinute: 30_000,
    concurrentRequestsPerKey: 25,
    aiAnswersPerMonth: 200_000,
    uploadMegabytes: 50,
  },
}

/** The limits that an operator can set for a single team. */
export const teamLimitNames = [
  "keys",
  "webhookEndpoints",
  "keyRequestsPerMinute",
  "teamRequestsPerMinute",
  "concurrentRequestsPerKey",
  "aiAnswersPerMonth",
] as const satisfies (keyof Limits)[]
export const teamLimits = z.partialRecord(z.enum(teamLimitNames), z.int())
export type TeamLimits = z.infer<typeof teamLimits>

/** The facts that determine the limits of one team. */
export const plannedTeam = z.object({ plan: z.enum(planNames), limits: teamLimits })
export type PlannedTeam = z.infer<typeof plannedTeam>

/** The limits of one team: those of its plan, with the operator's overrides for this team. */
export const limitsOfTeam = ({ plan, limits }: PlannedTeam): Limits => ({
  ...limitsOf(plan),
  ...limits,
})

let limits: Record<Plan, Limits> | undefined

/** The limits of `plan`, with the operator's overrides. */
export function limitsOf(plan: Plan): Limits {
  limits ??= readLimits()
  return limits[plan]
}

/** Parses the setting. `text` is JSON. Throws an Error that explains the mistake when it is invalid. */
export function readLimits(text = process.env.SIGNALBOX_LIMITS): Record<Plan, Limits> {
  const overrides = parseJsonSetting("SIGNALBOX_LIMITS", text || "{}", setting)
  const withOverrides = planNames.map((plan) => [plan, { ...defaults[plan], ...overrides[plan] }])
  return Object.fromEntries(withOverrides) as Record<Plan, Limits>
}

const limitsOfPlan = limitsSchema.partial().optional()
const setting = z.strictObject(
  { free: limitsOfPlan, pro: limitsOfPlan, agency: limitsOfPlan, scale: limitsOfPlan },
  onlyNames("plan", planNames),
)

/** Throws `plan_required` unless the plan includes developer access: the API, webhooks and MCP. */
export function requireDeveloperAccess(team: Pick<PlannedTeam, "plan"> & { slug: string }) {
  const { label, hasDeveloperAccess } = limitsOf(team.plan)
  if (hasDeveloperAccess) return
  throw new Problem(
    "plan_required",
    `The ${label} plan has no API access. Settings -> Plan shows who can change the plan. Existing keys work again within two seconds of the change.`,
    {
      extra: { upgrade_path: `/${team.slug}/settings/plan` },
    },
  )
}
