/** A prompt of a project: what engines are asked, word for word. Editing archives it and makes another, so that series stay comparable. */
import { z } from "zod"
import { notFound } from "@/domain/errors"
import { timestamp } from "@/domain/fields"
import { exampleId, id } from "@/domain/ids"
import { rows, sql } from "@/prisma/client"
import { latestScan } from "./latest-figures"

export const promptStatuses = ["active", "paused", "archived"] as const
export const intents = ["informational", "comparison", "recommendation", "transactional", "navigational"] as const

const latest = z
  .object({
    scan_id: z.string(),
    answers_n: z.int(),
    visibility: z.object({ value: z.number().nullable(), numerator: z.int(), denominator: z.int() }).meta({
      description: "Of the own brand: the mean over engines and regions; numerator and denominator are answers",
    }),
    average_position: z.number().nullable().meta({ description: "Of the own brand, where it is named" }),
    competitors_mentioned_n: z.int().meta({ description: "How many competitors are named" }),
    is_gap: z.boolean().meta({ description: "A competitor is named and the own brand is not" }),
  })
  .meta({ id: "AiPromptLatest" })

export const prompt = z
  .object({
    id: id("prompt"),
    project_id: id("aiProject"),
    topic_id: id("topic").nullable(),
    text: z.string(),
    language: z.string(),
    intent: z.enum(intents),
    is_branded: z.boolean().meta({ description: "Names the own brand, and is left out of metrics by default" }),
    tags: z.array(z.string()),
    status: z.enum(promptStatuses),
    external_id: z.string().nullable(),
    added_in_panel: z.int(),
    removed_in_panel: z.int().nullable(),
    latest: latest.nullable().meta({ description: "In the latest finished scan; null when it was not asked there" }),
    created_at: timestamp(),
  })
  .meta({ id: "AiPrompt" })
export type Prompt = z.infer<typeof prompt>

/** The latest scan's cells of a prompt, all engines and regions together. */
const latestCells = (teamId: string) => sql`
  select l.id as scan_id, sum(c.runs_n) filter (where c.brand_id = '')::int as answers_n,
    coalesce(sum(c.mentioned_n) filter (where b.kind = 'own'), 0)::int as own_n, avg(c.mentioned_n::float8 / c.runs_n) filter (where b.kind = 'own') as rate, sum(c.rank_sum) filter (where b.kind = 'own')::float8 as rank_sum,
    count(distinct b.id) filter (where b.kind = 'competitor' and c.mentioned_n > 0)::int as competitors_n
  from (${latestScan(teamId, sql`p.project_id`)}) l join ai_cell c on c.scan_id = l.id and c.prompt_id = p.id and c.team_id = ${teamId}
  left join ai_brand b on b.id = c.brand_id and b.team_id = ${teamId} group by l.id`

/** The team's prompt with this id; throws not found. */
export async function findPrompt(teamId: string, promptId: string): Promise<Prompt> {
  const [found] = await rows<Prompt>(
    sql`select ${promptColumns(teamId)} from ai_prompt p where p.team_id = ${teamId} and p.id = ${promptId}`,
  )
  if (!found) throw notFound("prompt")
  return found
}

export const promptColumns = (
  teamId: string,
) => sql`p.id, p.project_id, p.topic_id, p.text, p.language, p.intent, p.is_branded, p.tags, p.status,
  p.external_id, p.added_in_panel, p.removed_in_panel,
  (select json_build_object('scan_id', x.scan_id, 'answers_n', x.answers_n,
    'visibility', json_build_object('value', x.rate, 'numerator', x.own_n, 'denominator', x.answers_n),
    'average_position', x.rank_sum / nullif(x.own_n, 0), 'competitors_mentioned_n', x.competitors_n, 'is_gap', x.own_n = 0 and x.competitors_n > 0)
    from (${latestCells(teamId)}) x) as latest, p.created_at`

/** What prompts are sorted by: the own brand in the cells of the latest scan. */
export const ownInLatest = (teamId: string, projectId: string) => sql`
  select c.prompt_id, avg(c.mentioned_n::float8 / c.runs_n) as visibility, sum(c.rank_sum)::float8 / nullif(sum(c.mentioned_n), 0) as average_position, sum(c.runs_n) as answers_n
  from (${latestScan(teamId, sql`${projectId}`)}) l join ai_cell c on c.scan_id = l.id and c.team_id = ${teamId}
    and c.brand_id = (select b.id from ai_brand b where b.team_id = ${teamId} and b.project_id = ${projectId} and b.kind = 'own')
  group by c.prompt_id`

/** Ids of the prompts where the latest scan names a competitor and not the own brand. */
export const gapPrompts = (teamId: string, projectId: string) => sql`
  select c.prompt_id from (${latestScan(teamId, sql`${projectId}`)}) l join ai_cell c on c.scan_id = l.id and c.team_id = ${teamId}
  join ai_brand b on b.id = c.brand_id and b.team_id = ${teamId} group by c.prompt_id
  having coalesce(sum(c.mentioned_n) filter (where b.kind = 'own'), 0) = 0 and sum(c.mentioned_n) filter (where b.kind = 'competitor') > 0`

export const examplePrompt: Prompt = {
  id: exampleId("prompt"),
  project_id: exampleId("aiProject"),
  topic_id: exampleId("topic"),
  text: "What is the best e-bike for hills?",
  language: "en",
  intent: "recommendation",
  is_branded: false,
  tags: ["hills"],
  status: "active",
  external_id: null,
  added_in_panel: 1,
  removed_in_panel: null,
  latest: {
    scan_id: exampleId("scan"),
    answers_n: 6,
    visibility: { value: 0.5, numerator: 3, denominator: 6 },
    average_position: 2.33,
    competitors_mentioned_n: 3,
    is_gap: false,
  },
  created_at: "2026-09-01T08:00:00.000Z",
}
