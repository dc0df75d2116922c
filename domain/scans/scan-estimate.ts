/** Public shape of a scan estimate: what the scan would ask, cost and be able to show. */
import { z } from "zod"
import { confidences } from "@/domain/ai-visibility/statistics/confidence"
import { timestamp } from "@/domain/kernel/fields"
import { blocker } from "./blockers"

const count = (description: string) => z.int().meta({ description })
const dollars = z.number().nullable().meta({ description: "By what earlier answers cost; null: not known" })

const precision = z.object({
  engine_id: z.string().nullable().meta({ description: "null: all engines together" }),
  answers_n: count("Answers to prompts that do not name the own brand: those that figures are made of"),
  interval: z
    .object({ low: z.number(), high: z.number() })
    .nullable()
    .meta({ description: "The 95 % interval (Wilson) around `visibility`; null without answers" }),
  half_width: z
    .number()
    .nullable()
    .meta({ description: "Half of the 95 % interval (Wilson) around `visibility`, 0 to 1; null without answers" }),
  worst_half_width: z.number().nullable().meta({ description: "The same at a visibility of 0.5, where it is widest" }),
  detectable_change: z.number().nullable().meta({
    description:
      "The smallest change of visibility between two such scans that is found four times in five; null below ten answers",
  }),
  confidence: z.enum(confidences),
})

export const scanEstimate = z
  .object({
    prompts_n: z.int(),
    engines: z.array(z.string()),
    regions_n: count("1 when no region is chosen"),
    runs_per_prompt: z.int(),
    cells_n: count("Prompts x engines x regions"),
    tasks: count("Answers that the scan asks for: cells x runs"),
    left_this_month: count("Answers that the plan and the project's budget leave in this calendar month (UTC)"),
    allowed_a_month: count("Answers that the plan and the project's budget allow in a month"),
    fits: z.boolean().meta({ description: "Whether the scan fits into what is left of this month" }),
    blockers: z
      .array(blocker)
      .meta({ description: "Why the scan cannot start now, what to mend first at the front; empty: it can" }),
    scans_a_month: count("The most that the schedule starts in one month; 0: scans start by hand"),
    next_scans: z
      .array(timestamp())
      .meta({ description: "The next three turns of the schedule, of an active project; empty: scans start by hand" }),
    tasks_a_month: count("The answers that those ask for"),
    visibility: z
      .object({ value: z.number(), is_measured: z.boolean() })
      .meta({ description: "Which `precision` is for: of the latest finished scan, or 0.3 before the first one" }),
    precision: z.array(precision).meta({ description: "All engines together, then each of them" }),
    cost_usd: dollars,
    by_engine: z.array(
      z.object({
        engine_id: z.string(),
        name: z.string(),
        is_sample: z.boolean().meta({ description: "true: its answers are invented" }),
        tasks: z.int(),
        cost_usd: dollars,
      }),
    ),
  })
  .meta({ id: "ScanEstimate" })
export type ScanEstimate = z.infer<typeof scanEstimate>
