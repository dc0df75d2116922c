/** Defines the parameters of a metrics query, and the checks that its schema cannot express. */
import { z } from "zod"
import { type FieldError, parameterError } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { type PromptScope, promptScopes } from "@/domain/kernel/scan-values"
import type { Check } from "@/domain/kernel/validate"
import { rangeChecks } from "@/domain/metrics/period"
import { rangeInput } from "@/domain/metrics/period-input"

export const groupings = ["brand", "engine", "region", "topic", "prompt", "date", "week", "month", "scan"] as const
export type Grouping = (typeof groupings)[number]
export const timeGroupings: readonly Grouping[] = ["date", "week", "month", "scan"]

const { granularity: _, ...range } = rangeInput
const filterList = <T extends z.ZodType>(item: T, description: string) =>
  z.array(item).min(1).max(200).optional().meta({ description })

/** Maximum of `limit`. */
export const maxMetricsRows = 10_000

export const metricsInput = z.strictObject({
  project_id: id("aiProject"),
  ...range,
  scan_id: id("scan").optional().meta({
    description:
      "Use the answers of this scan instead of a period. With `compare=previous_period`, it is compared with the scan before it.",
  }),
  compare_scan_id: id("scan").optional().meta({ description: "The scan to compare with." }),
  brand_id: filterList(id("brand"), "Only rows of these brands. The filter does not change any metric."),
  group_by: z
    .array(z.enum(groupings))
    .max(4)
    .default(["brand"])
    .meta({
      description:
        "The columns to group by. The response has one row per combination. Without `brand`, the rows cover only your brand, or the brands in `brand_id`.",
      examples: [["brand", "engine"]],
    }),
  engine: filterList(z.string().max(60), "Only answers of these engines."),
  region: filterList(z.string().max(10), "Only answers from these regions (ISO 3166-1 alpha-2 codes)."),
  topic_id: filterList(id("topic"), "Only prompts of these topics."),
  prompt_id: filterList(id("prompt"), "Only these prompts."),
  tag: filterList(z.string().max(100), "Only prompts with at least one of these tags."),
  is_branded: z.boolean().optional().meta({
    description: "`true` is the same as `prompt_scope=branded`, and `false` the same as `prompt_scope=unbranded`.",
  }),
  prompt_scope: z.enum(promptScopes).optional().meta({
    description:
      "Which prompts to include. Default: `unbranded`. Prompts that contain your brand's name are excluded, because their answers repeat the name.",
  }),
  intervals: z.enum(["auto", "quick", "bootstrap"]).default("auto").meta({
    deprecated: true,
    description: "Has had no effect since 2026-11-24, because every response has intervals.",
  }),
  ci_scope: z.enum(["panel", "population"]).default("panel").meta({
    description:
      "What the intervals describe. `panel`: exactly the prompts of the prompt set. `population`: other prompts like them, too. `population` compares topics and needs answers on 10 topics. Otherwise it returns no interval and adds a warning. Its intervals are several times as wide.",
  }),
  limit: z.int().min(1).max(maxMetricsRows).default(1_000).meta({ description: "The maximum number of rows." }),
})
export type MetricsQuery = z.output<typeof metricsInput>

/** Resolves `prompt_scope` and `is_branded` to one scope. */
export const promptScopeOf = ({ prompt_scope, is_branded }: MetricsQuery): PromptScope =>
  prompt_scope ?? (is_branded ? "branded" : "unbranded")

/** Rejects parameters that contradict each other. */
export const metricsChecks: Check<MetricsQuery>[] = [
  ...rangeChecks("none"),
  { reads: ["scan_id", "range", "from", "to"], fieldErrors: rejectPeriodOfScan },
  { reads: ["scan_id", "compare_scan_id", "compare"], fieldErrors: rejectComparison },
  { reads: ["compare", "compare_scan_id", "group_by"], fieldErrors: rejectComparedTimes },
  { reads: ["is_branded", "prompt_scope"], fieldErrors: rejectContradictoryScope },
  {
    reads: ["group_by"],
    fieldErrors: ({ group_by }) =>
      new Set(group_by).size < group_by.length
        ? [parameterError("group_by", "group_by contains a value twice.", "Send each value once.")]
        : [],
  },
]

function rejectPeriodOfScan(query: MetricsQuery): FieldError[] {
  const periodParameter = (["range", "from", "to"] as const).find((name) => query[name] !== undefined)
  if (!query.scan_id || !periodParameter) return []
  return [
    parameterError(periodParameter, `${periodParameter} and scan_id exclude each other.`, "Send a period or a scan."),
  ]
}

function rejectComparison({ scan_id, compare_scan_id, compare = "none" }: MetricsQuery): FieldError[] {
  const fieldErrors: FieldError[] = []
  if (scan_id && !["none", "previous_period"].includes(compare))
    fieldErrors.push(
      parameterError("compare", `compare=${compare} cannot be used with scan_id.`, "Use compare=previous_period."),
    )
  if (compare_scan_id && compare_scan_id === scan_id)
    fieldErrors.push(
      parameterError("compare_scan_id", "compare_scan_id and scan_id are the same scan.", "Send a different scan."),
    )
  if (compare_scan_id && compare !== "none")
    fieldErrors.push(parameterError("compare", "compare and compare_scan_id exclude each other.", "Send one of them."))
  return fieldErrors
}

/** Only the days and weeks of two periods correspond to each other (`inCurrentPeriod`). */
function rejectComparedTimes({ compare = "none", compare_scan_id, group_by }: MetricsQuery): FieldError[] {
  const rejected: readonly Grouping[] = compare_scan_id ? timeGroupings : ["month", "scan"]
  const time = group_by.find((grouping) => rejected.includes(grouping))
  if (!time || (compare === "none" && !compare_scan_id)) return []
  const name = compare_scan_id ? "compare_scan_id" : "compare"
  return [
    parameterError(
      name,
      `${name} cannot be combined with group_by=${time}.`,
      compare_scan_id ? "Leave the time out of group_by." : "Group by date or week, or compare whole periods.",
    ),
  ]
}

function rejectContradictoryScope({ is_branded, prompt_scope }: MetricsQuery): FieldError[] {
  if (is_branded === undefined || !prompt_scope || (prompt_scope === "branded") === is_branded) return []
  return [parameterError("is_branded", "is_branded and prompt_scope contradict each other.", "Send one of them.")]
}
