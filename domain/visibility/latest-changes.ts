/**
 * Reads how your brand's visibility differs between the latest finished scan of a project and the scan before, and on
 * which prompts it fell the most. The tests are those of `readChanges`, so the verdicts are those of the metrics of the
 * latest scan. Reads all projects of a page with one statement.
 */
import { z } from "zod"
import { latestScan, scanBeforeLatest } from "@/domain/answers/project-reads"
import { timestamp } from "@/domain/kernel/fields"
import { exampleId } from "@/domain/kernel/ids"
import { verdicts } from "@/domain/kernel/scan-values"
import { rowsPlannedPerCall, type Sql, sql } from "@/prisma/client"
import { roundTo12Digits } from "./metrics"
import {
  cellDifference,
  differenceSums,
  differenceSumsRow,
  pairedCellCounts,
  pairedCellCountsRow,
  pairedCells,
} from "./paired-cells-sql"
import { testGroupChanges } from "./statistics/group-changes"

/** The prompts that a project shows. `list_prompts` with `moved=true` has the others. */
const maxLostPrompts = 3

const deltaAbs = z
  .number()
  .nullable()
  .meta({ description: "The visibility minus that of the previous scan. `null` if one of them has none." })

const lostPrompt = z
  .object({
    id: z.string().meta({ description: "The ID of the prompt." }),
    text: z.string().meta({ description: "The text of the prompt." }),
    visibility: z.number().meta({ description: "The visibility of your brand in the latest scan." }),
    delta_abs: z.number().meta({ description: "This visibility minus that of the previous scan." }),
    verdict: z.enum(verdicts).meta({
      description:
        "`down` if the fall is larger than chance explains. The same test as `group_by=prompt` of `/metrics`.",
    }),
  })
  .meta({ id: "AiLostPrompt" })

export const latestChange = z
  .object({
    previous_scan_id: z.string().meta({ description: "The ID of the previous scan." }),
    previous_finished_at: timestamp().meta({ description: "The time when the previous scan ended." }),
    verdict: z.enum(verdicts).meta({
      description:
        "Whether the visibility of your brand changed more than chance explains. The same test as in `/metrics`.",
    }),
    delta_abs: deltaAbs,
    lost_prompts_n: z.int().meta({ description: "The number of prompts on which the visibility of your brand fell." }),
    lost_prompts: z.array(lostPrompt).meta({
      description: `Up to ${maxLostPrompts} of these prompts: clear falls first, then the largest.`,
    }),
  })
  .meta({ id: "AiLatestChange" })
export type LatestChange = z.infer<typeof latestChange>

/** The input of operations that return it on request, because it costs a statement over all cells of two scans. */
export const includeChange = z
  .array(z.enum(["change"]))
  .max(1)
  .default([])
  .meta({
    description:
      "`change`: also return how the visibility of your brand changed since the previous scan, and on which prompts it fell.",
    examples: [["change"]],
  })

/**
 * The changes of these projects, by the ID of the project. Projects with fewer than two finished scans, or without a
 * brand of yours, are missing. Covers unbranded prompts, like `latestMetrics`.
 */
export async function readLatestChanges(
  teamId: string,
  projectIds: readonly string[],
): Promise<Map<string, LatestChange>> {
  const groups = await rowsPlannedPerCall(groupRow, changesSql(teamId, projectIds))
  const byProject = Map.groupBy(groups, ({ project_id }) => project_id)
  return new Map([...byProject].map(([id, ofProject]) => [id, changeOf(ofProject)]))
}

/** The cells of one prompt, or of all prompts of the project if `prompt_id` is null. */
const groupRow = pairedCellCountsRow.extend({
  ...differenceSumsRow.shape,
  project_id: z.string(),
  brand_id: z.string(),
  previous_scan_id: z.string(),
  previous_finished_at: timestamp(),
  is_comparable: z.boolean(),
  prompt_id: z.string().nullable(),
  text: z.string().nullable(),
  visibility: z.number().nullable(),
  previous_visibility: z.number().nullable(),
})
type Group = z.infer<typeof groupRow>

function changeOf(groups: Group[]): LatestChange {
  const total = groups.find(({ prompt_id }) => prompt_id === null) as Group
  const [verdict] = verdictsOf([total])
  const prompts = groups.filter(({ prompt_id }) => prompt_id !== null)
  const promptVerdicts = verdictsOf(prompts)
  const lost = prompts
    .map((prompt, i) => ({
      id: prompt.prompt_id as string,
      text: prompt.text ?? "",
      visibility: roundTo12Digits(prompt.visibility ?? 0),
      delta_abs: deltaOf(prompt) ?? 0,
      verdict: promptVerdicts[i] as LatestChange["verdict"],
    }))
    .filter(({ delta_abs }) => delta_abs < 0)
    .sort((a, b) => Number(b.verdict === "down") - Number(a.verdict === "down") || a.delta_abs - b.delta_abs)
  return {
    previous_scan_id: total.previous_scan_id,
    previous_finished_at: total.previous_finished_at,
    verdict: verdict as LatestChange["verdict"],
    delta_abs: deltaOf(total),
    lost_prompts_n: lost.length,
    lost_prompts: lost.slice(0, maxLostPrompts),
  }
}

