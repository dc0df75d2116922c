/**
 * Returns the matrix of cited domains and brands: for each domain, how many of the answers that cite it mention each
 * brand.
 */
import { z } from "zod"
import { type CursorKey, decodeCursor, encodeCursor } from "@/domain/kernel/cursor"
import { exampleId, id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { pageInput } from "@/domain/kernel/page"
import { containsPattern } from "@/domain/kernel/text"
import { empty, rowsPlannedPerCall, type Sql, sql } from "@/prisma/client"
import { sourceClass } from "./extraction/sources"
import { citationsOfDomain, latestScans, requireProject } from "./project-reads"
import { maxSourceScans } from "./source-scans"

const sourceBrands = z
  .object({
    scans_n: z.int().meta({ description: "The number of scans that were counted." }),
    brands: z
      .array(
        z.object({
          id: z.string().meta({ description: "The ID of the brand." }),
          name: z.string().meta({ description: "The name of the brand." }),
          kind: z.enum(["own", "competitor"]).meta({ description: "Whether it is your brand or a competitor." }),
        }),
      )
      .meta({
        description:
          "Your brand, then its competitors, in descending order of their mentions. An answer that cites several domains counts once for each of them.",
      }),
    sources: z
      .array(
        z.object({
          domain: z.string().meta({ description: "The registrable domain of the source." }),
          source_class: sourceClass,
          answers_n: z.int().meta({ description: "The number of answers that cite the source." }),
          mentioned_n: z.record(z.string(), z.int()).meta({
            description:
              "For each brand ID, how many of these answers mention the brand. A brand without mentions is left out.",
          }),
        }),
      )
      .meta({ description: "The sources of the page, in the order of `sort`." }),
    sources_total: z.int().meta({ description: "The number of sources, regardless of `limit` and `cursor`." }),
    gaps_total: z.int().meta({ description: "The number of sources that `gaps=true` selects with the same filters." }),
  })
  .meta({ id: "AiSourceBrands" })

/**
 * The most frequent type of a domain's citations. They can have several types, for example if a competitor owns one page
 * of the domain. On a tie, other types are preferred to `own` and `competitor`.
 */
const mostFrequentClass = sql`(array_agg(source_class order by citations_n desc, source_class in ('own', 'competitor'), source_class))[1]`

// SQL over the columns of `domain_row` in the statement.
const isOfBrand = sql`source_class in ('own', 'competitor')`
const isGap = sql`competitor_mentions > 0 and own_mentions = 0 and not ${isOfBrand}`
const ownShare = sql`own_mentions::float8 / answers_n`
const lead = sql`(own_mentions - best_competitor_mentions)::float8 / answers_n`
const gapMentions = sql`case when own_mentions = 0 then best_competitor_mentions else 0 end`

/** The sort orders. Sources with equal values are sorted by the number of answers, then by domain. */
const orderBySort = {
  "-competitor_mentions": sql`competitor_mentions desc`,
  opportunity: sql`${isOfBrand}, ${gapMentions} desc, ${lead}`,
  domain: sql`domain`,
  "-domain": sql`domain desc`,
  source_class: sql`source_class`,
  "-source_class": sql`source_class desc`,
  answers_n: sql`answers_n`,
  "-answers_n": sql`answers_n desc`,
  own_share: ownShare,
  "-own_share": sql`${ownShare} desc`,
  lead,
  "-lead": sql`${lead} desc`,
}

/** A second example id: the first one with another last character. */
const competitorId = exampleId("brand").replace(/.$/, "V")

const input = z.strictObject({
  project_id: id("aiProject"),
  gaps: z.boolean().default(false).meta({
    description:
      "Only sources with mentions of competitors and none of your brand. Sites of your brand and of competitors are left out.",
  }),
  domain: z.string().max(253).toLowerCase().optional().meta({ description: "Only this registrable domain." }),
  q: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: "Only domains that contain this text.", examples: ["bike"] }),
  source_class: z.array(sourceClass).min(1).optional().meta({ description: "Only sources of these types." }),
  engine: z.string().max(60).optional().meta({
    description: "Only sources that answers of this engine cite. Counts then cover only these answers.",
  }),
  scans: z.int().min(1).max(maxSourceScans).default(4).meta({
    description: "The number of finished scans, counted back from the latest.",
  }),
  sort: z
    .enum(Object.keys(orderBySort) as [keyof typeof orderBySort])
    .default("-competitor_mentions")
    .meta({
      description:
        "The sort order. `opportunity`: first sources that mention competitors and never your brand, by the mentions of the best competitor. Then all others by `lead`, ascending. Sites of your brand and of competitors come last. `lead`: the share of your brand minus that of the best competitor. A leading minus means descending order.",
    }),
  limit: z.int().min(1).max(500).default(50).meta({ description: "The maximum number of sources." }),
  cursor: pageInput.cursor,
})

