/** Returns which brands the answers mention that cite a source: the matrix of sources and brands. */
import { z } from "zod"
import { exampleId, id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { empty, rowsPlannedPerCall, type Sql, sql } from "@/prisma/client"
import { sourceClass } from "./extraction/sources"
import { latestScans, requireProject } from "./project-reads"

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
      .meta({ description: "Your brand, then its competitors, the most mentioned first." }),
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
      .meta({ description: "The sources, by the number of mentions of competitors, highest first." }),
    sources_total: z.int().meta({ description: "The number of sources, regardless of `limit`." }),
  })
  .meta({ id: "AiSourceBrands" })

/**
 * The type of most citations of a domain, because a competitor can own single pages of it. If two types are equally
 * frequent, a third party's is preferred.
 */
const mostFrequentClass = sql`(array_agg(source_class order by n desc, source_class in ('own', 'competitor'), source_class))[1]`

/** A second example id: the first one with another last character. */
const competitorId = exampleId("brand").replace(/.$/, "V")

const input = z.strictObject({
  project_id: id("aiProject"),
  gaps: z.boolean().default(false).meta({
    description:
      "Only sources with mentions of competitors and none of your brand. Sites of your brand and of competitors are left out.",
  }),
  domain: z.string().max(253).toLowerCase().optional().meta({ description: "Only this registrable domain." }),
  scans: z.int().min(1).max(26).default(4).meta({
    description: "The number of finished scans, counted back from the latest.",
  }),
  limit: z.int().min(1).max(500).default(50).meta({ description: "The maximum number of sources." }),
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
  },
  async handle({ team }, query) {
    const [data] = await rowsPlannedPerCall(sourceBrands, sourceBrandsStatement(team.id, query))
    const found = data as z.infer<typeof sourceBrands>
    if (found.scans_n === 0) await requireProject(team.id, query.project_id)
    return { data: found }
  },
})

/**
 * Builds the statement. `citing` has the citations by domain, source type and answer. `counted` has the answers per
 * domain that mention each brand. `row` has one row per domain, and `chosen` those that `gaps` selects.
 */
function sourceBrandsStatement(
  teamId: string,
  { project_id: projectId, gaps, domain, scans, limit }: z.output<typeof input>,
): Sql {
  // With the project, Postgres finds the citations of the domain through their index.
  const ofDomain =
    domain === undefined ? empty : sql` and c.project_id = ${projectId} and c.registrable_domain = ${domain}`
  return sql`
  with latest as (${latestScans(teamId, sql`${projectId}`, scans)}),
  brand as (
    select id, name, kind from ai_brand where team_id = ${teamId} and project_id = ${projectId} and kind in ('own', 'competitor')),
  citing as materialized (
    select c.registrable_domain as domain, c.source_class, a.id as answer_id, count(*) as n
    from latest l join answer a on a.scan_id = l.id and a.team_id = ${teamId}
    join citation c on c.answer_id = a.id and c.team_id = ${teamId} and c.kind = 'cited'${ofDomain}
    group by c.registrable_domain, c.source_class, a.id),
  cited as materialized (select distinct domain, answer_id from citing),
  classified as (
    select domain, ${mostFrequentClass} as source_class
    from (select domain, source_class, sum(n) as n from citing group by domain, source_class) c group by domain),
  counted as (
    select c.domain, m.brand_id, count(*)::int as n from cited c
    join mention m on m.answer_id = c.answer_id and m.team_id = ${teamId} join brand b on b.id = m.brand_id
    group by c.domain, m.brand_id),
  source as (
    select domain, k.source_class, count(*)::int as answers_n from cited join classified k using (domain)
    group by domain, k.source_class),
  row as (
    select s.*, coalesce(m.mentioned_n, '{}') as mentioned_n, coalesce(m.of_own, 0) as of_own, coalesce(m.of_competitors, 0) as of_competitors
    from source s left join (
      select domain, json_object_agg(brand_id, n) as mentioned_n, sum(n) filter (where b.kind = 'own') as of_own,
        sum(n) filter (where b.kind = 'competitor') as of_competitors
      from counted join brand b on b.id = brand_id group by domain) m using (domain)),
  chosen as (
    select * from row where not ${gaps} or (of_competitors > 0 and of_own = 0 and source_class not in ('own', 'competitor')))
  select (select count(*)::int from latest) as scans_n,
    (select coalesce(json_agg(json_build_object('id', b.id, 'name', b.name, 'kind', b.kind)
        order by b.kind = 'own' desc, b.n desc, b.name), '[]')
      from (select b.*, coalesce((select sum(n) from counted where brand_id = b.id), 0) as n from brand b) b) as brands,
    (select coalesce(json_agg(json_build_object('domain', domain, 'source_class', source_class, 'answers_n', answers_n,
        'mentioned_n', mentioned_n) order by of_competitors desc, answers_n desc, domain), '[]')
      from (select * from chosen order by of_competitors desc, answers_n desc, domain limit ${limit}) c) as sources,
    (select count(*)::int from chosen) as sources_total`
}
