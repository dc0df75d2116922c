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
    definition: "Visits to the website. One visit may see several pages, so visits by page do not add up.",
  }),
  unique({
    id: "users",
    label: "Users",
    unit: "count",
    direction: "more_is_better",
    providers,
    definition: "Different people seen in the day, week or month. The same person on two days counts once a week.",
  }),
  sum({
    id: "new_users",
    label: "New users",
    unit: "count",
    direction: "more_is_better",
    providers,
    definition: "People seen for the first time.",
  }),
  sum({
    id: "engaged_sessions",
    label: "Engaged sessions",
    unit: "count",
    direction: "more_is_better",
    providers,
    not_additive_over: ["page"],
    definition: "Visits of more than 10 seconds, with a key event, or with at least two pages.",
  }),
  ratio(
    {
      id: "engagement_rate",
      label: "Engagement rate",
      unit: "ratio",
      direction: "more_is_better",
      providers,
      definition: "Share of visits that were engaged.",
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
      definition: "Share of visits that were not engaged.",
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
    definition: "Pages and screens seen.",
  }),
  ratio(
    {
      id: "views_per_session",
      label: "Views per session",
      unit: "number",
      direction: "more_is_better",
      providers,
      definition: "Pages seen in an average visit.",
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
      definition: "Length of an average visit.",
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
      "Visits that came from an AI assistant: chatgpt.com, perplexity.ai, gemini.google.com, copilot.microsoft.com, claude.ai and their like.",
  }),
]
