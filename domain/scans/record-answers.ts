/** Writes answers with their mentions and citations in batches. */
import { hash } from "node:crypto"
import type { FoundMention } from "@/domain/answers/extraction/mentions"
import type { DistinctSource } from "@/domain/answers/extraction/sources"
import { withoutUnstorableCharacters } from "@/domain/kernel/fields"
import { empty, type Prisma, type Sql, sql } from "@/prisma/client"
import { addSources } from "./add-sources"

export type NewAnswer = {
  id: string
  scan_id: string
  task_id: string
  prompt_id: string
  engine_id: string
  region: string
  run_index: number
  engine_config_hash: string
  model_version: string | null
  /** RFC 3339 */
  asked_at: string
  /** In stored form (see `withoutUnstorableCharacters`), because the offsets of mentions point into it. */
  text: string
  mentions: FoundMention[]
  /** In the order of the answer, as returned by `distinctSources`. */
  sources: DistinctSource[]
  /** True when a person labelled the brands. Without it, the mentions come from the text. */
  is_labelled?: boolean
  /** What the engine reports besides the text. Imported files have none. */
  engineDetails?: {
    finish_reason: string | null
    search_queries: string[]
    tokens_in: number | null
    tokens_out: number | null
    searches_n: number | null
    cost_usd: number | null
    latency_ms: number
    cut_characters: number
    left_out_sources: number
    /** Base64, as returned by `packRawResponse`. */
    raw_packed: string | null
  }
}

export type AnsweredProject = { team_id: string; project_id: string }

/**
 * Call in a transaction of the project's team, after creating the tasks. Adds to the source totals too. Returns how
 * many rows it wrote.
 */
export async function recordAnswers(
  tx: Prisma.TransactionClient,
  project: AnsweredProject,
  answers: readonly NewAnswer[],
): Promise<{ mentions: number; citations: number }> {
  if (answers.length === 0) return { mentions: 0, citations: 0 }
  const answerRows = answers.map(toAnswerRow)
  await tx.$executeRaw(sql`with ${answerInserts(project, answerRows)} select`)
  await addSources(tx, project, sql`a.id = any(${answerRows.map(({ id }) => id)})`)
  const total = (count: (answer: AnswerRow) => number) => answerRows.reduce((sum, answer) => sum + count(answer), 0)
  return { mentions: total((answer) => answer.mentions.length), citations: total((answer) => answer.citations.length) }
}

const citationsOf = (sources: readonly DistinctSource[]) =>
  sources.map(({ url, title, kind, canonical, brand_id, source_class }, i) => ({
    ordinal: i + 1,
    url_raw: withoutUnstorableCharacters(url),
    url_canonical: canonical.url,
    host: canonical.host,
    registrable_domain: canonical.registrable_domain,
    title: title ? withoutUnstorableCharacters(title).slice(0, 500) : null,
    kind,
    brand_id,
    source_class,
  }))

export type AnswerRow = ReturnType<typeof toAnswerRow>

/** Converts an answer to a row of the JSON that `answerInserts` passes to Postgres. */
export function toAnswerRow({ sources, engineDetails, is_labelled = false, ...answer }: NewAnswer) {
  const citations = citationsOf(sources)
  return {
    ...answer,
    is_labelled,
    search_queries: [],
    cut_characters: 0,
    left_out_sources: 0,
    ...engineDetails,
    text_sha256: hash("sha256", answer.text),
    grounded: citations.some(({ kind }) => kind === "cited"),
    citations,
  }
}

/**
 * Common table expressions that write answers with their mentions and citations. `filter`: a `where` clause on
 * `given_answer` that excludes some of the answers. `answer_to_write` has the others.
 */
export const answerInserts = (
  { team_id, project_id }: AnsweredProject,
  answerRows: readonly AnswerRow[],
  filter: Sql = empty,
): Sql => sql`
  answer_to_write as materialized (select given_answer.* from jsonb_to_recordset(${JSON.stringify(answerRows)}::jsonb) as given_answer(id text, scan_id text, task_id text, prompt_id text,
    engine_id text, region text, run_index smallint, engine_config_hash text, model_version text, asked_at timestamptz, text text, text_sha256 text,
    is_labelled boolean, grounded boolean, search_queries text[], finish_reason text, tokens_in int, tokens_out int, searches_n int, cost_usd numeric, latency_ms int,
    cut_characters int, left_out_sources int, raw_packed text, mentions jsonb, citations jsonb) ${filter}),
  new_answers as (
    insert into answer (id, team_id, project_id, scan_id, task_id, prompt_id, engine_id, region, run_index, engine_config_hash, model_version,
      asked_at, text, text_sha256, is_labelled, grounded, search_queries, finish_reason, tokens_in, tokens_out, searches_n, cost_usd, latency_ms,
      cut_characters, left_out_sources, raw_packed)
    select id, ${team_id}, ${project_id}, scan_id, task_id, prompt_id, engine_id, region, run_index, engine_config_hash, model_version,
      asked_at, text, decode(text_sha256, 'hex'), is_labelled, grounded, search_queries, finish_reason, tokens_in, tokens_out, searches_n, cost_usd, latency_ms,
      cut_characters, left_out_sources, decode(raw_packed, 'base64') from answer_to_write),
  new_mentions as (
    insert into mention (team_id, project_id, answer_id, brand_id, first_offset, count, rank, matched_alias, excerpt)
    select ${team_id}, ${project_id}, a.id, m.brand_id, m.first_offset, m.count, m.rank, m.matched_alias, m.excerpt
    from answer_to_write a, jsonb_to_recordset(a.mentions) as m(brand_id text, first_offset int, count int, rank smallint, matched_alias text, excerpt text)),
  new_citations as (
    insert into citation (team_id, project_id, answer_id, ordinal, url_raw, url_canonical, host, registrable_domain, title, kind, brand_id, source_class)
    select ${team_id}, ${project_id}, a.id, c.ordinal, c.url_raw, c.url_canonical, c.host, c.registrable_domain, c.title, c.kind, c.brand_id,
      case when c.source_class in ('own', 'competitor') then c.source_class else coalesce(p.source_types ->> c.registrable_domain, c.source_class) end
    from answer_to_write a cross join lateral jsonb_to_recordset(a.citations) as c(ordinal smallint, url_raw text, url_canonical text, host text,
      registrable_domain text, title text, kind text, brand_id text, source_class text)
    join ai_project p on p.team_id = ${team_id} and p.id = ${project_id} returning 1)`
