/** Lists the answers of a project, with filters, three sort orders and optional parts. */
import { z } from "zod"
import { dateInput } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { exactTotalSql, type List, pageInput } from "@/domain/kernel/page"
import { type Sql, sql } from "@/prisma/client"
import { answer, answerColumns, answerParts, exampleAnswer, maxCharsInput, sentiments, untrustedFields } from "./answer"
import { citesConditions, findCited } from "./citing-answers"
import { latestScans, listInProject, timezoneOfProject } from "./project-reads"
import { maxSourceScans } from "./source-scans"

const input = z.strictObject({
  project_id: id("aiProject"),
  ...pageInput,
  scan_id: id("scan").optional().meta({ description: "Only answers of this scan." }),
  scans: z.int().min(1).max(maxSourceScans).optional().meta({
    description:
      "Only answers of this number of finished scans, counted back from the latest, as in `GET …/citations/brands`.",
  }),
  prompt_id: id("prompt").optional().meta({ description: "Only answers to this prompt." }),
  engine: z.string().max(60).optional().meta({ description: "Only answers of this engine." }),
  mentions_brand: id("brand").optional().meta({ description: "Only answers that mention this brand." }),
  lacks_brand: id("brand").optional().meta({ description: "Only answers that do not mention this brand." }),
  sentiment: sentiments.optional().meta({
    description: "Only answers that present your brand, or the brand in `mentions_brand`, in this way.",
  }),
  cites_domain: z
    .string()
    .max(253)
    .toLowerCase()
    .optional()
    .meta({ description: "Only answers that cite a page of this registrable domain.", examples: ["example.com"] }),
  cites_url: z
    .string()
    .max(2_000)
    .optional()
    .meta({
      description: `Only answers that cite this page: the \`key\` of a page in \`GET …/citations\`. Without \`scan_id\` and \`scans\`, the list covers the latest ${maxSourceScans} finished scans.`,
      examples: ["https://example.com/reviews"],
    }),
  grounded: z
    .boolean()
    .optional()
    .meta({ description: "`true`: only answers that cite at least one page. `false`: only answers that cite none." }),
  sort: z.enum(["-asked_at", "prompt", "visibility"]).default("-asked_at").meta({
    description:
      "`-asked_at`: newest first. `prompt`: by scan, newest first, and then by prompt, so that the answers to a prompt follow each other. `visibility`: the same, but the prompts with the lowest visibility of your brand come first, and prompts that contain its name come last.",
  }),
  from: dateInput("Only answers given on or after this date, in the client's time zone.").optional(),
  to: dateInput("Only answers given on or before this date, in the client's time zone.").optional(),
  include: z
    .array(z.enum(answerParts))
    .max(answerParts.length)
    .default([])
    .meta({
      description:
        "Additional fields to return: the text of the answer, its citations, its mentions, or the text of its prompt.",
      examples: [["mentions"]],
    }),
  max_chars: maxCharsInput,
})

export const listAnswers = defineOperation({
  id: "aiVisibility.listAnswers",
  summary: "List the answers of a project",
  description:
    "Returns the answers of a project, by default newest first. Use `include` to add texts, mentions and citations.",
  audience: "team",
  kind: "query",
  scope: "ai_visibility:read",
  rest: { path: "/ai-visibility/projects/{project_id}/answers", tag: "AI visibility" },
  tool: {
    name: "list_answers",
    title: "List AI answers",
    page: "ai-visibility/{project_id}/answers/{id}",
    itemResource: "app://answers/{id}",
    description:
      "Lists answers that engines gave to the tracked prompts: engine, time and whether they mention your brand (mentions_own_brand). include adds texts, mentions and citations. Use get_answer to read one.",
    omit: ["scans", "cites_url", "sort"],
    defaults: { max_chars: 1_000 },
    untrusted: untrustedFields,
  },
  input,
  output: z.array(answer),
  example: [exampleAnswer],
  async handle({ team }, input) {
    const { project_id, include, scan_id, cites_url } = input
    // No index finds answers by the URL of a cited page, so the search covers a limited number of scans.
    const scans = input.scans ?? (cites_url && !scan_id ? maxSourceScans : undefined)
    const query = { ...input, scans }
    const cited = await findCited(team.id, query)
    const filters = [...conditions(team.id, query), ...citesConditions(team.id, query, cited)]
    const order: Order = orderBySort[query.sort](team.id, project_id)
    const total: Total = totalOf(team.id, query, filters.length, cited?.answers ?? null)
    return listInProject(
      {
        row: answer,
        cursorScope: ["aiVisibility.listAnswers", team.id],
        columns: answerColumns(team.id, include, query.max_chars),
        where: [sql`a.team_id = ${team.id}`, sql`a.project_id = ${project_id}`, ...filters],
        ...order,
        ...total,
      },
      query,
    )
  },
})

type Order = Pick<List, "from" | "sort" | "idColumn">
type Total = Pick<List, "exactTotal" | "countLimit">

const orderBySort: Record<z.output<typeof input>["sort"], (teamId: string, projectId: string) => Order> = {
  "-asked_at": () => ({
    from: sql`answer a`,
    sort: { column: sql`a.asked_at`, descending: true, type: "timestamptz" },
    idColumn: sql`a.id`,
  }),
  prompt: (teamId, projectId) => byScan(sql`${scansOf(teamId, projectId)} join answer a on a.scan_id = s.id`, null),
  visibility: (teamId, projectId) =>
    byScan(
      sql`${scansOf(teamId, projectId)}
        cross join lateral (${promptSortKeys(teamId, projectId)}) prompt_key
        join answer a on a.scan_id = s.id and a.prompt_id = prompt_key.prompt_id`,
      sql`prompt_key.value`,
    ),
}

