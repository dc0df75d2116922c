/**
 * Builds the SQL for the results of a prompt in the latest scan: your brand, the best competitor, and whether the
 * prompt is a gap.
 */
import { z } from "zod"
import { latestScan, scanBeforeLatest } from "@/domain/answers/project-reads"
import { exampleId } from "@/domain/kernel/ids"
import { empty, sql } from "@/prisma/client"
import { minMentionsForPosition } from "./metrics"
import { wilsonHigh, wilsonLow } from "./wilson-sql"

const visibility = z
  .object({
    value: z.number().nullable().meta({ description: "The value. `null` if nothing was counted." }),
    numerator: z.int().meta({ description: "The number of answers that mention the brand." }),
    denominator: z.int().meta({ description: "The number of all answers." }),
    ci: z
      .object({
        low: z.number().meta({ description: "The lower bound." }),
        high: z.number().meta({ description: "The upper bound." }),
      })
      .nullable()
      .meta({ description: "The 95% interval (Wilson). `null` if nothing was counted." }),
  })
  .meta({ id: "AiPromptVisibility" })

export const promptLatest = z
  .object({
    scan_id: z.string().meta({ description: "The ID of the scan." }),
    answers_n: z.int().meta({ description: "The number of answers to the prompt in the scan." }),
    visibility: visibility.meta({
      description: "The visibility of your brand: the answers that mention it, divided by all answers.",
    }),
    change: z.number().nullable().meta({
      description:
        "This visibility minus that of the previous scan. `null` if one of them has no answer to the prompt. Few answers change by chance: `/metrics` with `group_by=prompt` has the verdict.",
    }),
    average_position: z.number().nullable().meta({
      description: "The average position of your brand in the answers that mention it. `null` below 5 mentions.",
    }),
    competitors_mentioned_n: z.int().meta({ description: "The number of competitors that the answers mention." }),
    best_competitor: z
      .object({
        id: z.string().meta({ description: "The ID of the competitor." }),
        name: z.string().meta({ description: "The name of the competitor." }),
        visibility: visibility.meta({
          description: "The answers that mention the competitor, divided by all answers.",
        }),
      })
      .nullable()
      .meta({ description: "The competitor that is mentioned most often. `null` if no competitor is mentioned." }),
    is_gap: z.boolean().meta({
      description:
        "`true` if the visibility interval of a competitor lies entirely above the interval of your brand. This requires at least 4 answers.",
    }),
  })
  .meta({ id: "AiPromptLatest" })

const share = sql`(brand.mentioned / counts.answers_n)`
const low = wilsonLow(share, sql`counts.answers_n`)
const high = wilsonHigh(share, sql`counts.answers_n`)
/** SQL for `visibility` of row `brand`. */
const visibilityJson = sql`json_build_object('value', ${share}, 'numerator', brand.mentioned, 'denominator', counts.answers_n, 'ci',
  json_build_object('low', round((${low})::numeric, 12)::float8, 'high', round((${high})::numeric, 12)::float8))`

/** Condition on rows `c` of one engine, with a leading "and". Empty for all engines. */
export const onEngine = (engine: string | undefined) =>
  engine === undefined ? empty : sql` and c.engine_id = ${engine}`

/**
 * SQL expression for `promptLatest` of prompt `p`. Null when the latest finished scan has no answer to it. In the
 * subquery, `counts` has the number of answers, `brand` one row per tracked brand, `result` their results together,
 * and `previous` your visibility in the scan before.
 */
export const promptLatestOf = (teamId: string, engine?: string) => sql`(
  select json_build_object('scan_id', latest.id, 'answers_n', counts.answers_n,
    'visibility', coalesce(result.own, json_build_object('value', null, 'numerator', 0, 'denominator', counts.answers_n, 'ci', null)),
    'change', (result.own ->> 'value')::float8 - previous.value, 'average_position', result.position,
    'competitors_mentioned_n', result.competitors_n, 'best_competitor', result.best_competitor, 'is_gap', result.is_gap)
  from (${latestScan(teamId, sql`p.project_id`)}) latest
  cross join lateral (select sum(c.answers)::float8 as answers_n from visibility_cell c
    where c.scan_id = latest.id and c.prompt_id = p.id and c.team_id = ${teamId}${onEngine(engine)}) counts
  cross join lateral (
    select (json_agg(${visibilityJson}) filter (where kind = 'own'))->0 as own,
      max(rank_sum / nullif(mentioned, 0)) filter (where kind = 'own' and mentioned >= ${minMentionsForPosition}) as position,
      (count(*) filter (where kind = 'competitor' and mentioned > 0))::int as competitors_n,
      (json_agg(json_build_object('id', id, 'name', name, 'visibility', ${visibilityJson}) order by mentioned desc, lower(name), id)
        filter (where kind = 'competitor' and mentioned > 0))->0 as best_competitor,
      coalesce(max(${low}) filter (where kind = 'competitor') > max(${high}) filter (where kind = 'own'), false) as is_gap
    from (
      select b.id, b.name, b.kind, coalesce(sum(c.mentioned), 0)::float8 as mentioned, coalesce(sum(c.rank_sum), 0)::float8 as rank_sum
      from ai_brand b left join visibility_cell_brand c
        on c.scan_id = latest.id and c.brand_id = b.id and c.prompt_id = p.id and c.team_id = ${teamId}${onEngine(engine)}
      where b.team_id = ${teamId} and b.project_id = p.project_id and b.kind in ('own', 'competitor') group by b.id) brand) result
  left join lateral (
    select (select coalesce(sum(c.mentioned), 0)::float8 from visibility_cell_brand c join ai_brand b on b.id = c.brand_id and b.team_id = ${teamId}
        where c.scan_id = scan_before.id and c.prompt_id = p.id and c.team_id = ${teamId} and b.project_id = p.project_id and b.kind = 'own'${onEngine(engine)})
      / (select nullif(sum(c.answers), 0)::float8 from visibility_cell c
        where c.scan_id = scan_before.id and c.prompt_id = p.id and c.team_id = ${teamId}${onEngine(engine)}) as value
    from (${scanBeforeLatest(teamId, sql`p.project_id`)}) scan_before) previous on true
  where counts.answers_n > 0)`

export const exampleLatest: z.infer<typeof promptLatest> = {
  scan_id: exampleId("scan"),
  answers_n: 6,
  visibility: { value: 0.5, numerator: 3, denominator: 6, ci: { low: 0.188, high: 0.812 } },
  change: -0.167,
  average_position: null,
  competitors_mentioned_n: 3,
  best_competitor: {
    id: exampleId("brand"),
    name: "Altai Cycles",
    visibility: { value: 0.667, numerator: 4, denominator: 6, ci: { low: 0.3, high: 0.903 } },
  },
  is_gap: false,
}
