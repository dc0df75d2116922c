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
    definition: "The number of times an ad was shown.",
  }),
  sum({
    id: "ad_clicks",
    label: "Ad clicks",
    unit: "count",
    direction: "more_is_better",
    providers,
    definition: "The number of clicks on ads. For Meta Ads, link clicks.",
  }),
  sum({
    id: "ad_spend",
    label: "Ad spend",
    unit: "money",
    direction: "neutral",
    providers,
    definition: "The cost of the ads, without taxes and fees.",
  }),
  sum({
    id: "ad_conversions",
    label: "Ad conversions",
    unit: "number",
    direction: "more_is_better",
    providers,
    definition:
      "Conversions that the platform attributes to its ads, with the data source's own attribution. May be fractional.",
  }),
  sum({
    id: "ad_conversion_value",
    label: "Ad conversion value",
    unit: "money",
    direction: "more_is_better",
    providers,
    definition: "The value of the conversions.",
  }),
  unique({
    id: "ad_reach",
    label: "Ad reach",
    unit: "count",
    direction: "more_is_better",
    providers: ["meta_ads"],
    definition: "The number of different people who saw an ad in the day, week or month.",
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
      definition: "Clicks divided by impressions.",
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
      definition: "The average cost of a click.",
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
      definition: "The average cost of 1,000 impressions.",
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
      definition: "Conversions divided by clicks.",
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
      definition: "The average cost of a conversion.",
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
      definition: "The value of conversions divided by the spend. May be above 1.",
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
      definition: "The average number of times a person saw an ad in the same day, week or month.",
    },
    "ad_impressions",
    "ad_reach",
  ),
]