/** SQL for the scans `s` of the project. */
const scansOf = (teamId: string, projectId: string) =>
  sql`(select id from scan where team_id = ${teamId} and project_id = ${projectId}) s`

/**
 * Sorts by scan, then by `promptSortKey` if there is one, and then by prompt. Sorting by time would separate the
 * answers to a prompt, because a scan asks all prompts once before it asks the first one again. The ids of scans sort
 * by time. `from` starts with the scans, so Postgres can read and sort one scan after the other.
 */
const byScan = (from: Sql, promptSortKey: Sql | null): Order => ({
  from,
  sort: { column: sql`s.id`, descending: true, type: "text" },
  idColumn: sql`concat_ws(' ', ${promptSortKey ?? sql`null`}, a.prompt_id, a.engine_id, a.region, lpad(a.run_index::text, 5, '0'))`,
})

/**
 * SQL for a sort key of each prompt in scan `s`, such as 10750000: a 1 for prompts without your brand's name, otherwise
 * a 0. Then one million minus the prompt's visibility in millionths, with seven digits. In descending order, prompts
 * without the name come first, and among these the prompts whose answers mention your brand least.
 */
const promptSortKeys = (teamId: string, projectId: string) => sql`
  select p.id as prompt_id, concat((not p.is_branded)::int,
    lpad((1000000 - coalesce(1000000 * mentioned.answers_n / asked.answers_n, 0))::text, 7, '0')) as value
  from ai_prompt p
    left join (select c.prompt_id, sum(c.answers) as answers_n from visibility_cell c
      where c.team_id = ${teamId} and c.scan_id = s.id group by c.prompt_id) asked on asked.prompt_id = p.id
    left join (select c.prompt_id, sum(c.mentioned) as answers_n from visibility_cell_brand c
      join ai_brand b on b.id = c.brand_id and b.team_id = ${teamId} and b.project_id = ${projectId} and b.kind = 'own'
      where c.team_id = ${teamId} and c.scan_id = s.id group by c.prompt_id) mentioned on mentioned.prompt_id = p.id
  where p.team_id = ${teamId} and p.project_id = ${projectId}`

const countUpTo1000: Total = { countLimit: 1_000 }
const countNormally: Total = {}

/**
 * Chooses how the list gets its total. Stored totals exist for all answers of a project, for the answers that mention a
 * brand, and for the answers that cite a domain. With other filters, the list counts. It counts up to 1,000 only if a
 * filter by sentiment, or a brand or source with another filter, can read many rows for each match.
 */
function totalOf(
  teamId: string,
  { project_id, mentions_brand, lacks_brand, sentiment }: z.output<typeof input>,
  filterCount: number,
  citingAnswers: number | null,
): Total {
  if (filterCount === 0) return { exactTotal: exactTotalSql(teamId, "answer", undefined, project_id) }
  // The only filter is `cites_domain`.
  if (filterCount === 1 && citingAnswers !== null) return { exactTotal: sql`select ${citingAnswers}::int` }
  if (sentiment) return countUpTo1000
  if (filterCount > 1) return mentions_brand || lacks_brand || citingAnswers !== null ? countUpTo1000 : countNormally
  if (!mentions_brand) return countNormally
  const isOfProject = sql`exists (select 1 from ai_brand where team_id = ${teamId} and id = ${mentions_brand} and project_id = ${project_id})`
  return {
    exactTotal: sql`select case when ${isOfProject} then (${exactTotalSql(teamId, "mention", undefined, mentions_brand)}) else 0 end`,
  }
}

/** SQL conditions for the filters of the list, except those for cited sources. */
function conditions(teamId: string, query: z.output<typeof input>): Sql[] {
  const { scan_id, scans, prompt_id, engine, mentions_brand, lacks_brand, grounded, from, to } = query
  const { project_id, sentiment } = query
  const filters: Sql[] = []
  if (scan_id) filters.push(sql`a.scan_id = ${scan_id}`)
  if (scans) filters.push(sql`a.scan_id in (select id from (${latestScans(teamId, sql`${project_id}`, scans)}) latest)`)
  if (prompt_id) filters.push(sql`a.prompt_id = ${prompt_id}`)
  if (engine) filters.push(sql`a.engine_id = ${engine}`)
  if (grounded !== undefined) filters.push(sql`a.grounded = ${grounded}`)
  const mentionsBrand = (brandId: string) =>
    sql`exists (select 1 from mention m where m.team_id = ${teamId} and m.answer_id = a.id and m.brand_id = ${brandId})`
  if (mentions_brand) filters.push(mentionsBrand(mentions_brand))
  if (lacks_brand) filters.push(sql`not ${mentionsBrand(lacks_brand)}`)
  if (sentiment) {
    const brand = mentions_brand ? sql`${mentions_brand}` : ownBrandOf(teamId, project_id)
    filters.push(
      sql`exists (select 1 from mention m where m.team_id = ${teamId} and m.answer_id = a.id and m.brand_id = ${brand} and m.sentiment = ${sentiment})`,
    )
  }
  const timezone = timezoneOfProject(teamId, project_id)
  if (from) filters.push(sql`a.asked_at >= ${from}::date::timestamp at time zone ${timezone}`)
  if (to) filters.push(sql`a.asked_at < (${to}::date + 1)::timestamp at time zone ${timezone}`)
  return filters
}

const ownBrandOf = (teamId: string, projectId: string) =>
  sql`(select id from ai_brand where team_id = ${teamId} and project_id = ${projectId} and kind = 'own')`
