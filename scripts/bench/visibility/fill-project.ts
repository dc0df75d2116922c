/**
 * Fills a project with daily scans as the product writes them: answers, mentions, citations, sources and their counts.
 */
import type pg from "pg"
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { fillCounts } from "./fill-counts"

/** One scan a day, the last one yesterday. Every tenth prompt is branded (names your brand). */
export type Size = { scans: number; prompts: number; runs: number }

const engines = ["openai", "perplexity", "gemini", "anthropic"] as const
const brandCount = 20
const topicCount = 12

/**
 * Returns the project's id. `owner` is a connection as the database's owner. About one task in a hundred is marked as
 * failed.
 */
export async function fillProject(owner: pg.Client, team: TeamFacts, name: string, size: Size): Promise<string> {
  const project_id = newId("aiProject")
  const fill: Fill = {
    team_id: team.id,
    project_id,
    id: (prefix, number = "n") =>
      `'${prefix}_' || lpad(upper(to_hex(${number})), 12, '0') || '${project_id.slice(-14)}'`,
    run: (statement, values = []) => owner.query(statement, values),
  }
  await addSettings(fill, name, size)
  await addScans(fill, size)
  // Disables triggers and foreign keys. Their work, and that of the indexes, is done once for all rows below.
  await fill.run("set session_replication_role = replica")
  const indexes = await dropIndexes(owner)
  await addTasks(fill, size)
  await addAnswers(fill)
  await addCitations(fill)
  for (const { statement } of indexes) await fill.run(statement)
  await fillCounts(fill.run, team.id, project_id)
  await countTasks(fill)
  await fill.run("set session_replication_role = origin")
  return project_id
}

/** `id` returns an SQL expression. `number`: the SQL of the number that makes the id unique within the project. */
type Fill = {
  team_id: string
  project_id: string
  id(prefix: string, number?: string): string
  run(statement: string, values?: unknown[]): Promise<unknown>
}

/** Adds the project with its brands, topics and prompts. */
async function addSettings({ run, id, team_id, project_id }: Fill, name: string, size: Size) {
  await run(
    `insert into ai_project (id, team_id, client_id, name, asked_engines) select $1, $2, id, $3, $4 from client where team_id = $2 limit 1`,
    [project_id, team_id, name, engines],
  )
  await run(
    `insert into ai_brand (id, team_id, project_id, name, kind, domains) select ${id("brd")}, $1, $2, 'Brand ' || n, case n when 1 then 'own' else 'competitor' end,
    array['brand' || n || '.example'] from generate_series(1, $3::int) n`,
    [team_id, project_id, brandCount],
  )
  await run(
    `insert into ai_topic (id, team_id, project_id, name) select ${id("top")}, $1, $2, 'Topic ' || n from generate_series(0, $3::int - 1) n`,
    [team_id, project_id, topicCount],
  )
  await run(
    `insert into ai_prompt (id, team_id, project_id, topic_id, text, text_sha256, is_branded, tags, created_at) select ${id("prm")}, $1, $2, ${id("top", `n % ${topicCount}`)},
    'Which one is best for case ' || n, sha256(n::text::bytea), n % 10 = 0, array['tag' || n % 5], now() - interval '1 year' from generate_series(1, $3::int) n`,
    [team_id, project_id, size.prompts],
  )
}

async function addScans({ run, id, team_id, project_id }: Fill, size: Size) {
  const at = "date_trunc('day', now()) - n * interval '1 day' + interval '5 hours'"
  await run(
    `insert into scan (id, team_id, project_id, trigger, status, created_at, queued_at, started_at, finished_at)
    select ${id("scn")}, $1, $2, 'schedule', 'partial', ${at}, ${at}, ${at}, ${at} + interval '20 minutes' from generate_series(1, $3::int) n`,
    [team_id, project_id, size.scans],
  )
}

