/** Examines the search clicks of brand queries and of other queries, so that a loss of one group is not hidden by the other. */
import { anomaliesOf, historyDays, recent } from "./evaluate-metrics"
import { type CheckResult, type EvaluatedClient, withRules } from "./evaluated-client"
import { brandTerms, type QueryGroup, queryGroups, readQueryGroups } from "./read-query-groups"

export async function examineQueryGroups(evaluated: EvaluatedClient): Promise<CheckResult[]> {
  const { team, client, context } = evaluated
  const terms = await brandTerms(team.id, client)
  const examined: CheckResult[] = []
  for (const source of context.sources.filter(({ status }) => status !== "disconnected")) {
    const series = await readQueryGroups(team.id, source, terms, historyDays)
    if (!series) continue
    for (const group of Object.keys(queryGroups) as QueryGroup[]) {
      const subject = {
        metric_id: "search_clicks",
        currency: null,
        data_source_id: source.id,
        filter: { query_group: group },
        part: queryGroups[group],
      }
      const drops = anomaliesOf(evaluated, subject, series.days[group]).filter(
        ({ type }) => type === "search_traffic_drop",
      )
      examined.push({
        project_id: null,
        key: `queries:${source.id}:${group}`,
        through: series.through,
        timezone: context.timezone,
        found: recent(withRules(evaluated, drops), series.through),
      })
    }
  }
  return examined
}
