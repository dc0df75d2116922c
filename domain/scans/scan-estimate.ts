/** Public shape of a scan estimate: what the scan would ask, cost and be able to show. */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { confidences } from "@/domain/visibility/statistics/confidence"
import { blocker } from "./blockers"

const count = (description: string) => z.int().meta({ description })
const dollars = z
  .number()
  .nullable()
  .meta({ description: "The estimated cost, based on earlier answers. `null` if it is not known." })

const precision = z.object({
  engine_id: z.string().nullable().meta({ description: "The engine. `null` for all engines together." }),
  answers_n: count(
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
  detectable_change: z.number().nullable().meta({
    description:
      "The smallest change of visibility between two such scans that is detected in four of five cases. `null` below ten answers.",
  }),
  confidence: z.enum(confidences),
})

export const scanEstimate = z
  .object({
    prompts_n: z.int(),
    engines: z.array(z.string()),
    regions_n: count("The number of regions. `1` if no region is selected."),
    runs_per_prompt: z.int(),
    cells_n: count("The number of cells: prompts × engines × regions."),
    tasks: count("The number of answers that the scan requests: cells × runs."),
    left_this_month: count(
      "The number of answers that the plan and the project's budget leave for this calendar month (UTC).",
    ),
    allowed_a_month: count("The number of answers per month that the plan and the project's budget allow."),
    fits: z.boolean().meta({ description: "`true` if the scan fits into what is left of this month." }),
    blockers: z.array(blocker).meta({
      description:
        "The reasons why the scan cannot start now, in the order in which to resolve them. Empty if the scan can start.",
    }),
    scans_a_month: count("The maximum number of scheduled scans per month. `0` for manual scans."),
    next_scans: z
      .array(timestamp())
      .meta({ description: "The next three scheduled times of an active project. Empty for manual scans." }),
    tasks_a_month: count("The number of answers that these scans request."),
    visibility: z.object({ value: z.number(), is_measured: z.boolean() }).meta({
      description:
        "The visibility for which `precision` is computed: that of the latest finished scan, or 0.3 before the first scan.",
    }),
    precision: z
      .array(precision)
      .meta({ description: "The precision for all engines together, then for each engine." }),
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
  .meta({ id: "ScanEstimate" })
export type ScanEstimate = z.infer<typeof scanEstimate>
