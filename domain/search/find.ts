/** Searches the team's clients, reports, AI-visibility projects, prompts and signals by text. */
import { z } from "zod"
import { singleLineText } from "@/domain/kernel/fields"
import { defineOperation } from "@/domain/kernel/operation"
import { containsPattern } from "@/domain/kernel/text"
import { rows, type Sql, sql } from "@/prisma/client"
import { pageUrlOf, recordTypes, titleOfSignalSql } from "./record-types"

const result = z.object({
  id: z.string(),
  title: z.string().meta({ description: "The name that the team chose. For a signal, its type and client." }),
  signal_title: z
    .string()
    .optional()
    .meta({ description: "The title of a signal. It can contain names at a platform." }),
  url: z.string(),
  type: z.enum(recordTypes),
  snippet: z.string().meta({ description: "The object that the record belongs to, such as its client." }),
})

export const searchRecords = defineOperation({
  id: "search.find",
  summary: "Search records by text",
  description: "Returns at most 20 records, best match first.",
  audience: "team",
  kind: "query",
  tool: {
    name: "search",
    title: "Search",
    description:
      "Searches clients, reports, AI-visibility projects, prompts and signals by text and returns up to 20 matches with their IDs. fetch reads one of them.",
    untrusted: ["signal_title"],
  },
  input: z.strictObject({ query: singleLineText(500) }),
  output: z.object({
    results: z.array(result),
    hint: z.string().optional().meta({ description: "What to do next if nothing was found." }),
  }),
  async handle({ team }, { query }) {
    const words = [...new Set(query.toLowerCase().split(/\s+/))].slice(0, maxWords)
    const patterns = words.map(containsPattern)
    const found = await rows(foundRow, rankedRecords(team.id, patterns))
    return {
      data: {
        ...(found.length === 0 && { hint: hintWithoutResults }),
        results: found.map(({ project_id, signal_title, ...record }) => ({
          ...record,
          ...(signal_title !== null && { signal_title }),
          url: pageUrlOf(team, { ...record, project_id }),
        })),
      },
    }
  },
})

const hintWithoutResults =
  "No record contains any of these words. Search for a part of the name, or read a list, such as that of clients."
const maxWords = 8
const maxResults = 20

const foundRow = z.object({
  id: z.string(),
  type: z.enum(recordTypes),
  title: z.string(),
  signal_title: z.string().nullable(),
  snippet: z.string(),
  project_id: z.string(),
})

/**
 * Sorts by the number of words that a record contains, then by the order of `recordTypes`. A search for an ID finds its
 * record.
 */
const rankedRecords = (teamId: string, patterns: string[]): Sql => sql`
  select id, type, title, signal_title, snippet, project_id from (
    select record.*, (select count(*) from unnest(${patterns}::text[]) as word(pattern)
      where coalesce(record.signal_title, record.title) ilike pattern or record.snippet ilike pattern or record.id ilike pattern) as matches
    from (${records(teamId)}) record) ranked
  where matches > 0 order by matches desc, array_position(${[...recordTypes]}::text[], type), coalesce(signal_title, title), id limit ${maxResults}`

const records = (teamId: string): Sql => sql`
  select c.id, 'client' as type, c.name as title, coalesce(c.primary_domain, '') as snippet, '' as project_id, null::text as signal_title
    from client c where c.team_id = ${teamId}
  union all select r.id, 'report', r.name, c.name, '', null from report r join client c on c.id = r.client_id and c.team_id = r.team_id
    where r.team_id = ${teamId}
  union all select p.id, 'project', p.name, c.name, '', null from ai_project p join client c on c.id = p.client_id and c.team_id = p.team_id
    where p.team_id = ${teamId}
  union all select s.id, 'signal', ${titleOfSignalSql}, c.name || ', ' || s.status, '', s.title
    from signal s join client c on c.id = s.client_id and c.team_id = s.team_id
    where s.team_id = ${teamId}
  union all select m.id, 'prompt', m.text, p.name, m.project_id, null
    from ai_prompt m join ai_project p on p.id = m.project_id and p.team_id = m.team_id
    where m.team_id = ${teamId} and m.status <> 'archived'`
