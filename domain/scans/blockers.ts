/**
 * Reasons why a scan cannot start, each with a fix. The estimate, a manual start and the schedule report the same
 * reasons.
 */
import { z } from "zod"
import { isSampleEngine } from "@/domain/ai-engines/kinds"
import { type ErrorCode, Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"

/**
 * The error code of a failed start, by blocker. Blockers are part of the public API. `scan_under_way`: a scan is in
 * progress. `sample_beside_others`: sample and real engines are combined.
 *
 * The spend cap blocks no start. Tasks that it does not cover fail while the scan runs (spend-cap.ts).
 */
const errorOf = {
  client_archived: "state_conflict",
  client_paused: "state_conflict",
  project_archived: "state_conflict",
  project_paused: "state_conflict",
  scan_under_way: "state_conflict",
  no_engine: "state_conflict",
  engine_not_set_up: "state_conflict",
  sample_beside_others: "state_conflict",
  no_prompts: "state_conflict",
  plan_required: "plan_required",
  over_budget: "plan_limit_reached",
} as const satisfies Record<string, ErrorCode>

export type BlockerCode = keyof typeof errorOf
const blockerCodes = Object.keys(errorOf) as [BlockerCode, ...BlockerCode[]]

export const blocker = z.object({
  code: z.enum(blockerCodes),
  message: z.string(),
  fix: z.string(),
  scan_id: id("scan").optional().meta({ description: "The ID of the running scan. Only for `scan_under_way`." }),
  engine_ids: z
    .array(z.string())
    .optional()
    .meta({ description: "The engines that are not set up. Only for `engine_not_set_up`." }),
})
export type Blocker = z.infer<typeof blocker>

/** Facts that decide whether a scan can start. */
export type ScanPreconditions = {
  clientStatus: string
  projectStatus: string
  openScanId: string | null
  engines: readonly { id: string; name: string; is_usable: boolean }[]
  prompts: number
  tasks: number
  /** Answers left this month. */
  answersLeft: number
  /** Answers per month that the plan allows. */
  answersOfPlan: number
}

/** Returns every blocker. The one to fix first comes first. */
export const listBlockers = (preconditions: ScanPreconditions): Blocker[] => [
  ...statusBlockers(preconditions),
  ...engineBlockers(preconditions),
  ...promptBlockers(preconditions),
  ...budgetBlockers(preconditions),
]

function statusBlockers({ clientStatus, projectStatus, openScanId }: ScanPreconditions): Blocker[] {
  const blockers: Blocker[] = []
  if (clientStatus === "archived")
    blockers.push({
      code: "client_archived",
      message: "This project's client is archived.",
      fix: "Restore the client first.",
    })
  if (clientStatus === "paused")
    blockers.push({
      code: "client_paused",
      message: "This project's client is paused.",
      fix: "Resume the client first.",
    })
  if (projectStatus === "archived")
    blockers.push({
      code: "project_archived",
      message: "This project is archived.",
      fix: "Reactivate the project first.",
    })
  if (projectStatus === "paused")
    blockers.push({
      code: "project_paused",
      message: "This project is paused.",
      fix: "Resume the project first.",
    })
  if (openScanId !== null)
    blockers.push({
      code: "scan_under_way",
      message: "A scan of this project is already in progress.",
      fix: "Wait until it finishes, or cancel it.",
      scan_id: openScanId,
    })
  return blockers
}

function engineBlockers({ engines }: ScanPreconditions): Blocker[] {
  const blockers: Blocker[] = []
  if (engines.length === 0)
    blockers.push({
      code: "no_engine",
      message: "This project has no engines.",
      fix: "Choose at least one engine for this project.",
    })
  const unusable = engines.filter((engine) => !engine.is_usable)
  if (unusable.length > 0) {
    const names = unusable.map(({ id, name }) => `${name} (${id})`).join(", ")
    blockers.push({
      code: "engine_not_set_up",
      message: `${names} ${unusable.length === 1 ? "is" : "are"} not set up.`,
      fix: "Ask an owner or admin to set it up under Settings -> AI engines, or choose a different engine for this project.",
      engine_ids: unusable.map((engine) => engine.id),
    })
  }
  const samples = engines.filter(({ id }) => isSampleEngine(id))
  if (samples.length > 0 && samples.length < engines.length)
    blockers.push({
      code: "sample_beside_others",
      message: "The sample engine invents answers, so it cannot be combined with other engines.",
      fix: "Choose only the sample engine, or remove it.",
    })
  return blockers
}

function promptBlockers({ prompts }: ScanPreconditions): Blocker[] {
  if (prompts > 0) return []
  return [{ code: "no_prompts", message: "This project has no active prompts.", fix: "Add at least one prompt." }]
}

function budgetBlockers({ tasks, answersLeft, answersOfPlan }: ScanPreconditions): Blocker[] {
  if (answersOfPlan === 0)
    return [
      {
        code: "plan_required",
        message: "The team's plan does not include answers of AI engines.",
        fix: "Change the plan. Settings -> Plan shows who can do this.",
      },
    ]
  if (tasks <= answersLeft) return []
  return [
    {
      code: "over_budget",
      message: `The scan needs ${tasks} answers, but only ${answersLeft} are left this month.`,
      fix: "Reduce the runs, engines or prompts, or ask an admin to raise the budget.",
    },
  ]
}

/** Converts a blocker into the error of a failed start. */
export function toStartProblem(blocker: Blocker, { tasks, answersLeft }: { tasks: number; answersLeft: number }) {
  const { code, message, fix, scan_id } = blocker
  const budget = code === "over_budget" ? { tasks, left: answersLeft } : {}
  return new Problem(errorOf[code], `${message} ${fix}`, {
    extra: { blocker: code, ...(scan_id && { scan_id }), ...budget },
  })
}
