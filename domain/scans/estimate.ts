/**
 * Estimates the answers, cost and precision of a scan, for the project as it is or with changed settings. Asks no
 * engine.
 */
import { z } from "zod"
import { findProject } from "@/domain/ai-projects/project"
import { projectSettings } from "@/domain/ai-projects/project-settings"
import { maxScansPerMonth, nextOccurrence, type Schedule } from "@/domain/ai-projects/schedule"
import { findClient } from "@/domain/clients/client"
import { notFound } from "@/domain/kernel/errors"
import { timestamp } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { readIntraclassCorrelation } from "@/domain/visibility/intraclass-correlation"
import { detectableChange, type PlannedComparison } from "@/domain/visibility/statistics/change-power"
import { confidences, precisionOf } from "@/domain/visibility/statistics/precision"
import { prisma } from "@/prisma/client"
import { blocker } from "./blockers"
import { costOfScan, readMeanCosts } from "./cost-of-scan"
import { resolveSelection, scanChoice, settingsOfSelection } from "./selection"
import { type ScanSize, sizeOfScan } from "./size-of-scan"

const { runs_per_prompt, asked_engines, regions, schedule, monthly_answer_budget } = projectSettings

const describedInt = (description: string) => z.int().meta({ description })
const dollars = z.number().nullable().meta({
  description: "The estimated cost, from earlier answers and today's prices. `null` if it is not known.",
})

const precision = z.object({
  engine_id: z.string().nullable().meta({ description: "The engine. `null` for all engines together." }),
  answers_n: describedInt(
    "The number of answers to prompts that do not contain your brand's name. Metrics are computed from these answers.",
  ),
  interval: z
    .object({ low: z.number(), high: z.number() })
    .nullable()
    .meta({ description: "The 95% interval (Wilson) around `visibility`. `null` without answers." }),
  half_width: z.number().nullable().meta({
    description:
      "Half the width of the 95% interval (Wilson) around `visibility`, from 0 to 1. `null` without answers.",
  }),
  worst_half_width: z
    .number()
    .nullable()
    .meta({ description: "Half the width of the interval at a visibility of 0.5, where it is widest." }),
  detectable_fall: z.number().nullable().meta({
    description:
      "The smallest fall from `visibility` that the verdict on your brand detects with a probability of 80%, comparing two such scans. For a single engine it takes into account that all engines are tested at the same time. `null` if no fall can be detected with this probability, or with fewer than ten answers.",
  }),
  detectable_rise: z.number().nullable().meta({ description: "The same for a rise." }),
  confidence: z.enum(confidences),
})

const scanEstimate = z.object({
  prompts_n: z.int(),
  engines: z.array(z.string()),
  regions_n: describedInt("The number of regions. `1` if no region is selected."),
  runs_per_prompt: z.int(),
  cells_n: describedInt("The number of cells: prompts × engines × regions."),
  tasks: describedInt("The number of answers that the scan requests: cells × runs."),
  left_this_month: describedInt(
    "The number of answers that the plan and the project's budget leave for this calendar month (UTC).",
  ),
  allowed_a_month: describedInt("The number of answers per month that the plan and the project's budget allow."),
  is_selection: z.boolean().meta({
    description:
      "`true` if `engines` or `prompt_ids` leaves out engines or active prompts of the project. Trends, comparisons and signals do not include such a scan.",
  }),
  fits: z.boolean().meta({ description: "`true` if the scan fits into what is left of this month." }),
  blockers: z.array(blocker).meta({
    description:
      "The reasons why the scan cannot start now, in the order in which to resolve them. Empty if the scan can start.",
  }),
  scans_a_month: describedInt("The maximum number of scheduled scans per month. `0` for manual scans."),
  next_scans: z
    .array(timestamp())
    .meta({ description: "The next three scheduled times of an active project. Empty for manual scans." }),
  tasks_a_month: describedInt("The number of answers that these scans request."),
  visibility: z.object({ value: z.number(), is_measured: z.boolean() }).meta({
    description:
      "The visibility for which `precision` is computed: that of the latest finished scan, or 0.3 before the first scan.",
  }),
  precision: z.array(precision).meta({ description: "The precision for all engines together, then for each engine." }),
  cost_usd: dollars,
  by_engine: z.array(
    z.object({
      engine_id: z.string(),
      name: z.string(),
      is_sample: z.boolean().meta({ description: "`true` for the sample engine, which invents its answers." }),
      tasks: z.int(),
      cost_usd: dollars,
    }),
  ),
})

