/**
 * Returns new and lost sources (domains or pages). It compares several scans, because sources vary by chance between
 * two scans.
 */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, sql } from "@/prisma/client"
import { citedBrandId } from "./answer"
import { sourceClass } from "./extraction/sources"
import { latestScans, requireProject } from "./project-reads"
import { lostSourceRule, newSourceRule } from "./source-change-rules"

const scansForNew = newSourceRule.last + newSourceRule.before
const scansForLost = lostSourceRule.last + lostSourceRule.before

const changedSource = z
  .object({
    key: z.string().meta({ description: "The registrable domain, or the canonical URL of the page." }),
    registrable_domain: z.string().meta({ description: "The registrable domain of the source." }),
    brand_id: citedBrandId,
    source_class: sourceClass,
    answers_n: z
      .array(z.int())
      .meta({ description: "The number of answers that cite the source, for each of `scans`." }),
  })
  .meta({ id: "AiChangedSource" })

/** The new sources, or the lost ones. */
const sourceList = z.object({
  can_tell: z
    .boolean()
    .meta({ description: "`false` if too few scans have finished to determine new and lost sources." }),
  total: z.int().meta({ description: "The number of sources, regardless of `limit`." }),
  sources: z.array(changedSource).meta({ description: "The sources, most cited first, at most `limit`." }),
})

const changes = z
  .object({
    scans: z
      .array(
        z.object({
          id: z.string().meta({ description: "The ID of the scan." }),
          finished_at: timestamp().meta({ description: "The time when the scan ended." }),
        }),
      )
      .meta({ description: "The scans that were compared, oldest first. At most six." }),
    new: sourceList.meta({
      description: "Sources that were cited in at least two of the last three scans, and in none of the three before.",
    }),
    lost: sourceList.meta({
      description:
        "Sources that at least three answers cited in each of three scans, and that no answer cited in the two scans since.",
    }),
  })
  .meta({ id: "AiSourceChanges" })

const listRow = sourceList.omit({ can_tell: true })
const changesRow = changes.extend({ new: listRow, lost: listRow })

export const getSourceChanges = defineOperation({
  id: "aiVisibility.getSourceChanges",
  summary: "Get new and lost sources",
  description:
    "Returns the domains or pages that appeared in the answers or disappeared from them. Sources vary from scan to scan by chance, so a source counts as new or lost only after several scans agree.",
  audience: "team",
  kind: "query",
  scope: "ai_visibility:read",
  rest: { path: "/ai-visibility/projects/{project_id}/citations/changes", tag: "AI visibility" },
  input: z.strictObject({
    project_id: id("aiProject"),
    entity: z
      .enum(["domain", "url"])
      .default("domain")
      .meta({ description: "Whether to compare domains or single pages." }),
    limit: z
      .int()
      .min(1)
      .max(200)
      .default(50)
      .meta({ description: "The maximum number of new sources, and of lost sources." }),
  }),
  output: changes,
  example: {
    scans: [{ id: exampleId("scan"), finished_at: "2026-11-16T05:12:40.000Z" }],
    new: { can_tell: false, total: 0, sources: [] },
    lost: { can_tell: false, total: 0, sources: [] },
  },
  async handle({ team }, { project_id, entity, limit }) {
    const [{ scans, ...lists }] = (await rows(
      changesRow,
      sql`
        with latest as (
          select id, finished_at, row_number() over (order by finished_at desc, id desc)::int as recency
          from (${latestScans(team.id, sql`${project_id}`, scansForNew)}) s),
        seen as (
          select c.key, c.registrable_domain, c.brand_id, c.source_class, c.answers_n, l.recency
          from latest l join ai_scan_source c on c.scan_id = l.id and c.team_id = ${team.id} and c.listing = ${`cited_${entity}`}),
        source as (
          select key, sum(answers_n)::int as answers,
            count(*) filter (where recency <= ${newSourceRule.last}) as last_for_new,
            count(*) filter (where recency > ${newSourceRule.last}) as before_for_new,
            count(*) filter (where recency <= ${lostSourceRule.last}) as last_for_lost,
            count(*) filter (where recency > ${lostSourceRule.last} and recency <= ${scansForLost}
              and answers_n >= ${lostSourceRule.minAnswers}) as before_for_lost
          from seen group by key),
        finished as (select count(*) as scans from latest),
        new as (select key, answers from source, finished where scans = ${scansForNew}
          and last_for_new >= ${newSourceRule.minScansWithCitation} and before_for_new = 0),
        lost as (select key, answers from source, finished where scans >= ${scansForLost}
          and last_for_lost = 0 and before_for_lost = ${lostSourceRule.before})
        select (select coalesce(json_agg(json_build_object('id', id, 'finished_at', finished_at) order by recency desc), '[]') from latest) as scans,
          ${selectSources("new", limit)} as new, ${selectSources("lost", limit)} as lost`,
    )) as [z.infer<typeof changesRow>]
    if (scans.length === 0) await requireProject(team.id, project_id)
    return {
      data: {
        scans,
        new: { can_tell: scans.length >= scansForNew, ...lists.new },
        lost: { can_tell: scans.length >= scansForLost, ...lists.lost },
      },
    }
  },
})

/** SQL for the new or lost sources, sorted by citing answers, most first. In `latest`, recency 1 is the latest scan. */
function selectSources(change: "new" | "lost", limit: number) {
  const table = change === "new" ? sql`new` : sql`lost`
  return sql`(select json_build_object('total', (select count(*)::int from ${table}), 'sources', coalesce(json_agg(json_build_object(
      'key', x.key, 'registrable_domain', f.registrable_domain, 'brand_id', f.brand_id, 'source_class', f.source_class, 'answers_n', f.answers_n)
      order by x.answers desc, x.key), '[]'))
    from (select * from ${table} order by answers desc, key limit ${limit}) x
    cross join lateral (
      select max(e.registrable_domain) as registrable_domain, max(e.brand_id) as brand_id, max(e.source_class) as source_class,
        json_agg(coalesce(e.answers_n, 0) order by l.recency desc) as answers_n
      from latest l left join seen e on e.recency = l.recency and e.key = x.key) f)`
}
