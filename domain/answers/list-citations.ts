/** Lists the domains or pages that the answers of a project cite or retrieve. */
import { z } from "zod"
import { dateInput, dateOrTimestampInput, timestamp } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { exactTotalSql, pageInput, type Sort, sortInput } from "@/domain/kernel/page"
import { containsPattern } from "@/domain/kernel/text"
import { empty, join, type Sql, sql } from "@/prisma/client"
import { citationKind, citedBrandId } from "./answer"
import { sourceClass } from "./extraction/sources"
import { latestScans, listInProject, timezoneOfProject } from "./project-reads"
import { maxSourceScans } from "./source-scans"

const source = z
  .object({
    key: z.string().meta({ description: "The registrable domain, or the canonical URL of the page." }),
    entity: z.enum(["domain", "url"]).meta({ description: "Whether the source is a domain or a single page." }),
    kind: citationKind,
    registrable_domain: z.string().meta({ description: "The registrable domain of the source." }),
    title: z.string().nullable().meta({
      description:
        "The title of the page, as an engine returned it. `null` for domains, or if it is not known. Third-party content.",
    }),
    brand_id: citedBrandId,
    source_class: sourceClass,
    citations_n: z.int().meta({ description: "The number of citations. A page counts once per answer." }),
    answers_n: z.int().meta({ description: "The number of answers that cite the source." }),
    prompts_n: z.int().nullable().meta({
      description:
        "The number of prompts whose answers cite the source. `null` unless the request has `engine`, `from`, `to` or `scans`.",
    }),
    share: z
      .object({
        value: z.number().nullable().meta({ description: "The share. `null` if nothing was counted." }),
        numerator: z.int().meta({ description: "The citations of the source." }),
        denominator: z.int().meta({ description: "All citations of this kind in the project." }),
      })
      .meta({ description: "The share of all citations of this kind in the project." }),
    first_seen_at: timestamp().meta({ description: "The time of the first answer that cites the source." }),
    last_seen_at: timestamp().meta({ description: "The time of the latest answer that cites the source." }),
  })
  .meta({ id: "AiSource" })

const sorts = {
  "-citations_n": { column: sql`s.citations_n`, descending: true, type: "numeric" },
  "-answers_n": { column: sql`s.answers_n`, descending: true, type: "numeric" },
  "-first_seen_at": { column: sql`s.first_seen_at`, descending: true, type: "timestamptz" },
  "-last_seen_at": { column: sql`s.last_seen_at`, descending: true, type: "timestamptz" },
  last_seen_at: { column: sql`s.last_seen_at`, descending: false, type: "timestamptz" },
  key: { column: sql`s.key`, descending: false, type: "text" },
} satisfies Record<string, Sort>

const input = z.strictObject({
  project_id: id("aiProject"),
  ...pageInput,
  entity: z.enum(["domain", "url"]).default("domain").meta({ description: "Whether to list domains or single pages." }),
  kind: citationKind.default("cited"),
  source_class: z.array(sourceClass).min(1).optional().meta({ description: "Only sources of these types." }),
  brand_id: id("brand").optional().meta({ description: "Only pages of this brand." }),
  domain: z
    .string()
    .max(253)
    .toLowerCase()
    .optional()
    .meta({ description: "Only this registrable domain, or its pages.", examples: ["example.com"] }),
  q: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: "Only domains or pages whose address contains this text.", examples: ["bike"] }),
  engine: z.string().max(60).optional().meta({
    description:
      "Only sources that answers of this engine cite. Counts, shares and dates then cover only these answers.",
  }),
  from: dateInput(
    "Only sources that answers cite on or after this date, in the client's time zone. Counts, shares and dates then cover only these answers.",
  ).optional(),
  to: dateInput("The same for answers given on or before this date.").optional(),
  scans: z.int().min(1).max(maxSourceScans).optional().meta({
    description:
      "Only sources that answers of this number of finished scans cite, counted back from the latest, as in `GET …/citations/brands`. Counts, shares and dates then cover only these answers.",
  }),
  first_seen_since: dateOrTimestampInput("Only sources that were first cited at or after this time.").optional(),
  sort: sortInput(sorts)
    .default("-citations_n")
    .meta({ description: "The sort order. A leading minus means descending order." }),
})

export const listCitations = defineOperation({
  id: "aiVisibility.listCitations",
  summary: "List cited domains or pages",
  description:
    "Returns the domains or pages that the answers of a project cite or retrieve, most cited first, with their source type and the dates of their first and last citation.",
  audience: "team",
  kind: "query",
  scope: "ai_visibility:read",
  rest: { path: "/ai-visibility/projects/{project_id}/citations", tag: "AI visibility" },
  tool: {
    name: "list_citations",
    title: "List citations",
    description:
      "Lists the domains or pages that AI engines cite for a project, with counts, share and whether they are yours, a competitor's or a third party's. With engine, from or to, the counts cover only these answers, and prompts_n is known.",
    omit: ["q", "scans", "first_seen_since", "sort"],
    untrusted: ["title"],
  },
  input,
  output: z.array(source),
  example: [
    {
      key: "bikereviews.example",
      entity: "domain",
      kind: "cited",
      registrable_domain: "bikereviews.example",
      title: null,
      brand_id: exampleId("brand"),
      source_class: "other",
      citations_n: 31,
      answers_n: 27,
      prompts_n: null,
      share: { value: 0.15, numerator: 31, denominator: 206 },
      first_seen_at: "2026-09-07T05:01:12.000Z",
      last_seen_at: "2026-11-16T05:09:44.000Z",
    },
  ],
  async handle({ team }, query) {
    const filters = conditions(query)
    const { project_id, entity, kind, engine, from, to, scans } = query
    const listing = `${kind}_${entity}`
    // Stored totals cover all answers of the project.
    const isStored = [engine, from, to, scans].every((filter) => filter === undefined)
    const allCitations = isStored ? exactTotalSql(team.id, "citation", [kind], project_id) : sql`select s.all_n`
    return listInProject(
      {
        row: source,
        cursorScope: ["aiVisibility.listCitations", team.id],
        columns: sql`s.key, ${entity}::text as entity, ${kind}::text as kind, s.registrable_domain, s.title, s.brand_id, s.source_class,
          s.citations_n, s.answers_n, ${isStored ? sql`null::int` : sql`s.prompts_n`} as prompts_n, (select json_build_object('value', s.citations_n::float8 / nullif(a.n, 0), 'numerator', s.citations_n,
            'denominator', a.n) from (select (${allCitations})::int as n) a) as share, s.first_seen_at, s.last_seen_at`,
        ...(isStored
          ? { from: sql`ai_source s` }
          : { with: sql`counted as materialized (${countSources(team.id, query)})`, from: sql`counted s` }),
        where: [
          sql`s.team_id = ${team.id}`,
          sql`s.project_id = ${project_id}`,
          sql`s.listing = ${listing}`,
          ...filters,
        ],
        sort: sorts[query.sort],
        idColumn: sql`s.key`,
        ...(filters.length === 0 &&
          isStored && { exactTotal: exactTotalSql(team.id, "ai_source", [listing], project_id) }),
      },
      query,
    )
  },
})

