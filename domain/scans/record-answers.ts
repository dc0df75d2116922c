/** Writes answers with their mentions and citations, many at a time, and keeps the counts of the sources. */
import { createHash } from "node:crypto"
import { distinctSources, type Source } from "@/domain/ai-visibility/extraction/distinct-sources"
import type { FoundMention } from "@/domain/ai-visibility/extraction/mentions"
import type { BrandSites } from "@/domain/ai-visibility/extraction/source-class"
import { newId } from "@/domain/ids"
import { type Prisma, sql } from "@/prisma/client"

export type AnswerToRecord = {
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
  /** As it is kept (`storable`), so that the offsets of mentions point into it. */
  text: string
  mentions: FoundMention[]
  /** In the order of the answer; the same page twice counts once. */
  sources: Source[]
  /** A person said which brands it names; left out: the text says it. */
  is_labelled?: boolean
  /** What an engine that we asked says beside its text; files say none of it. */
  asked?: {
    finish_reason: string | null
    search_queries: string[]
    tokens_in: number | null
    tokens_out: number | null
    cost_usd: number | null
    latency_ms: number
    /** JSON, as `keptRaw` made it. */
    raw: string | null
  }
}

export type AnsweredProject = { team_id: string; project_id: string; brands: readonly BrandSites[] }

/** Inside a transaction of the project's team. The tasks exist already. Returns how much was written. */
export async function recordAnswers(
  tx: Prisma.TransactionClient,
  project: AnsweredProject,
  answers: readonly AnswerToRecord[],
): Promise<{ mentions: number; citations: number }> {
  if (answers.length === 0) return { mentions: 0, citations: 0 }
  const citations = answers.flatMap((answer) => citationsOf(answer, project.brands))
  const isGrounded = new Set(citations.filter((c) => c.kind === "cited").map((c) => c.answer_id))
  await insertAnswers(tx, project, answers, isGrounded)
  const mentions = answers.flatMap((answer) => answer.mentions.map((m) => ({ ...m, answer_id: answer.id })))
  await insertMentions(tx, project, mentions)
  await insertCitations(tx, project, citations)
  return { mentions: mentions.length, citations: citations.length }
}

/** Postgres stores neither NUL nor half a surrogate pair. */
export const storable = (text: string) => text.toWellFormed().replaceAll("\0", "")

const citationsOf = ({ id, asked_at, sources }: AnswerToRecord, brands: readonly BrandSites[]) =>
  distinctSources(sources, brands).map(({ url, title, kind, canonical, brand_id, source_class }, i) => ({
    id: newId("citation", Date.parse(asked_at)),
    answer_id: id,
    asked_at,
    ordinal: i + 1,
    url_raw: storable(url),
    url_canonical: canonical.url,
    host: canonical.host,
    registrable_domain: canonical.registrable_domain,
    title: title ? storable(title).slice(0, 500) : null,
    kind,
    brand_id,
    source_class,
  }))

function insertAnswers(
  tx: Prisma.TransactionClient,
  { team_id, project_id }: AnsweredProject,
  answers: readonly AnswerToRecord[],
  isGrounded: Set<string>,
) {
  const records = answers.map(({ mentions, sources, asked, is_labelled = false, ...answer }) => ({
    ...answer,
    is_labelled,
    search_queries: [],
    ...asked,
    text_sha256: createHash("sha256").update(answer.text).digest("hex"),
    grounded: isGrounded.has(answer.id),
  }))
  return tx.$executeRaw(sql`
    insert into answer (id, team_id, project_id, scan_id, task_id, prompt_id, engine_id, region, run_index, engine_config_hash,
      model_version, asked_at, text, text_sha256, is_labelled, grounded, search_queries, finish_reason, tokens_in, tokens_out, cost_usd, latency_ms, raw)
    select id, ${team_id}, ${project_id}, scan_id, task_id, prompt_id, engine_id, region, run_index, engine_config_hash,
      model_version, asked_at, text, decode(text_sha256, 'hex'), is_labelled, grounded, search_queries, finish_reason, tokens_in, tokens_out, cost_usd, latency_ms, raw::jsonb
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(id text, scan_id text, task_id text, prompt_id text, engine_id text,
      region text, run_index smallint, engine_config_hash text, model_version text, asked_at timestamptz, text text, text_sha256 text, is_labelled boolean, grounded boolean, search_queries text[],
      finish_reason text, tokens_in int, tokens_out int, cost_usd numeric, latency_ms int, raw text)`)
}

function insertMentions(
  tx: Prisma.TransactionClient,
  { team_id, project_id }: AnsweredProject,
  mentions: FoundMention[],
) {
  return tx.$executeRaw(sql`
    insert into mention (team_id, project_id, answer_id, brand_id, first_offset, count, rank, matched_alias, excerpt)
    select ${team_id}, ${project_id}, answer_id, brand_id, first_offset, count, rank, matched_alias, excerpt
    from jsonb_to_recordset(${JSON.stringify(mentions)}::jsonb) as r(answer_id text, brand_id text, first_offset int, count int,
      rank smallint, matched_alias text, excerpt text)`)
}

/** A source is counted in the same statement that writes its citations. */
function insertCitations(tx: Prisma.TransactionClient, { team_id, project_id }: AnsweredProject, citations: object[]) {
  return tx.$executeRaw(sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(citations)}::jsonb) as r(id text, answer_id text, asked_at timestamptz,
      ordinal smallint, url_raw text, url_canonical text, host text, registrable_domain text, title text, kind text, brand_id text, source_class text)),
    written as (
      insert into citation (id, team_id, project_id, answer_id, ordinal, url_raw, url_canonical, host, registrable_domain, title, kind, brand_id, source_class)
      select id, ${team_id}, ${project_id}, answer_id, ordinal, url_raw, url_canonical, host, registrable_domain, title, kind, brand_id, source_class from given),
    counted as (
      select kind || '_domain' as listing, registrable_domain as key, registrable_domain, null as title, min(brand_id) as brand_id,
        min(source_class) as source_class, count(*)::int as citations_n, count(distinct answer_id)::int as answers_n, min(asked_at) as first, max(asked_at) as last
      from given group by kind, registrable_domain
      union all
      select kind || '_url', url_canonical, min(registrable_domain), max(title), min(brand_id), min(source_class), count(*)::int,
        count(distinct answer_id)::int, min(asked_at), max(asked_at)
      from given group by kind, url_canonical)
    insert into ai_source as s (team_id, project_id, listing, key, registrable_domain, title, brand_id, source_class, citations_n, answers_n, first_seen_at, last_seen_at)
    select ${team_id}, ${project_id}, listing, key, registrable_domain, title, brand_id, source_class, citations_n, answers_n, first, last
    from counted order by listing, key
    on conflict (project_id, listing, key) do update set citations_n = s.citations_n + excluded.citations_n, answers_n = s.answers_n + excluded.answers_n,
      title = coalesce(s.title, excluded.title), first_seen_at = least(s.first_seen_at, excluded.first_seen_at),
      last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at)`)
}