export const getSourceBrands = defineOperation({
  id: "aiVisibility.getSourceBrands",
  summary: "Get brands by source",
  description:
    "Returns the domains that answers of the latest scans cite, and how many of these answers mention each tracked brand. `gaps=true` returns sources whose answers mention competitors and never your brand: places where you could be mentioned. A mention does not prove that the page itself names the brand.",
  audience: "team",
  kind: "query",
  scope: "ai_visibility:read",
  rest: { path: "/ai-visibility/projects/{project_id}/citations/brands", tag: "AI visibility" },
  input,
  output: sourceBrands,
  example: {
    scans_n: 4,
    brands: [
      { id: exampleId("brand"), name: "Bergamo Bikes", kind: "own" },
      { id: competitorId, name: "Veloria", kind: "competitor" },
    ],
    sources: [
      {
        domain: "cargobikereview.example",
        source_class: "editorial",
        answers_n: 46,
        mentioned_n: { [competitorId]: 38 },
      },
    ],
    sources_total: 12,
    gaps_total: 3,
  },
  async handle({ team }, query) {
    const { cursor, limit, ...filters } = query
    const cursorScope = ["aiVisibility.getSourceBrands", team.id, filters]
    const after = cursor === undefined ? null : decodeCursor(cursor, cursorScope)
    const statement = sourceBrandsStatement(team.id, query, after)
    const [found] = (await rowsPlannedPerCall(sourceBrandsRow, statement)) as [z.infer<typeof sourceBrandsRow>]
    const { last_rank, ...data } = found
    if (data.scans_n === 0) await requireProject(team.id, query.project_id)
    const { sources, sources_total } = data
    const last = sources.at(-1)
    const omitted = sources_total - sources.length
    return {
      data,
      nextCursor: last && last_rank < sources_total ? encodeCursor([last_rank, last.domain], cursorScope) : null,
      limit,
      truncation: omitted > 0 ? { reason: "limit", limit, omitted, scope: "data.sources" } : null,
    }
  },
})

/** `last_rank`: the rank, from 1, of the page's last source among all selected sources. 0 if the page is empty. */
const sourceBrandsRow = sourceBrands.extend({ last_rank: z.int() })

/**
 * Builds the statement, which returns one row. The page starts after the domain of the cursor, or after its rank if no
 * answer cites that domain anymore. `offset 0` makes Postgres look citations and mentions up by answer, also for a team
 * that its statistics do not contain yet.
 */
function sourceBrandsStatement(teamId: string, query: z.output<typeof input>, after: CursorKey | null): Sql {
  const { project_id: projectId, gaps, domain, q, source_class, engine, scans, sort, limit } = query
  const citations =
    domain === undefined
      ? sql`latest l join answer a on a.scan_id = l.id and a.team_id = ${teamId}
        cross join lateral (select * from citation where answer_id = a.id offset 0) c
        where c.team_id = ${teamId} and c.kind = 'cited'`
      : sql`${citationsOfDomain(teamId, projectId, domain)} and a.scan_id in (select id from latest)`
  const ofEngine = engine === undefined ? empty : sql` and a.engine_id = ${engine}`
  const containsText = q === undefined ? empty : sql` and domain ilike ${containsPattern(q)}`
  const ofClass = source_class === undefined ? empty : sql` and source_class = any(${source_class})`
  const startRank = after
    ? sql`coalesce((select rank from ranked where domain = ${after[1]}), ${after[0]}::int)`
    : sql`0`
  return sql`
  with latest as (${latestScans(teamId, sql`${projectId}`, scans)}),
  brand as (
    select id, name, kind from ai_brand where team_id = ${teamId} and project_id = ${projectId} and kind in ('own', 'competitor')),
  -- Citations by domain, source type and answer.
  citing as materialized (
    select c.registrable_domain as domain, c.source_class, a.id as answer_id, count(*) as citations_n
    from ${citations}${ofEngine}
    group by c.registrable_domain, c.source_class, a.id),
  cited as materialized (select distinct domain, answer_id from citing),
  classified as (
    select domain, ${mostFrequentClass} as source_class
    from (select domain, source_class, sum(citations_n) as citations_n from citing group by domain, source_class) c group by domain),
  -- Answers per domain that mention each brand.
  mentioned as (
    select c.domain, m.brand_id, count(*)::int as mentioned_n from cited c
    cross join lateral (select * from mention where answer_id = c.answer_id offset 0) m join brand b on b.id = m.brand_id
    where m.team_id = ${teamId}
    group by c.domain, m.brand_id),
  cited_domain as (
    select domain, k.source_class, count(*)::int as answers_n from cited join classified k using (domain)
    group by domain, k.source_class),
  domain_mentions as (
    select domain, json_object_agg(brand_id, mentioned_n) as mentioned_n,
      sum(mentioned_n) filter (where b.kind = 'own') as own_mentions,
      sum(mentioned_n) filter (where b.kind = 'competitor') as competitor_mentions,
      max(mentioned_n) filter (where b.kind = 'competitor') as best_competitor_mentions
    from mentioned join brand b on b.id = brand_id group by domain),
  domain_row as (
    select d.*, coalesce(m.mentioned_n, '{}') as mentioned_n, coalesce(m.own_mentions, 0) as own_mentions,
      coalesce(m.competitor_mentions, 0) as competitor_mentions,
      coalesce(m.best_competitor_mentions, 0) as best_competitor_mentions
    from cited_domain d left join domain_mentions m using (domain)),
  filtered as (select *, ${isGap} as is_gap from domain_row where true${containsText}${ofClass}),
  ranked as materialized (
    select *, (row_number() over (order by ${orderBySort[sort]}, answers_n desc, domain))::int as rank from filtered where is_gap or not ${gaps}),
  page as materialized (select * from ranked where rank > ${startRank} order by rank limit ${limit})
  select (select count(*)::int from latest) as scans_n,
    (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'kind', kind)
        order by kind = 'own' desc, mentions_n desc, name), '[]')
      from (select b.*, coalesce((select sum(mentioned_n) from mentioned where brand_id = b.id), 0) as mentions_n
        from brand b) brand_mentions) as brands,
    (select coalesce(json_agg(json_build_object('domain', domain, 'source_class', source_class, 'answers_n', answers_n,
        'mentioned_n', mentioned_n) order by rank), '[]') from page) as sources,
    (select count(*)::int from ranked) as sources_total, (select count(*)::int from filtered where is_gap) as gaps_total,
    (select coalesce(max(rank), 0) from page) as last_rank`
}
