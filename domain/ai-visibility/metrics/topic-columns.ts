/** Of each row what its figures are made of, topic by topic. */
import { join, raw, rows, sql } from "@/prisma/client"
import { promptCounts } from "./brand-counts-sql"
import { pooledCells, type Question } from "./cells"
import type { DrawnRow } from "./drawn-ratios"
import { gapsByPrompt } from "./gap-counts-sql"
import type { MetricsRow } from "./metrics-table"

const ofBrand = [
  "rate",
  "cells",
  "prompts",
  "covered",
  "m",
  "k",
  "top1",
  "top3",
  "rank_sum",
  "prominence_sum",
  "cited",
  "citations",
  "sentiment",
  "negative",
  "labelled",
] as const
const ofAll = [
  "all_k",
  "grounded",
  "all_citations",
  "gaps",
  "gaps_of",
  "brand_likeness",
  "brand_likeness_n",
  "domain_likeness",
  "domain_likeness_n",
] as const
export type TopicColumn = (typeof ofBrand)[number] | (typeof ofAll)[number]

/** In the order of the topics' ids; prompts without a topic are one together. */
export function topicColumns({ scene, scans, query }: Question, table: readonly MetricsRow[], keys: readonly string[]) {
  const { team_id } = scene
  const brands = [...new Set(table.map((row) => row.brand.id))]
  const whole = sql`filter (where t.brand_id = '') over same`
  const arrays = [...ofBrand, ...ofAll]
    .map(raw)
    .map((column) => sql`array_agg(${column}::float8 order by topic) as ${column}`)
  return rows<DrawnRow<TopicColumn>>(sql`
    with pooled as materialized (${pooledCells(scene, scans, query)}), prompt as materialized (${promptCounts}),
    topic as (select id, coalesce(topic_id, '') collate "C" as topic from ai_prompt where team_id = ${team_id} and project_id = ${scene.project_id}),
    gap as (select g, topic, count(*) filter (where is_gap) as gaps, count(*) as gaps_of from (${gapsByPrompt(team_id)}) x join topic on topic.id = prompt_id group by g, topic),
    of_topic as (
      select p.g, p.brand_id, topic, sum(rate) as rate, sum(cells) as cells, count(*) as prompts, count(*) filter (where k > 0) as covered, sum(m) as m, sum(k) as k,
        sum(top1) as top1, sum(top3) as top3, sum(rank_sum) as rank_sum, sum(prominence_sum) as prominence_sum, sum(cited) as cited,
        sum(citations) as citations, sum(positive - negative) as sentiment, sum(negative) as negative, sum(positive + neutral + negative) as labelled,
        sum(brand_likeness) as brand_likeness, sum(brand_likeness_n) as brand_likeness_n, sum(domain_likeness) as domain_likeness, sum(domain_likeness_n) as domain_likeness_n
      from prompt p join topic on topic.id = p.prompt_id group by p.g, p.brand_id, topic),
    unit as (
      select t.g, t.brand_id, t.topic, ${join(ofBrand.map((column) => raw(`t.${column}`)))}, coalesce(gap.gaps, 0) as gaps, coalesce(gap.gaps_of, 0) as gaps_of,
        coalesce(sum(t.k) filter (where b.kind in ('own', 'competitor')) over same, 0) as all_k,
        max(t.cited) ${whole} as grounded, max(t.citations) ${whole} as all_citations, max(t.brand_likeness) ${whole} as brand_likeness,
        max(t.brand_likeness_n) ${whole} as brand_likeness_n, max(t.domain_likeness) ${whole} as domain_likeness, max(t.domain_likeness_n) ${whole} as domain_likeness_n
      from of_topic t left join ai_brand b on b.id = t.brand_id and b.team_id = ${team_id} left join gap on gap.g = t.g and gap.topic = t.topic
      window same as (partition by t.g, t.topic))
    select g, brand_id, ${join(arrays)} from unit where brand_id = any(${brands}) and g = any(${[...new Set(keys)]}) group by g, brand_id`)
}
