/**
 * Evaluates the search clicks of brand queries and of other queries separately, so that a rise in one group cannot hide
 * a drop in the other.
 */
import { type CheckResult, recentFindings, withRules } from "./check-result"
import { anomaliesOfType, historyDays } from "./evaluate-metrics"
import { connectedSources, type EvaluationInput } from "./evaluation-input"
import { brandTerms, type QueryGroup, queryGroups, readQueryGroups } from "./read-query-groups"

export async function evaluateQueryGroups(input: EvaluationInput): Promise<CheckResult[]> {
  const { team, client, context } = input
  const terms = await brandTerms(team.id, client)
  const results: CheckResult[] = []
  for (const source of connectedSources(input)) {
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
      const drops = anomaliesOfType("search_traffic_drop", input, subject, series.days[group])
      results.push({
        project_id: null,
        key: `queries:${source.id}:${group}`,
        checkedThrough: series.lastFinalDay,
        timezone: context.timezone,
        found: recentFindings(input, withRules(input, drops), series.lastFinalDay),
      })
    }
  }
  return results
}