/** Your brand's tests are a family of their own, so other brands do not matter. */
const verdictsOf = (groups: Group[]) =>
  testGroupChanges(
    groups.map(({ brand_id, is_comparable, commonCells, ...group }) => ({
      ...group,
      brandId: brand_id,
      commonCells: is_comparable ? commonCells : 0,
      isOwnBrand: true,
    })),
  ).map(({ verdict }) => verdict)

const deltaOf = ({ is_comparable, visibility, previous_visibility }: Group) =>
  is_comparable && visibility !== null && previous_visibility !== null
    ? roundTo12Digits(roundTo12Digits(visibility) - roundTo12Digits(previous_visibility))
    : null

/**
 * One row per project, and one per prompt. `is_comparable`: both scans looked for your brand. The lateral joins read
 * the cells of each scan by their key.
 */
const changesSql = (teamId: string, projectIds: readonly string[]): Sql => sql`
  with compared as materialized (
    select p.id as project_id, own.id as brand_id, latest.id as latest_id, previous.id as previous_scan_id,
      previous.finished_at as previous_finished_at,
      ${looksFor(teamId, sql`latest.id`)} and ${looksFor(teamId, sql`previous.id`)} as is_comparable
    from ai_project p join ai_brand own on own.team_id = ${teamId} and own.project_id = p.id and own.kind = 'own'
      cross join lateral (${latestScan(teamId, sql`p.id`)}) latest
      cross join lateral (${scanBeforeLatest(teamId, sql`p.id`)}) previous
    where p.team_id = ${teamId} and p.id = any(${[...projectIds]})),
  cell as (
    select compared.*, cell.*, difference.*
    from compared cross join lateral (${cellsOfBoth(teamId)}) cell
      left join lateral (select ${cellDifference} where is_common) difference on true)
  select project_id, brand_id, previous_scan_id, previous_finished_at, is_comparable, prompt_id,
    (select p.text from ai_prompt p where p.team_id = ${teamId} and p.id = prompt_id) as text,
    sum(current_mentioned) / sum(current_answers) as visibility,
    sum(previous_mentioned) / sum(previous_answers) as previous_visibility,
    ${pairedCellCounts}, ${differenceSums}
  from cell
  group by grouping sets (
    (project_id, brand_id, previous_scan_id, previous_finished_at, is_comparable),
    (project_id, brand_id, previous_scan_id, previous_finished_at, is_comparable, prompt_id))`

const looksFor = (teamId: string, scanId: Sql) => sql`exists (
  select from visibility_scan_brand c where c.team_id = ${teamId} and c.scan_id = ${scanId} and c.brand_id = own.id)`

/** The cells of both scans, with the mentions of your brand. */
const cellsOfBoth = (teamId: string) =>
  pairedCells(
    cellsOfScan(teamId, sql`compared.latest_id`),
    cellsOfScan(teamId, sql`compared.previous_scan_id`),
    sql`prompt_id, engine_id, region`,
    sql`, c.mentions as current_mentioned, p.mentions as previous_mentioned`,
  )

const cellsOfScan = (teamId: string, scanId: Sql) => sql`
  select c.prompt_id, c.engine_id, c.region, c.answers::float8 as answers, c.engine_config_hash as config,
    coalesce(m.mentioned, 0)::float8 as mentions
  from visibility_cell c
    join ai_prompt p on p.id = c.prompt_id and p.team_id = ${teamId} and p.project_id = compared.project_id and not p.is_branded
    left join visibility_cell_brand m on m.scan_id = c.scan_id and m.brand_id = compared.brand_id and m.prompt_id = c.prompt_id
      and m.engine_id = c.engine_id and m.region = c.region and m.team_id = ${teamId}
  where c.scan_id = ${scanId} and c.team_id = ${teamId}`

export const exampleChange: LatestChange = {
  previous_scan_id: exampleId("scan"),
  previous_finished_at: "2026-11-09T05:11:02.000Z",
  verdict: "down",
  delta_abs: -0.125,
  lost_prompts_n: 2,
  lost_prompts: [
    {
      id: exampleId("prompt"),
      text: "What is the best e-bike for hills?",
      visibility: 0.333,
      delta_abs: -0.5,
      verdict: "down",
    },
  ],
}
