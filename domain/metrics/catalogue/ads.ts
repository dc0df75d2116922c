/** Metrics of paid advertising: cost and results. */
import { ratio, sum, unique } from "../metric"

const providers = ["google_ads" as const, "meta_ads" as const, "microsoft_ads" as const]

export const ads = [
  sum({
    id: "ad_impressions",
    label: "Ad impressions",
    unit: "count",
    direction: "neutral",
    providers,
    definition: "Times an ad was shown.",
  }),
  sum({
    id: "ad_clicks",
    label: "Ad clicks",
    unit: "count",
    direction: "more_is_better",
    providers,
    definition: "Clicks on ads; with Meta: clicks on links.",
  }),
  sum({
    id: "ad_spend",
    label: "Ad spend",
    unit: "money",
    direction: "neutral",
    providers,
    definition: "What the ads cost, taxes and fees left out.",
  }),
  sum({
    id: "ad_conversions",
    label: "Ad conversions",
    unit: "number",
    direction: "more_is_better",
    providers,
    definition: "Conversions that the platform credits to its ads, by the source's own attribution; may be fractional.",
  }),
  sum({
    id: "ad_conversion_value",
    label: "Ad conversion value",
    unit: "money",
    direction: "more_is_better",
    providers,
    definition: "Value of those conversions.",
  }),
  unique({
    id: "ad_reach",
    label: "Ad reach",
    unit: "count",
    direction: "more_is_better",
    providers: ["meta_ads"],
    definition: "Different people who saw an ad in the day, week or month.",
  }),
]

export const adRatios = [
  ratio(
    {
      id: "ad_ctr",
      label: "Ad click-through rate",
      unit: "ratio",
      direction: "more_is_better",
      providers,
      definition: "Share of shown ads that were clicked.",
    },
    "ad_clicks",
    "ad_impressions",
  ),
  ratio(
    {
      id: "ad_cpc",
      label: "Cost per click",
      unit: "money",
      direction: "less_is_better",
      providers,
      definition: "What a click costs.",
    },
    "ad_spend",
    "ad_clicks",
  ),
  ratio(
    {
      id: "ad_cpm",
      label: "Cost per 1,000 impressions",
      unit: "money",
      direction: "less_is_better",
      multiplier: 1_000,
      providers,
      definition: "What showing ads a thousand times costs.",
    },
    "ad_spend",
    "ad_impressions",
  ),
  ratio(
    {
      id: "ad_cvr",
      label: "Ad conversion rate",
      unit: "ratio",
      direction: "more_is_better",
      providers,
      definition: "Conversions for each click.",
    },
    "ad_conversions",
    "ad_clicks",
  ),
  ratio(
    {
      id: "ad_cpa",
      label: "Cost per conversion",
      unit: "money",
      direction: "less_is_better",
      providers,
      definition: "What a conversion costs.",
    },
    "ad_spend",
    "ad_conversions",
  ),
  ratio(
    {
      id: "ad_roas",
      label: "Return on ad spend",
      unit: "ratio",
      direction: "more_is_better",
      providers,
      definition: "Value of conversions for each unit of money spent; may be above 1.",
    },
    "ad_conversion_value",
    "ad_spend",
  ),
  ratio(
    {
      id: "ad_frequency",
      label: "Ad frequency",
      unit: "number",
      direction: "neutral",
      providers: ["meta_ads"],
      definition: "How often a person who saw an ad saw one, in the same day, week or month.",
    },
    "ad_impressions",
    "ad_reach",
  ),
]
