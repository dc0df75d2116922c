/**
 * Completes the value of an argument that the user is typing. IDs are found by the start of the ID or of the name,
 * other values by their start.
 */
import { z } from "zod"
import { withoutUnstorableCharacters } from "@/domain/kernel/fields"
import { defineOperation } from "@/domain/kernel/operation"
import { escapeLike } from "@/domain/kernel/text"
import { factMetricIds } from "@/domain/metrics/catalogue"
import { rangePresets } from "@/domain/metrics/period-input"
import { rows, type Sql, sql } from "@/prisma/client"

const maxValues = 100

export const completeArgument = defineOperation({
  id: "search.complete",
  summary: "Complete an argument",
  description: "Returns values that start with the given text, or ids of records whose name starts with it.",
  audience: "team",
  kind: "query",
  // Not a tool: MCP has a separate method for completion.
  resources: [],
  input: z.strictObject({
    argument: z.string().max(60).meta({ description: "The name of the argument, such as `client_id`." }),
    value: z.string().max(200).transform(withoutUnstorableCharacters).meta({ description: "What the user has typed." }),
    chosen: z
      .record(z.string(), z.string().transform(withoutUnstorableCharacters))
      .default({})
      .meta({ description: "Other arguments that are already chosen." }),
  }),
  output: z.object({
    values: z.array(z.string()),
    total: z
      .int()
      .meta({ description: "The number of matching values, also if `values` contains only the first 100." }),
    has_more: z.boolean(),
  }),
  async handle({ team }, { argument, value, chosen }) {
    const matching = fixedValues.get(argument)?.filter((candidate) => candidate.startsWith(value.toLowerCase()))
    const { values, total } = matching
      ? { values: matching, total: matching.length }
      : await fromRecords(team.id, argument, value, chosen)
    return { data: { values: values.slice(0, maxValues), total, has_more: total > maxValues } }
  },
})

/** Arguments whose values are not records of the team. */
const fixedValues = new Map<string, readonly string[]>([
  ["range", rangePresets],
  ["metric", factMetricIds],
  ["tone", ["neutral", "friendly", "formal"]],
  ["count", ["5", "10", "20"]],
])

async function fromRecords(teamId: string, argument: string, value: string, chosen: Record<string, string>) {
  const source = sources.get(argument)
  if (!source) return { values: [], total: 0 }
  const startPattern = `${escapeLike(value)}%`
  const found = await rows(
    valueRow,
    sql`select value, count(*) over ()::int as total from (${source(teamId, chosen)}) s where value ilike ${startPattern} or name ilike ${startPattern}
      group by value order by min(name), value limit ${maxValues}`,
  )
  return { values: found.map((row) => row.value), total: found[0]?.total ?? 0 }
}

const valueRow = z.object({ value: z.string(), total: z.int() })

type Source = (teamId: string, chosen: Record<string, string>) => Sql

/** SQL condition that limits the records to the chosen project, if there is one. */
const inProject = (column: Sql, { project_id: projectId }: Record<string, string>) =>
  projectId === undefined ? sql`true` : sql`${column} = ${projectId}`

/** By argument: the records whose `value` completes it. The user may also type the start of their `name`. */
const sources = new Map(
  Object.entries<Source>({
    client_id: (team) => sql`select id as value, name from client where team_id = ${team} and status <> 'archived'`,
    report_id: (team) => sql`select id as value, name from report where team_id = ${team} and status <> 'archived'`,
    project_id: (team) =>
      sql`select id as value, name from ai_project where team_id = ${team} and status <> 'archived'`,
    prompt_id: (team, chosen) =>
      sql`select id as value, text as name from ai_prompt where team_id = ${team} and status = 'active' and ${inProject(sql`project_id`, chosen)}`,
    scan_id: (team, chosen) =>
      sql`select id as value, status as name from scan where team_id = ${team} and ${inProject(sql`project_id`, chosen)}`,
    answer_id: (team, chosen) =>
      sql`(select id as value, engine_id as name from answer where team_id = ${team} and ${inProject(sql`project_id`, chosen)} order by id desc limit 1000)`,
    signal_id: (team) => sql`select id as value, title as name from signal where team_id = ${team} and status = 'open'`,
    topic: (team, chosen) =>
      sql`select name as value, name from ai_topic where team_id = ${team} and ${inProject(sql`project_id`, chosen)}`,
    competitor: (team, chosen) =>
      sql`select name as value, name from ai_brand where team_id = ${team} and kind = 'competitor' and ${inProject(sql`project_id`, chosen)}`,
    engine: (team) =>
      sql`select engine_id as value, engine_id as name from team_engine where team_id = ${team} and is_enabled`,
  }),
)
