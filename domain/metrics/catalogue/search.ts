/** Metrics of the website in organic search. */
import { ratio, sum, weightedMean } from "../metric"

const providers = ["search_console" as const, "bing_webmaster" as const]

export const search = [
  sum({
    id: "search_clicks",
    label: "Search clicks",
    unit: "count",
    direction: "more_is_better",
    providers,
    definition: "Clicks from search results. Rare queries are kept private by the source: by query the sum is lower.",
  }),
  sum({
    id: "search_impressions",
    label: "Search impressions",
    unit: "count",
    direction: "more_is_better",
    providers,
    definition: "Times a result of the website was shown. By query the sum is lower, as with clicks.",
  }),
  ratio(
    {
      id: "search_ctr",
      label: "Search click-through rate",
      unit: "ratio",
      direction: "more_is_better",
      providers,
      definition: "Share of shown results that were clicked.",
    },
    "search_clicks",
    "search_impressions",
  ),
  weightedMean(
    {
      id: "search_position",
      label: "Search position",
      unit: "rank",
      direction: "less_is_better",
      providers,
      definition: "Average place among the results, 1 being the first; each showing counts once.",
    },
    "search_impressions",
  ),
]
