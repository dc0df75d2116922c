/** Returns, scan by scan, how the citations are spread over source types. */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, sql } from "@/prisma/client"
import { sourceClass } from "./extraction/sources"
import { latestScans, requireProject } from "./project-reads"

const classesOfScan = z
  .object({
    scan_id: z.string().meta({ description: "The ID of the scan." }),
    finished_at: timestamp().meta({ description: "The time when the scan ended." }),
    answers_valid: z.int().meta({ description: "The number of valid answers in the scan." }),
    citations_n: z.int().meta({ description: "The number of citations in the scan. A page counts once per answer." }),
    classes: z
      .array(
        z.object({
          source_class: sourceClass,
          citations_n: z.int().meta({ description: "The number of citations of pages of this type." }),
          answers_n: z.int().meta({ description: "The number of answers that cite at least one page of this type." }),
        }),
      )
      .meta({ description: "The source types that the scan cites, most cited first." }),
  })
  .meta({ id: "AiSourceClasses" })

export const getSourceClasses = defineOperation({
  id: "aiVisibility.getSourceClasses",
  summary: "Get citations by source type",
  description:
    "Returns how the citations of each of the latest scans are distributed over source types, such as editorial sites, user-generated content or competitors.",
  audience: "team",
  kind: "query",
  scope: "ai_visibility:read",
  rest: { path: "/ai-visibility/projects/{project_id}/citations/classes", tag: "AI visibility" },
  input: z.strictObject({
    project_id: id("aiProject"),
    scans: z
      .int()
      .min(1)
      .max(200)
      .default(26)
      .meta({ description: "The number of finished scans, counted back from the latest." }),
  }),
  output: z.array(classesOfScan).meta({ description: "Scans, oldest first." }),
  example: [
    {
      scan_id: exampleId("scan"),
      finished_at: "2026-11-16T05:12:40.000Z",
      answers_valid: 72,
      citations_n: 206,
      classes: [
        { source_class: "editorial", citations_n: 151, answers_n: 49 },
        { source_class: "competitor", citations_n: 50, answers_n: 22 },
        { source_class: "own", citations_n: 5, answers_n: 3 },
      ],
    },
  ],
  async handle({ team }, { project_id, scans }) {
    const data = await rows(
      classesOfScan,
      sql`
        select s.id as scan_id, s.finished_at, s.answers_valid, coalesce(sum(c.citations_n), 0)::int as citations_n,
          coalesce(json_agg(json_build_object('source_class', c.source_class, 'citations_n', c.citations_n, 'answers_n', c.answers_n)
            order by c.citations_n desc, c.source_class) filter (where c.key is not null), '[]') as classes
        from (${latestScans(team.id, sql`${project_id}`, scans)}) s
        left join ai_scan_source c on c.scan_id = s.id and c.team_id = ${team.id} and c.listing = 'cited_class'
        group by s.id, s.finished_at, s.answers_valid order by s.finished_at, s.id`,
    )
    if (data.length === 0) await requireProject(team.id, project_id)
    return { data }
  },
})
