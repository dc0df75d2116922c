/** Returns one cited domain: how often the latest scans cite it, by which engines, and for which prompts. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { timestamp } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, sql } from "@/prisma/client"
import { citedBrandId } from "./answer"
import { sourceClass } from "./extraction/sources"
import { latestScans } from "./project-reads"
import { maxSourceScans } from "./source-scans"

const counted = {
  answers_n: z.int(),
  cited_n: z.int().meta({ description: "The number of answers that cite the domain." }),
}

const source = z
  .object({
    domain: z.string(),
    brand_id: citedBrandId,
    source_class: sourceClass,
    chosen_source_class: sourceClass
      .nullable()
      .meta({ description: "The type that the team chose. `null` if the domain is classified automatically." }),
    citations_n: z.int().meta({ description: "The number of citations in `scans`." }),
    answers_n: z.int().meta({ description: "The number of answers in `scans` that cite the domain." }),
    first_seen_at: timestamp().meta({ description: "The time of the first answer of any scan that cites the domain." }),
    last_seen_at: timestamp().meta({ description: "The time of the latest answer of any scan that cites the domain." }),
    scans: z
      .array(
        z.object({
          scan_id: z.string(),
          finished_at: timestamp().meta({ description: "The time when the scan ended." }),
          ...counted,
        }),
      )
      .meta({ description: `The last ${maxSourceScans} finished scans, oldest first.` }),
    engines: z
      .array(z.object({ engine: z.string(), ...counted }))
      .meta({ description: "How many answers of each engine in these scans cite the domain." }),
    prompts: z
      .array(z.object({ prompt_id: z.string(), text: z.string(), ...counted }))
      .meta({ description: "The prompts whose answers in these scans cite the domain, at most 50." }),
  })
  .meta({ id: "AiSourceDetail" })

export const getSource = defineOperation({
  id: "aiVisibility.getSource",
  summary: "Get a cited domain",
  audience: "team",
  kind: "query",
  scope: "ai_visibility:read",
  input: z.strictObject({ project_id: id("aiProject"), domain: z.string().max(253).toLowerCase() }),
  output: source,
  async handle({ team }, { project_id, domain }) {
    const [data] = await rows(
      source,
      sql`
        with latest as materialized (${latestScans(team.id, sql`${project_id}`, maxSourceScans)}),
        scan_counts as materialized (
          select x.id, x.finished_at, x.answers_valid, coalesce(n.citations_n, 0) as citations_n, coalesce(n.answers_n, 0) as cited_n
          from latest x left join ai_scan_source n
            on n.scan_id = x.id and n.team_id = ${team.id} and n.listing = 'cited_domain' and n.key = ${domain}),
        citing as materialized (
          select distinct c.answer_id from citation c where c.team_id = ${team.id} and c.project_id = ${project_id}
            and c.registrable_domain = ${domain} and c.kind = 'cited'),
        cited as materialized (
          select a.prompt_id, a.engine_id, citing.answer_id is not null as is_cited
          from latest l join answer a on a.scan_id = l.id and a.team_id = ${team.id}
            left join citing on citing.answer_id = a.id)
        select s.key as domain, s.brand_id, s.source_class,
          (select source_types ->> s.key from ai_project where team_id = ${team.id} and id = ${project_id}) as chosen_source_class,
          (select coalesce(sum(citations_n), 0)::int from scan_counts) as citations_n,
          (select coalesce(sum(cited_n), 0)::int from scan_counts) as answers_n, s.first_seen_at, s.last_seen_at,
          (select coalesce(json_agg(json_build_object('scan_id', x.id, 'finished_at', x.finished_at, 'answers_n', x.answers_valid,
              'cited_n', x.cited_n) order by x.finished_at, x.id), '[]')
            from scan_counts x) as scans,
          (select coalesce(json_agg(row_to_json(e) order by e.cited_n desc, e.engine), '[]') from (
            select engine_id as engine, count(*)::int as answers_n, count(*) filter (where is_cited)::int as cited_n
            from cited group by engine_id) e) as engines,
          (select coalesce(json_agg(row_to_json(p) order by p.cited_n desc, p.text), '[]') from (
            select c.prompt_id, p.text, count(*)::int as answers_n, count(*) filter (where c.is_cited)::int as cited_n
            from cited c join ai_prompt p on p.id = c.prompt_id and p.team_id = ${team.id}
            group by c.prompt_id, p.text having bool_or(c.is_cited) order by cited_n desc, p.text limit 50) p) as prompts
        from ai_source s
        where s.team_id = ${team.id} and s.project_id = ${project_id} and s.listing = 'cited_domain' and s.key = ${domain}`,
    )
    if (!data) throw notFound("source")
    return { data }
  },
})
