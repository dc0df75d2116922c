/** Chooses the rules that apply to a client or project, and the defaults where there are none. */
import type { z } from "zod"
import { log } from "@/domain/kernel/log"
import { rows, sql } from "@/prisma/client"
import { fitsType, paramsOfType } from "./params"
import { ruleColumns, type SignalRule, signalRule } from "./rule"

type Type = SignalRule["type"]

/** The settings with which a type is detected. `rule_id` is null for the defaults. */
export type AppliedRule<T extends Type = Type> = Pick<
  SignalRule,
  "sensitivity" | "severity_floor" | "cooldown_hours" | "muted_until"
> & { rule_id: string | null; params: z.output<(typeof paramsOfType)[T]> }

type Subject = { client_id: string; project_id?: string | undefined; metric_id?: string | undefined }

/**
 * Leaves out rules that do not fit the schema of their type, so that the others still apply. The page of rules marks
 * them.
 */
export async function loadRules(teamId: string): Promise<SignalRule[]> {
  const rules = await rows(
    signalRule,
    sql`select ${ruleColumns} from signal_rule r where r.team_id = ${teamId} order by r.created_at, r.id`,
  )
  for (const { id } of rules.filter((rule) => !isApplicable(rule)))
    log.warn({ team_id: teamId, rule_id: id }, "a signal rule does not fit its type and is not applied")
  return rules.filter(isApplicable)
}

/** A rule that turns its type off needs no valid settings. */
const isApplicable = (rule: SignalRule) => !rule.is_enabled || fitsType(rule)

/**
 * The settings for this type: those of the rule with the narrowest scope, and among equals the newest. Null when that
 * rule is turned off. The defaults when no rule applies. Thresholds have no defaults, see `appliedThresholds`.
 */
export function appliedRule<T extends Exclude<Type, "metric_threshold">>(
  rules: readonly SignalRule[],
  type: T,
  subject: Subject,
): AppliedRule<T> | null {
  const rule = rules
    .filter((rule) => rule.type === type && isForSubject(rule, subject))
    .toSorted((a, b) => specificity(a) - specificity(b))
    .at(-1)
  if (rule && !rule.is_enabled) return null
  return rule ? settingsOf(rule) : { ...defaults, params: {} as AppliedRule<T>["params"] }
}

/** Every threshold is a rule of its own, so all of them apply. */
export const appliedThresholds = (rules: readonly SignalRule[], subject: Subject): AppliedRule<"metric_threshold">[] =>
  rules
    .filter((rule) => rule.type === "metric_threshold" && rule.is_enabled && isForSubject(rule, subject))
    .map(settingsOf<"metric_threshold">)

const settingsOf = <T extends Type>(rule: SignalRule): AppliedRule<T> => ({
  rule_id: rule.id,
  sensitivity: rule.sensitivity,
  severity_floor: rule.severity_floor,
  cooldown_hours: rule.cooldown_hours,
  muted_until: rule.muted_until,
  params: paramsOfType[rule.type].parse(rule.params) as AppliedRule<T>["params"],
})

const defaults = {
  rule_id: null,
  sensitivity: "medium",
  severity_floor: "info",
  cooldown_hours: 72,
  muted_until: null,
} as const

const isForSubject = ({ client_id, project_id, params }: SignalRule, subject: Subject) =>
  (client_id === null || client_id === subject.client_id) &&
  (project_id === null || project_id === subject.project_id) &&
  (metricsOf(params)?.includes(subject.metric_id ?? "") ?? true)

/**
 * The narrower the scope, the larger the number: project 4, client 2, whole team 0. A rule that names metrics adds 1,
 * so it wins only among rules of the same scope.
 */
function specificity({ client_id, project_id, params }: SignalRule): number {
  const forMetrics = metricsOf(params) ? 1 : 0
  if (project_id) return 4 + forMetrics
  return client_id ? 2 + forMetrics : forMetrics
}

const metricsOf = ({ metric_ids }: SignalRule["params"]) => metric_ids as string[] | undefined

/** The metrics that enabled rules of these types name for the client. */
export const namedMetrics = (rules: readonly SignalRule[], types: readonly Type[], clientId: string): string[] =>
  rules
    .filter(({ type, is_enabled }) => is_enabled && types.includes(type))
    .filter(({ client_id }) => client_id === null || client_id === clientId)
    .flatMap(({ params }) => metricsOf(params) ?? (params.metric_id as string | undefined) ?? [])
