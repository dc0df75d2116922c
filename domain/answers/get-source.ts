/** Returns one cited domain: how often the latest scans cite it, by which engines, and for which prompts. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { timestamp } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { rowsPlannedPerCall, sql } from "@/prisma/client"
import { citedBrandId } from "./answer"
import { sourceClass } from "./extraction/sources"
import { citationsOfDomain, latestScans } from "./project-reads"
import { maxSourcePrompts, maxSourceScans } from "./source-scans"

const counted = {
  answers_n: z.int(),
  cited_n: z.int().meta({ description: "The number of answers that cite the domain." }),
}

const source = z.object({
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
    .meta({ description: `The prompts whose answers in these scans cite the domain, at most ${maxSourcePrompts}.` }),
})

export const getSource = defineOperation({
  id: "aiVisibility.getSource",
  summary: "Get a cited domain",
  audience: "team",
  kind: "query",
  scope: "ai_visibility:read",
  input: z.strictObject({ project_id: id("aiProject"), domain: z.string().max(253).toLowerCase() }),
  output: source,
  async handle({ team }, { project_id, domain }) {
    const [data] = await rowsPlannedPerCall(
      source,
      sql`
        with latest as materialized (${latestScans(team.id, sql`${project_id}`, maxSourceScans)}),
        scan_counts as materialized (
          select x.id, x.finished_at, x.answers_valid, coalesce(n.citations_n, 0) as citations_n, coalesce(n.answers_n, 0) as cited_n
          from latest x left join ai_scan_source n
            on n.scan_id = x.id and n.team_id = ${team.id} and n.listing = 'cited_domain' and n.key = ${domain}),
        cited as materialized (
          select a.prompt_id, a.engine_id, count(distinct a.id)::int as cited_n
          from ${citationsOfDomain(team.id, project_id, domain)} and a.scan_id in (select id from latest)
          group by a.prompt_id, a.engine_id),
        asked as materialized (
          select v.prompt_id, v.engine_id, sum(v.answers)::int as answers_n
          from latest l join visibility_cell v on v.scan_id = l.id and v.team_id = ${team.id}
          group by v.prompt_id, v.engine_id),
        counted as materialized (
          select prompt_id, engine_id, answers_n, coalesce(cited_n, 0) as cited_n
          from asked left join cited using (prompt_id, engine_id))
        select s.key as domain, s.brand_id, s.source_class,
          (select source_types ->> s.key from ai_project where team_id = ${team.id} and id = ${project_id}) as chosen_source_class,
          (select coalesce(sum(citations_n), 0)::int from scan_counts) as citations_n,
          (select coalesce(sum(cited_n), 0)::int from scan_counts) as answers_n, s.first_seen_at, s.last_seen_at,
          (select coalesce(json_agg(json_build_object('scan_id', x.id, 'finished_at', x.finished_at, 'answers_n', x.answers_valid,
              'cited_n', x.cited_n) order by x.finished_at, x.id), '[]')
            from scan_counts x) as scans,
          (select coalesce(json_agg(row_to_json(e) order by e.cited_n desc, e.engine), '[]') from (
            select engine_id as engine, sum(answers_n)::int as answers_n, sum(cited_n)::int as cited_n
            from counted group by engine_id) e) as engines,
          (select coalesce(json_agg(row_to_json(p) order by p.cited_n desc, p.text), '[]') from (
            select c.prompt_id, p.text, sum(c.answers_n)::int as answers_n, sum(c.cited_n)::int as cited_n
            from counted c join ai_prompt p on p.id = c.prompt_id and p.team_id = ${team.id}
            group by c.prompt_id, p.text having sum(c.cited_n) > 0 order by cited_n desc, p.text limit ${maxSourcePrompts}) p) as prompts
        from ai_source s
        where s.team_id = ${team.id} and s.project_id = ${project_id} and s.listing = 'cited_domain' and s.key = ${domain}`,
    )
    if (!data) throw notFound("source")
    return { data }
  },
})
