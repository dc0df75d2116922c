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
    definition:
      "Clicks from search results. The data source hides rare queries, so the sum over queries is lower than the total.",
  }),
  sum({
    id: "search_impressions",
    label: "Search impressions",
    unit: "count",
    direction: "more_is_better",
    providers,
    definition:
      "The number of times the website appeared in search results. The sum over queries is lower than the total, as with clicks.",
  }),
  ratio(
    {
      id: "search_ctr",
      label: "Search click-through rate",
      unit: "ratio",
      direction: "more_is_better",
      providers,
      definition: "Clicks divided by impressions.",
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
      providers: ["search_console"],
      definition: "The average rank in search results, where 1 is the first. Each impression counts once.",
    },
    "search_impressions",
  ),
]