/** SQL for the sources of an engine, a period or the latest scans, counted from the citations of their answers. */
function countSources(teamId: string, query: z.output<typeof input>): Sql {
  const { project_id, entity, kind, domain } = query
  const key = entity === "domain" ? sql`c.registrable_domain` : sql`c.url_canonical`
  const citations = citationsOfAnswers(teamId, query)
  // With the project, Postgres finds the citations of the domain through their index.
  const ofDomain = domain ? sql` and c.project_id = ${project_id} and c.registrable_domain = ${domain}` : empty
  const allCitations = domain ? countAllCitations(teamId, query) : sql`sum(sum(n)) over ()`
  return sql`
    select s.team_id, s.project_id, s.listing, s.key, s.registrable_domain, s.title, s.brand_id, s.source_class, n.citations_n,
      n.answers_n, n.prompts_n, n.all_n, n.first_seen_at, n.last_seen_at
    from (select key, sum(n)::int as citations_n, count(*)::int as answers_n, count(distinct prompt_id)::int as prompts_n,
        min(asked_at) as first_seen_at, max(asked_at) as last_seen_at, (${allCitations})::int as all_n
      from (select ${key} as key, a.asked_at, a.prompt_id, count(*) as n from ${citations}${ofDomain}
        group by ${key}, a.id, a.asked_at, a.prompt_id) by_answer
      group by key) n
    join ai_source s on s.project_id = ${project_id} and s.listing = ${`${kind}_${entity}`} and s.key = n.key`
}

/**
 * SQL for the answers `a` that the query covers, with their citations `c` of all domains. Ends with a where clause, so that
 * more conditions can follow.
 */
function citationsOfAnswers(
  teamId: string,
  { project_id, kind, engine, from, to, scans }: z.output<typeof input>,
): Sql {
  const timezone = timezoneOfProject(teamId, project_id)
  const filters = [
    ...(engine === undefined ? [] : [sql`a.engine_id = ${engine}`]),
    ...(from === undefined ? [] : [sql`a.asked_at >= ${from}::date::timestamp at time zone ${timezone}`]),
    ...(to === undefined ? [] : [sql`a.asked_at < (${to}::date + 1)::timestamp at time zone ${timezone}`]),
    ...(scans === undefined
      ? []
      : [sql`a.scan_id in (select id from (${latestScans(teamId, sql`${project_id}`, scans)}) latest)`]),
  ]
  // The kind is a literal, because a generic plan for a parameter cannot use the partial index of cited sources.
  const ofKind = kind === "cited" ? sql`c.kind = 'cited'` : sql`c.kind = 'retrieved'`
  return sql`answer a join citation c on c.answer_id = a.id and c.team_id = ${teamId} and ${ofKind}
        where a.team_id = ${teamId} and a.project_id = ${project_id} and ${join(filters, " and ")}`
}

/**
 * SQL that counts the citations of all domains. Finished scans have stored counts of their cited sources by source type.
 * With any other filter, or for retrieved sources, the citations are counted one by one.
 */
function countAllCitations(teamId: string, query: z.output<typeof input>): Sql {
  const { project_id, kind, engine, from, to, scans } = query
  const isStored = kind === "cited" && scans && [engine, from, to].every((filter) => filter === undefined)
  if (!isStored) return sql`select count(*) from ${citationsOfAnswers(teamId, query)}`
  return sql`
    select sum(n.citations_n) from (${latestScans(teamId, sql`${project_id}`, scans)}) latest
    join ai_scan_source n on n.scan_id = latest.id and n.team_id = ${teamId} and n.listing = 'cited_class'`
}

/** Filters that no stored total covers. With any of them, the rows are counted (see `countLimit`). */
function conditions({ source_class, brand_id, domain, q, first_seen_since }: z.output<typeof input>): Sql[] {
  return [
    ...(source_class ? [sql`s.source_class = any(${source_class})`] : []),
    ...(brand_id ? [sql`s.brand_id = ${brand_id}`] : []),
    ...(domain ? [sql`s.registrable_domain = ${domain}`] : []),
    ...(q ? [sql`s.key ilike ${containsPattern(q)}`] : []),
    ...(first_seen_since ? [sql`s.first_seen_at >= ${first_seen_since}::timestamptz`] : []),
  ]
}