async function addTasks({ run, id, team_id, project_id }: Fill, size: Size) {
  await run(
    `insert into scan_task (id, team_id, scan_id, prompt_id, engine_id, run_index, status, attempts, error_code)
    select ${id("tsk", "row_number() over ()")}, $1, scan_id, prompt_id, e, r, case when failed then 'failed' else 'succeeded' end, 1, case when failed then 'timeout' end
    from (select s.id as scan_id, p.id as prompt_id, e, r, random() < 0.01 as failed
      from scan s cross join ai_prompt p cross join unnest($3::text[]) e cross join generate_series(1, $4::int) r
      where s.project_id = $2 and p.project_id = $2 offset 0) asked`,
    [team_id, project_id, engines, size.runs],
  )
  await run("analyze scan, scan_task") // otherwise the planner expects few rows and chooses slow joins
}

/** Adds the answers with their mentions. */
async function addAnswers({ run, id, team_id, project_id }: Fill) {
  await run(
    `insert into answer (id, team_id, project_id, scan_id, task_id, prompt_id, engine_id, run_index, engine_config_hash, model_version, asked_at, text, text_sha256, grounded)
    select 'ans' || substr(t.id, 4), $1, $2, t.scan_id, t.id, t.prompt_id, t.engine_id, t.run_index, md5(t.engine_id), '2026-06', s.started_at + random() * interval '19 minutes',
      'For most people Brand 3 is the best one, and Brand 7 comes close.', '\\x00', random() < 0.6
    from scan_task t join scan s on s.id = t.scan_id where s.project_id = $2 and t.status = 'succeeded'`,
    [team_id, project_id],
  )
  await run(
    `insert into mention (team_id, project_id, answer_id, brand_id, first_offset, count, rank, matched_alias, excerpt)
    select $1, $2, id, ${id("brd")}, 0, 1, row_number() over (partition by id), 'Brand ' || n, 'Brand ' || n || ' is the best one'
    from (select a.id, n from answer a cross join generate_series(1, $3::int) n where a.project_id = $2 and random() + 0 * a.run_index < 0.4 / n + 0.05) named`,
    [team_id, project_id, brandCount],
  )
  await run("analyze answer")
}

async function addCitations({ run, id, team_id, project_id }: Fill) {
  await run(
    `insert into citation (team_id, project_id, answer_id, ordinal, url_raw, url_canonical, host, registrable_domain, title, kind, brand_id, source_class)
    select $1, $2, answer_id, ordinal, url, url, domain, domain, 'Page', 'cited', case when site <= $3::int then ${id("brd", "site")} end,
      case when site = 1 then 'own' when site <= $3::int then 'competitor' else 'other' end
    from (select answer_id, ordinal, site, case when site <= $3::int then 'brand' || site else 'site' || site end || '.example' as domain,
        'https://' || case when site <= $3::int then 'brand' || site else 'site' || site end || '.example/reviews/' || page as url
      from (select a.id as answer_id, c as ordinal, 1 + floor(400 * random() ^ 3)::int as site, c * 10 + floor(10 * random() ^ 2)::int as page
        from answer a cross join generate_series(1, 3) c where a.project_id = $2 and a.grounded) cited) named`,
    [team_id, project_id, brandCount],
  )
}

async function countTasks({ run, project_id }: Fill) {
  await run(
    `update scan s set (tasks_total, tasks_succeeded, tasks_failed, answers_valid) = (select count(*), count(*) filter (where t.status = 'succeeded'),
    count(*) filter (where t.status = 'failed'), count(*) filter (where t.status = 'succeeded') from scan_task t where t.scan_id = s.id) where s.project_id = $1`,
    [project_id],
  )
}

/**
 * Drops every index except primary keys and returns the statements that create them again. Building an index once is
 * many times faster than updating it for each row.
 */
async function dropIndexes(owner: pg.Client) {
  const { rows } = await owner.query<{ name: string; statement: string }>(`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as statement from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = any('{answer,mention,citation,scan_task}'::regclass[]) and not i.indisprimary`)
  for (const { name } of rows) await owner.query(`drop index "${name}"`)
  return rows
}
