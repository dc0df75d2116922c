/** Metrics of website traffic. */
import { ratio, sum, unique, weightedMean } from "../metric"

const providers = ["ga4" as const]

export const website = [
  sum({
    id: "sessions",
    label: "Sessions",
    unit: "count",
    direction: "more_is_better",
    providers,
    not_additive_over: ["page"],
    definition:
      "Visits to the website. One visit can include several pages, so visits by page do not add up to the total.",
  }),
  unique({
    id: "users",
    label: "Users",
    unit: "count",
    direction: "more_is_better",
    providers,
    definition:
      "The number of different people who visited in the day, week or month. A person who visits on two days counts once per week.",
  }),
  sum({
    id: "new_users",
    label: "New users",
    unit: "count",
    direction: "more_is_better",
    providers,
    definition: "The number of people who visited for the first time.",
  }),
  sum({
    id: "engaged_sessions",
    label: "Engaged sessions",
    unit: "count",
    direction: "more_is_better",
    providers,
    not_additive_over: ["page"],
    definition: "Visits that lasted more than 10 seconds, had a key event, or included at least two pages.",
  }),
  ratio(
    {
      id: "engagement_rate",
      label: "Engagement rate",
      unit: "ratio",
      direction: "more_is_better",
      providers,
      definition: "The share of visits that were engaged.",
    },
    "engaged_sessions",
    "sessions",
  ),
  ratio(
    {
      id: "bounce_rate",
      label: "Bounce rate",
      unit: "ratio",
      direction: "less_is_better",
      providers,
      definition: "The share of visits that were not engaged.",
    },
    "sessions - engaged_sessions",
    "sessions",
  ),
  sum({
    id: "page_views",
    label: "Page views",
    unit: "count",
    direction: "more_is_better",
    providers,
    definition: "The number of pages and screens viewed.",
  }),
  ratio(
    {
      id: "views_per_session",
      label: "Views per session",
      unit: "number",
      direction: "more_is_better",
      providers,
      definition: "The average number of pages viewed per visit.",
    },
    "page_views",
    "sessions",
  ),
  weightedMean(
    {
      id: "avg_session_duration",
      label: "Average session duration",
      unit: "seconds",
      direction: "more_is_better",
      providers,
      not_additive_over: ["page"],
      definition: "The average length of a visit.",
    },
    "sessions",
  ),
  sum({
    id: "ai_referral_sessions",
    label: "Sessions from AI assistants",
    unit: "count",
    direction: "more_is_better",
    providers,
    not_additive_over: ["page"],
    definition:
      "Visits that came from an AI assistant, such as chatgpt.com, perplexity.ai, gemini.google.com, copilot.microsoft.com or claude.ai.",
  }),
]
