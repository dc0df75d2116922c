/** Defines the templates from which reports are created. */
import type { z } from "zod"
import type { sectionsInput } from "./sections"

export const templateIds = ["blank", "advertising", "seo", "ai_visibility", "overview"] as const
export type TemplateId = (typeof templateIds)[number]

type Sections = z.input<typeof sectionsInput>
type TemplateSection = Sections[number]
type TemplateWidget = TemplateSection["widgets"][number]

/** `projectId`: the AI-visibility project of the client, or null. Widgets about AI answers need one. */
type Template = { name: string; description: string; sections(projectId: string | null): Sections }

const metricWidget = (title: string, id: string): TemplateWidget => ({
  kind: "metric",
  title,
  query: { metrics: [id] },
})
const chart = (title: string, query: TemplateWidget["query"]): TemplateWidget => ({ kind: "time_series", title, query })
const table = (title: string, query: TemplateWidget["query"]): TemplateWidget => ({ kind: "table", title, query })
const breakdown = (title: string, id: string, dimension: string): TemplateWidget => ({
  kind: "breakdown",
  title,
  query: { metrics: [id], dimensions: [dimension] },
})

const website: TemplateSection = {
  title: "Website",
  widgets: [
    metricWidget("Sessions", "sessions"),
    metricWidget("Revenue", "revenue"),
    metricWidget("Key events", "key_events"),
    chart("Sessions by day", { metrics: ["sessions"] }),
    breakdown("Sessions by channel", "sessions", "channel"),
  ],
}

const advertising: TemplateSection = {
  title: "Advertising",
  widgets: [
    metricWidget("Ad spend", "ad_spend"),
    metricWidget("Ad conversions", "ad_conversions"),
    metricWidget("Return on ad spend", "ad_roas"),
    chart("Ad spend by day", { metrics: ["ad_spend"], dimensions: ["provider"] }),
  ],
}

const campaigns: TemplateSection = {
  title: "Campaigns",
  widgets: [
    table("Campaigns", {
      metrics: ["ad_spend", "ad_clicks", "ad_cpc", "ad_conversions", "ad_cpa", "ad_roas"],
      dimensions: ["provider", "campaign"],
      order_by: "-ad_spend",
    }),
  ],
}

const search: TemplateSection = {
  title: "Organic search",
  widgets: [
    metricWidget("Search clicks", "search_clicks"),
    metricWidget("Search impressions", "search_impressions"),
    metricWidget("Search position", "search_position"),
    chart("Search clicks by day", { metrics: ["search_clicks"] }),
  ],
}

const searchQueries: TemplateSection = {
  title: "Queries and pages",
  widgets: ["query", "page"].map((dimension) =>
    table(dimension === "query" ? "Search queries" : "Pages", {
      metrics: ["search_clicks", "search_impressions", "search_ctr", "search_position"],
      dimensions: [dimension as "query" | "page"],
      order_by: "-search_clicks",
    }),
  ),
}

const aiAnswers = (project_id: string | null): TemplateSection => ({
  title: "AI answers",
  widgets: [
    ...(project_id ? ofProject(project_id) : []),
    metricWidget("Sessions from AI assistants", "ai_referral_sessions"),
  ],
})

const ofProject = (project_id: string): TemplateWidget[] => [
  { kind: "ai_visibility", title: "Brands in AI answers", query: { project_id } },
  { kind: "ai_visibility", title: "Brands by engine", query: { project_id, group_by: ["brand", "engine"] } },
  { kind: "citations", title: "Cited domains", query: { project_id } },
]

const signals: TemplateSection = { title: "Signals", widgets: [{ kind: "signals", title: "What changed" }] }

export const templates: Record<TemplateId, Template> = {
  blank: { name: "Blank", description: "A report without widgets.", sections: () => [] },
  advertising: {
    name: "Advertising",
    description: "Spend, conversions and campaigns of all advertising platforms.",
    sections: () => [advertising, campaigns],
  },
  seo: {
    name: "Search",
    description: "Clicks, positions, queries and pages in organic search.",
    sections: () => [search, searchQueries],
  },
  ai_visibility: {
    name: "AI visibility",
    description: "Brands and cited domains in the answers of AI engines.",
    sections: (projectId) => [aiAnswers(projectId)],
  },
  overview: {
    name: "Overview",
    description: "Website, advertising, search and AI answers, with the signals of the period.",
    sections: (projectId) => [website, advertising, search, aiAnswers(projectId), signals],
  },
}
