/**
 * A prompt of a project, sent to engines word for word. Editing its text archives it and adds a new one, so series stay
 * comparable.
 */
import { z } from "zod"
import { latestScan, scanBeforeLatest } from "@/domain/answers/project-reads"
import { notFound } from "@/domain/kernel/errors"
import { createdAt } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { minMentionsForPosition } from "@/domain/visibility/metrics"
import { exampleLatest, onEngine, promptLatest, promptLatestOf } from "@/domain/visibility/prompt-latest"
import { rows, type Sql, sql } from "@/prisma/client"

export const promptStatuses = ["active", "paused", "archived"] as const
export const intents = ["informational", "comparison", "recommendation", "transactional", "navigational"] as const

export const prompt = z
  .object({
    id: id("prompt"),
    project_id: id("aiProject"),
    topic_id: id("topic").nullable().meta({ description: "The ID of the topic. `null` if the prompt has no topic." }),
    topic: z.string().nullable().meta({ description: "The name of the topic. `null` if the prompt has no topic." }),
    text: z.string().meta({ description: "The text that is sent to the engines, word for word." }),
    language: z.string().meta({ description: "The language of the prompt, as a BCP 47 tag." }),
    intent: z.enum(intents).meta({ description: "What a person who asks the prompt wants." }),
    is_branded: z.boolean().meta({
      description: "`true` if the prompt contains the name of your brand. Metrics exclude such prompts by default.",
    }),
    tags: z.array(z.string()).meta({ description: "The prompt's tags." }),
    status: z.enum(promptStatuses).meta({ description: "The status of the prompt. Scans ask only active prompts." }),
    external_id: z.string().nullable().meta({ description: "Your own ID for the prompt." }),
    added_in_panel: z.int().meta({ description: "The version of the prompt set in which the prompt was added." }),
    removed_in_panel: z.int().nullable().meta({
      description:
        "The version of the prompt set in which the prompt was removed. `null` if it is in the current prompt set.",
    }),
    latest: promptLatest.nullable().meta({
      description: "The result in the latest finished scan. `null` if that scan has no answer to the prompt.",
    }),
    created_at: createdAt(),
  })
  .meta({ id: "AiPrompt" })
export type Prompt = z.infer<typeof prompt>

/** Returns the team's prompt with this id. Throws "not found". */
export async function findPrompt(teamId: string, promptId: string): Promise<Prompt> {
  const [found] = await rows(
    prompt,
    sql`select ${promptColumns(teamId)} from ai_prompt p where p.team_id = ${teamId} and p.id = ${promptId}`,
  )
  if (!found) throw notFound("prompt")
  return found
}

/** With `engine`, the latest result covers only the answers of that engine. */
export const promptColumns = (teamId: string, engine?: string) => sql`p.id, p.project_id, p.topic_id,
  (select t.name from ai_topic t where t.team_id = ${teamId} and t.id = p.topic_id) as topic, p.text, p.language, p.intent, p.is_branded, p.tags, p.status,
  p.external_id, p.added_in_panel, p.removed_in_panel,
  ${promptLatestOf(teamId, engine)} as latest, p.created_at`

/**
 * SQL for sorting and filtering prompts: your brand's result per prompt in the latest scan, and its change since the
 * scan before.
 */
export const ownInLatest = (teamId: string, projectId: string, engine?: string) => sql`
  select latest.*, latest.visibility - previous.visibility as change
  from (${ownInScan(latestScan(teamId, sql`${projectId}`), { teamId, projectId, engine })}) latest
  left join (${ownInScan(scanBeforeLatest(teamId, sql`${projectId}`), { teamId, projectId, engine })}) previous using (prompt_id)`

type Within = { teamId: string; projectId: string; engine: string | undefined }

/** SQL for your brand's result per prompt in one scan. Without a brand of yours, there is no row. */
function ownInScan(scan: Sql, { teamId, projectId, engine }: Within): Sql {
  const ownBrand = sql`select b.id from ai_brand b where b.team_id = ${teamId} and b.project_id = ${projectId} and b.kind = 'own'`
  return sql`
    select prompt_id, coalesce(sum(own.mentioned), 0)::float8 / sum(asked.answers) as visibility, sum(asked.answers) as answers_n,
      case when sum(own.mentioned) >= ${minMentionsForPosition} then sum(own.rank_sum)::float8 / sum(own.mentioned) end as average_position
    from (
      select c.prompt_id, sum(c.answers) as answers from (${scan}) scan
      join visibility_cell c on c.scan_id = scan.id and c.team_id = ${teamId}${onEngine(engine)} group by c.prompt_id) asked
    cross join (${ownBrand}) own_brand
    left join (
      select c.prompt_id, sum(c.mentioned) as mentioned, sum(c.rank_sum) as rank_sum from (${scan}) scan
      join visibility_cell_brand c on c.scan_id = scan.id and c.team_id = ${teamId}${onEngine(engine)} and c.brand_id in (${ownBrand})
      group by c.prompt_id) own using (prompt_id)
    group by prompt_id`
}

export const examplePrompt: Prompt = {
  id: exampleId("prompt"),
  project_id: exampleId("aiProject"),
  topic_id: exampleId("topic"),
  topic: "Hills and climbs",
  text: "What is the best e-bike for hills?",
  language: "en",
  intent: "recommendation",
  is_branded: false,
  tags: ["hills"],
  status: "active",
  external_id: null,
  added_in_panel: 1,
  removed_in_panel: null,
  latest: exampleLatest,
  created_at: "2026-09-01T08:00:00.000Z",
}
