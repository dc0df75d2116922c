/** Returns, for pages of a domain, which brands the citing answers mention, and to which prompt most of them belong. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { rowsPlannedPerCall, sql } from "@/prisma/client"
import { citationsOfDomain, latestScans, requireProject } from "./project-reads"
import { maxSourceScans } from "./source-scans"

const citedPage = z.object({
  url: z.string(),
  answers_n: z.int().meta({ description: "The number of answers that cite the page." }),
  brands: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        kind: z.enum(["own", "competitor"]),
        mentioned_n: z.int().meta({ description: "How many of these answers mention the brand." }),
      }),
    )
    .meta({ description: "The brands that these answers mention: yours, then the most mentioned first." }),
  prompts_n: z.int().meta({ description: "The number of prompts of these answers." }),
  top_prompt: z
    .object({ id: z.string(), text: z.string() })
    .meta({ description: "The prompt with the most of these answers." }),
})

export const getCitedPages = defineOperation({
  id: "aiVisibility.getCitedPages",
  summary: "Get the brands and prompts of cited pages",
  audience: "team",
  kind: "query",
  scope: "ai_visibility:read",
  input: z.strictObject({
    project_id: id("aiProject"),
    domain: z.string().max(253).toLowerCase(),
    urls: z
      .array(z.string().max(2_000))
      .min(1)
      .max(100)
      .meta({ description: "Canonical URLs of pages of the domain. Pages that no answer cites are left out." }),
    scans: z.int().min(1).max(maxSourceScans).meta({
      description: "The number of finished scans, counted back from the latest.",
    }),
  }),
  output: z.array(citedPage),
  async handle({ team }, { project_id, domain, urls, scans }) {
    const data = await rowsPlannedPerCall(
      citedPage,
      sql`
        with latest as materialized (${latestScans(team.id, sql`${project_id}`, scans)}),
        cited as materialized (
          select c.url_canonical as url, a.id as answer_id, a.prompt_id
          from ${citationsOfDomain(team.id, project_id, domain)}
            and c.url_canonical = any(${urls}) and a.scan_id in (select id from latest)),
        by_brand as materialized (
          select c.url, b.id, b.name, b.kind, count(*)::int as mentioned_n
          from cited c join mention m on m.answer_id = c.answer_id and m.team_id = ${team.id}
          join ai_brand b on b.id = m.brand_id and b.team_id = ${team.id} and b.kind in ('own', 'competitor')
          group by c.url, b.id, b.name, b.kind),
        by_prompt as materialized (
          select c.url, p.id, p.text, count(*) as n
          from cited c join ai_prompt p on p.id = c.prompt_id and p.team_id = ${team.id}
          group by c.url, p.id, p.text)
        select c.url, count(*)::int as answers_n, count(distinct c.prompt_id)::int as prompts_n,
          (select coalesce(json_agg(json_build_object('id', b.id, 'name', b.name, 'kind', b.kind, 'mentioned_n', b.mentioned_n)
              order by b.kind = 'own' desc, b.mentioned_n desc, b.name), '[]')
            from by_brand b where b.url = c.url) as brands,
          (select json_build_object('id', p.id, 'text', p.text)
            from by_prompt p where p.url = c.url order by p.n desc, p.text limit 1) as top_prompt
        from cited c group by c.url`,
    )
    if (data.length === 0) await requireProject(team.id, project_id)
    return { data }
  },
})