export const estimateScan = defineOperation({
  id: "scans.estimate",
  summary: "Estimate a scan's questions, cost and precision",
  description: "Starts no scan and changes nothing. Settings that are not sent default to those of the project.",
  audience: "team",
  kind: "query",
  input: z.strictObject({
    project_id: id("aiProject"),
    runs_per_prompt: runs_per_prompt.optional(),
    asked_engines: asked_engines.optional(),
    regions: regions.optional(),
    prompts_n: z
      .int()
      .min(0)
      .max(2_000)
      .optional()
      .meta({ description: "Estimate for this number of active prompts instead of the project's own." }),
    schedule: schedule.optional(),
    monthly_answer_budget: monthly_answer_budget.optional(),
    ...scanChoice,
  }),
  output: scanEstimate,
  async handle({ team, now }, { project_id, schedule: newSchedule, engines, prompt_ids, ...change }) {
    const project = await findProject(team.id, project_id)
    if (!project) throw notFound("AI-visibility project")
    const selection = await resolveSelection(prisma, team.id, project_id, { engines, prompt_ids })
    const size = await sizeOfScan(prisma, team.id, project_id, now(), { ...change, ...settingsOfSelection(selection) })
    const scanSchedule = newSchedule ?? project.schedule
    const scansPerMonth = maxScansPerMonth(scanSchedule)
    const timezone = scanSchedule.timezone ?? (await findClient(team.id, project.client_id))?.timezone ?? team.timezone
    const measured = project.latest?.visibility.value ?? null
    const visibility = { value: measured ?? assumedVisibility, is_measured: measured !== null }
    return {
      data: {
        prompts_n: size.prompts,
        engines: size.engines.map((engine) => engine.id),
        regions_n: size.regions,
        runs_per_prompt: size.runs,
        cells_n: size.tasks / size.runs,
        tasks: size.tasks,
        left_this_month: size.answersLeft,
        allowed_a_month: size.answersPerMonth,
        is_selection: selection !== null,
        fits: size.tasks <= size.answersLeft,
        blockers: size.blockers,
        scans_a_month: scansPerMonth,
        next_scans: occurrencesOf(scanSchedule, timezone, now()),
        tasks_a_month: scansPerMonth * size.tasks,
        visibility,
        precision: precisionOfScan(size, visibility.value, (await readIntraclassCorrelation(team.id, project_id)) ?? 0),
        ...costOfScan(size, await readMeanCosts(team.id, project_id, now())),
      },
    }
  },
})

/** Assumed before the first scan. */
const assumedVisibility = 0.3
const maxListedOccurrences = 3

function occurrencesOf(scanSchedule: Schedule, timezone: string, after: Date): string[] {
  const occurrences: string[] = []
  let next = nextOccurrence(scanSchedule, timezone, after)
  while (next && occurrences.length < maxListedOccurrences) {
    occurrences.push(next.toISOString())
    next = nextOccurrence(scanSchedule, timezone, next)
  }
  return occurrences
}

/**
 * Every engine answers the same prompts, so all engines have the same precision. Only answers to unbranded prompts
 * count. `groups`: the engines are tested at the same time, which raises the change that each needs. Without an earlier
 * scan, the correlation is 0: all cells are assumed to have the same visibility.
 */
function precisionOfScan(size: ScanSize, share: number, intraclassCorrelation: number) {
  const { unbrandedPrompts, regions, runs, engines } = size
  const cellsPerEngine = unbrandedPrompts * regions
  const precisionWith = (cells: number, groups: number) =>
    precisionOfCells({ runs, intraclassCorrelation, cells, groups }, share)
  const overall = precisionWith(cellsPerEngine * engines.length, 1)
  const perEngine = engines.length === 1 ? overall : precisionWith(cellsPerEngine, engines.length)
  return [{ engine_id: null, ...overall }, ...engines.map(({ id }) => ({ engine_id: id, ...perEngine }))]
}

function precisionOfCells(plan: PlannedComparison, share: number) {
  const answers_n = plan.cells * plan.runs
  const { interval, halfWidth, worstHalfWidth, confidence } = precisionOf(answers_n, share)
  return {
    answers_n,
    interval,
    half_width: halfWidth,
    worst_half_width: worstHalfWidth,
    detectable_fall: detectableChange(plan, share, "fall"),
    detectable_rise: detectableChange(plan, share, "rise"),
    confidence,
  }
}
