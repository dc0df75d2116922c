/**
 * Evaluates the search clicks of brand queries and of other queries separately, so that a rise in one group cannot hide
 * a drop in the other.
 */
import { detectMetricAnomalies, historyDays } from "./evaluate-metrics"
import { type CheckResult, connectedSources, type EvaluatedClient, recentFindings, withRules } from "./evaluated-client"
import { brandTerms, type QueryGroup, queryGroups, readQueryGroups } from "./read-query-groups"

export async function evaluateQueryGroups(evaluated: EvaluatedClient): Promise<CheckResult[]> {
  const { team, client, context } = evaluated
  const terms = await brandTerms(team.id, client)
  const results: CheckResult[] = []
  for (const source of connectedSources(evaluated)) {
    const series = await readQueryGroups(team.id, source, terms, historyDays)
    if (!series) continue
    for (const group of Object.keys(queryGroups) as QueryGroup[]) {
      const subject = {
        metric_id: "search_clicks",
        currency: null,
        data_source_id: source.id,
        filter: { query_group: group },
        filterLabel: queryGroups[group],
      }
      const drops = detectMetricAnomalies(evaluated, subject, series.days[group]).filter(
        ({ type }) => type === "search_traffic_drop",
      )
      results.push({
        project_id: null,
        key: `queries:${source.id}:${group}`,
        checkedThrough: series.lastSettledDay,
        timezone: context.timezone,
        found: recentFindings(evaluated, withRules(evaluated, drops), series.lastSettledDay),
      })
    }
  }
  return results
}
