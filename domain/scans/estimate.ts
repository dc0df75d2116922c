/** Estimates what a scan would ask, cost and be able to show, for the project as it is or with changed settings. Asks no engine. */
import { z } from "zod"
import { findProject } from "@/domain/ai-visibility/project"
import { projectSettings } from "@/domain/ai-visibility/project-settings"
import { maxScansPerMonth, nextOccurrence, type Schedule } from "@/domain/ai-visibility/schedule"
import { findClient } from "@/domain/clients/client"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { precisionOf } from "@/domain/visibility/statistics/precision"
import { prisma } from "@/prisma/client"
import { meanCosts } from "./mean-costs"
import { type ScanEstimate, scanEstimate } from "./scan-estimate"
import { type ScanSize, sizeOfScan } from "./size-of-scan"

const { runs_per_prompt, asked_engines, regions, schedule, monthly_answer_budget } = projectSettings

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
  }),
  output: scanEstimate,
  async handle({ team, now }, { project_id, schedule: given, ...change }) {
    const project = await findProject(team.id, project_id)
    if (!project) throw notFound("AI-visibility project")
    const size = await sizeOfScan(prisma, team.id, project_id, now(), change)
    const when = given ?? project.schedule
    const scans = maxScansPerMonth(when)
    const zone = when.timezone ?? (await findClient(team.id, project.client_id))?.timezone ?? team.timezone
    const measured = project.latest?.visibility.value ?? null
    const visibility = { value: measured ?? usualVisibility, is_measured: measured !== null }
    return {
      data: {
        prompts_n: size.prompts,
        engines: size.engines.map((engine) => engine.id),
        regions_n: size.regions,
        runs_per_prompt: size.runs,
        cells_n: size.tasks / size.runs,
        tasks: size.tasks,
        left_this_month: size.left,
        allowed_a_month: size.allowed,
        fits: size.tasks <= size.left,
        blockers: size.blockers,
        scans_a_month: scans,
        next_scans: turnsOf(when, zone, now()),
        tasks_a_month: scans * size.tasks,
        visibility,
        precision: precisionOfScan(size, visibility.value),
        ...costOf(size, await meanCosts(team.id, project_id)),
      },
    }
  },
})

const usualVisibility = 0.3
const maxListedOccurrences = 3

function turnsOf(when: Schedule, zone: string, after: Date): string[] {
  const occurrences: Date[] = []
  for (
    let at = nextOccurrence(when, zone, after);
    at && occurrences.length < maxListedOccurrences;
    at = nextOccurrence(when, zone, at)
  )
    occurrences.push(at)
  return occurrences.map((at) => at.toISOString())
}

function precisionOfScan({ unbrandedPrompts, regions, runs, engines }: ScanSize, share: number) {
  const ofEngine = unbrandedPrompts * regions * runs
  return [null, ...engines.map((engine) => engine.id)].map((engine_id) => {
    const answers_n = engine_id === null ? ofEngine * engines.length : ofEngine
    const { interval, halfWidth, worstHalfWidth, detectableChange, confidence } = precisionOf(answers_n, share)
    return {
      engine_id,
      answers_n,
      interval,
      half_width: halfWidth,
      worst_half_width: worstHalfWidth,
      detectable_change: detectableChange,
      confidence,
    }
  })
}

function costOf(
  { engines, tasks }: ScanSize,
  means: Map<string, number>,
): Pick<ScanEstimate, "by_engine" | "cost_usd"> {
  const by_engine = engines.map(({ id, name }) => {
    const is_sample = id === "sample"
    const mean = is_sample ? 0 : means.get(id)
    const share = tasks / engines.length
    return { engine_id: id, name, is_sample, tasks: share, cost_usd: mean === undefined ? null : mean * share }
  })
  const isKnown = by_engine.every(({ cost_usd }) => cost_usd !== null)
  return { by_engine, cost_usd: isKnown ? by_engine.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0) : null }
}
