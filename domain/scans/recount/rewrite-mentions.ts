/** Replaces the mentions of answers with the re-extracted ones. A mention that still exists keeps its sentiment. */
import type { FoundMention } from "@/domain/answers/extraction/mentions"
import { type Prisma, sql } from "@/prisma/client"
import type { RecountCursor } from "./recount-cursor"

export type ExtractedAnswer = { answer_id: string; mentions: FoundMention[] }

export async function rewriteMentions(
  tx: Prisma.TransactionClient,
  { team_id, project_id }: RecountCursor,
  extracted: readonly ExtractedAnswer[],
  brands: readonly { id: string }[],
) {
  if (extracted.length === 0) return
  await lockTallies(tx, team_id, brands)
  const ids = extracted.map(({ answer_id }) => answer_id)
  const found = extracted.flatMap(({ answer_id, mentions }) => mentions.map((mention) => ({ ...mention, answer_id })))
  await tx.$executeRaw(sql`
    with found as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as r(answer_id text, brand_id text, first_offset int, count int,
        rank smallint, matched_alias text, excerpt text)),
    gone as (
      delete from mention m where m.team_id = ${team_id} and m.answer_id = any(${ids})
        and not exists (select from found f where f.answer_id = m.answer_id and f.brand_id = m.brand_id))
    insert into mention as m (team_id, project_id, answer_id, brand_id, first_offset, count, rank, matched_alias, excerpt)
    select ${team_id}, ${project_id}, f.answer_id, f.brand_id, f.first_offset, f.count, f.rank, f.matched_alias, f.excerpt
    from found f left join mention o on o.answer_id = f.answer_id and o.brand_id = f.brand_id and o.team_id = ${team_id}
    where (o.first_offset, o.count, o.rank, o.matched_alias, o.excerpt) is distinct from (f.first_offset, f.count, f.rank, f.matched_alias, f.excerpt)
    on conflict (answer_id, brand_id) do update set first_offset = excluded.first_offset, count = excluded.count, rank = excluded.rank,
      matched_alias = excluded.matched_alias, excerpt = excluded.excerpt`)
}

/** Locks the counters in the same order as the recording of answers, to avoid deadlocks. */
const lockTallies = (tx: Prisma.TransactionClient, teamId: string, brands: readonly { id: string }[]) =>
  tx.$executeRaw(sql`
    insert into row_tally as t (team_id, relation, scope_id, status, rows)
    select ${teamId}, 'mention', id, '', 0 from unnest(${brands.map(({ id }) => id)}::text[]) as b(id) order by id
    on conflict (team_id, relation, scope_id, status) do update set rows = t.rows`)
