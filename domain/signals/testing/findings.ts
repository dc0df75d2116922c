/** Findings for tests, as if a detector had returned them. */
import type { TeamFacts } from "@/domain/kernel/context"
import type { Finding } from "../finding"
import type { Check, FindingWithRule } from "../record-findings"

const finding: Finding = {
  type: "metric_anomaly",
  category: "metric",
  severity: "warning",
  direction: "down",
  impact: "negative",
  title: "Sessions 42% below expected",
  summary: "1,180 sessions on 19 November, where 1,750 to 2,370 were expected.",
  subject: { kind: "metric", metric_id: "sessions", filter: {} },
  observed: { value: 1180, numerator: null, denominator: null, n: null },
  expected: { value: 2000, low: 1750, high: 2370 },
  score: -6.1,
  method: "weekday_level_budget.v2",
  evidence: { kind: "series", ids: [], counts: { days: 56 } },
  dedupe_key: "metric_anomaly:sessions:down",
  period: { from: "2026-11-19", to: "2026-11-19" },
  baseline: { from: "2026-09-24", to: "2026-11-18" },
}

const rule: FindingWithRule["rule"] = { rule_id: null, severity_floor: "info", cooldown_hours: 72, muted_until: null }

/** A fall of sessions on 19 November 2026, found by the default settings. */
export const foundNow = (
  more: Partial<Finding> = {},
  ofRule: Partial<FindingWithRule["rule"]> = {},
): FindingWithRule => ({
  finding: { ...finding, ...more },
  rule: { ...rule, ...ofRule },
})

type Client = { id: string; name: string; external_id: string | null }

/** The check of the client's sessions up to 19 November 2026. */
export const checkOf = (team: TeamFacts, { id, name, external_id }: Client, checkedThrough = "2026-11-19"): Check => ({
  team,
  client: { id, name, external_id },
  project_id: null,
  key: "metric:sessions",
  checkedThrough,
  timezone: "Europe/Rome",
})
