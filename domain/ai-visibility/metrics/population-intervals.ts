/**
 * Computes intervals that also hold for prompts other than those asked: a cluster bootstrap with 2,000 resamples of whole
 * topics, because prompts of one topic get similar answers.
 */
import type { Warning } from "@/domain/kernel/envelope"
import type { Interval } from "../statistics/wilson"
import { drawnFigure, ofSentiment, widened } from "./drawn-figure"
import { type DrawnRow, drawnRatios, type Ratios } from "./drawn-ratios"
import type { Question } from "./group-key"
import type { Figure, MetricsRow } from "./metrics-table"
import { type TopicColumn, topicColumns } from "./topic-columns"

/** With fewer topics than this, the resamples are too few to be reliable and no interval is given. */
const minTopics = 10

const ratios = {
  visibility: ["rate", "cells"],
  share_of_voice: ["k", "all_k"],
  top1_rate: ["top1", "m"],
  top3_rate: ["top3", "m"],
  average_position: ["rank_sum", "k"],
  prominence: ["prominence_sum", "m"],
  citation_rate: ["cited", "m"],
  citation_rate_grounded: ["cited", "grounded"],
  citation_share: ["citations", "all_citations"],
  sentiment_score: ["sentiment", "labelled"],
  negative_share: ["negative", "labelled"],
  prompt_coverage: ["covered", "prompts"],
  gap_prompts: ["gaps", "gaps_of"],
  grounded_rate: ["grounded", "m"],
  of_brands: ["brand_likeness", "brand_likeness_n"],
  of_domains: ["domain_likeness", "domain_likeness_n"],
} as const satisfies Ratios<string, TopicColumn>
export type WithIntervals = { rows: MetricsRow[]; warnings: Warning[] }
type Drawn = Record<keyof typeof ratios, Interval | null>

export async function populationIntervals(
  question: Question,
  table: readonly MetricsRow[],
  keys: readonly string[],
): Promise<WithIntervals> {
  const found = await topicColumns(question, table, keys)
  const topicsIn = (row: DrawnRow<TopicColumn>) => row.cells.length
  const enough = found.filter((row) => topicsIn(row) >= minTopics)
  const seed = question.scans.map((scan) => scan.id).join(" ")
  const drawn = drawnRatios(enough, ratios, { seed, replicates: 2_000 })
  const few = found.length - enough.length
  const most = Math.max(0, ...found.map(topicsIn))
  return {
    rows: table.map((row, i) => drawnRow(row, drawn.get(`${keys[i]} ${row.brand.id}`))),
    warnings: few > 0 ? [tooFewTopics(few, found.length, most)] : [],
  }
}

const tooFewTopics = (few: number, rows: number, most: number): Warning => ({
  code: "too_few_topics",
  message: `${few} of ${rows} rows have no interval. ci_scope=population needs answers to prompts of at least ${minTopics} topics, and these rows have ${most === 1 ? "one" : `${most} at most`}. Prompts without a topic count as one topic. Add topics to your prompts, or send ci_scope=panel.`,
  path: "data.rows",
})

function drawnRow(row: MetricsRow, drawn: Drawn | undefined): MetricsRow {
  const ratio = (figure: Figure, name: keyof typeof ratios) => drawnFigure(figure, drawn?.[name] ?? null, how)
  const share = (figure: Figure, name: keyof typeof ratios) =>
    drawn ? widened(ratio(figure, name), figure, how) : ratio(figure, name)
  const of_brands = ratio(row.stability.of_brands, "of_brands")
  const of_domains = ratio(row.stability.of_domains, "of_domains")
  const sentiment = ofSentiment(drawn?.sentiment_score ?? null)
  return {
    ...row,
    visibility: share(row.visibility, "visibility"),
    share_of_voice: ratio(row.share_of_voice, "share_of_voice"),
    top1_rate: share(row.top1_rate, "top1_rate"),
    top3_rate: share(row.top3_rate, "top3_rate"),
    average_position: ratio(row.average_position, "average_position"),
    prominence: ratio(row.prominence, "prominence"),
    citation_rate: share(row.citation_rate, "citation_rate"),
    citation_rate_grounded: share(row.citation_rate_grounded, "citation_rate_grounded"),
    citation_share: ratio(row.citation_share, "citation_share"),
    sentiment_score: drawnFigure(row.sentiment_score, sentiment, how),
    negative_share: share(row.negative_share, "negative_share"),
    prompt_coverage: share(row.prompt_coverage, "prompt_coverage"),
    gap_prompts: share(row.gap_prompts, "gap_prompts"),
    grounded_rate: share(row.grounded_rate, "grounded_rate"),
    stability: { ...row.stability, of_brands, of_domains },
  }
}

const how = { method: "cluster_bootstrap", scope: "population" } as const
