/**
 * Writes the counts of sources (ai_source) and the row counts (row_tally) in one pass. The product maintains them while
 * it records answers.
 */
export async function fillCounts(
  run: (statement: string, values: unknown[]) => Promise<unknown>,
  team_id: string,
  project_id: string,
) {
  for (const [listing, key] of [
    ["cited_domain", "registrable_domain"],
    ["cited_url", "url_canonical"],
  ])
    await run(
      `insert into ai_source (team_id, project_id, listing, key, registrable_domain, brand_id, source_class, citations_n, answers_n, first_seen_at, last_seen_at)
      select $1, $2, '${listing}', c.${key}, min(c.registrable_domain), min(c.brand_id), min(c.source_class), count(*), count(distinct c.answer_id), min(a.asked_at), max(a.asked_at)
      from citation c join answer a on a.id = c.answer_id where c.project_id = $2 group by c.${key}`,
      [team_id, project_id],
    )
  const tallies = [
    ["answer", "project_id", "''"],
    ["mention", "brand_id", "''"],
    ["citation", "project_id", "kind"],
    ["ai_source", "project_id", "listing"],
  ]
  for (const [relation, scope, status] of tallies)
    await run(
      `insert into row_tally (team_id, relation, scope_id, status, rows) select $1, '${relation}', ${scope}, ${status}, count(*) from ${relation}
      where project_id = $2 group by 3, 4`,
      [team_id, project_id],
    )
}
