/** Data of `scan.completed`: how a scan ended, and the metrics of your brand. */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { promptScopes, scanTriggers, verdicts } from "@/domain/kernel/scan-values"
import { aboutClient, exampleAboutClient, openObject } from "./open-object"

const count = () => z.int().min(0)

const scanMetric = openObject({
  value: z.number().nullable().meta({ description: "The value. `null` if nothing was counted." }),
  numerator: z.number().meta({ description: "The numerator of the value." }),
  denominator: z.number().meta({ description: "The denominator of the value." }),
  ci_low: z
    .number()
    .nullable()
    .meta({ description: "The lower bound of the 95% interval. `null` if no interval was computed." }),
  ci_high: z
    .number()
    .nullable()
    .meta({ description: "The upper bound of the 95% interval. `null` if no interval was computed." }),
  previous: z.number().nullable().meta({ description: "The value in the previous scan. `null` if it is not known." }),
  change: z.enum(verdicts).nullable().meta({
    description:
      "The verdict on the change since the previous scan. In this event only visibility has one, and it is `null` for the other metrics. With `compare=previous_period`, the path in `links.metrics` returns a verdict for each metric.",
  }),
})
/** One metric of the scan, with its interval and its change since the previous scan. */
export type ScanMetric = z.input<typeof scanMetric>

export const scanCompleted = openObject({
  scan: openObject({
    id: id("scan"),
    status: z.enum(["completed", "partial", "failed"]).meta({
      description:
        "How the scan ended. `partial`: at least 80% of the answers are valid, and at least 50% for every engine. `failed`: fewer answers are valid.",
    }),
    trigger: z.enum(scanTriggers).meta({ description: "How the scan was started." }),
    panel_version: z.int().meta({ description: "The version of the prompt set that the scan used." }),
    selection: openObject({
      engines: z.array(z.string()).meta({ description: "The IDs of these engines." }),
      prompts_n: count().meta({ description: "The number of these prompts." }),
    })
      .nullable()
      .meta({
        description:
          "The engines and prompts that the scan asked, if it asked only some of the project's. Trends do not include such a scan. `null` if it asked all.",
      }),
    project: openObject({
      id: id("aiProject"),
      name: z.string().meta({ description: "The name of the project." }),
    }).meta({ description: "The AI-visibility project of the scan." }),
    client: aboutClient,
    started_at: timestamp()
      .nullable()
      .meta({ description: "The time when the scan started. `null` if it never started." }),
    finished_at: timestamp().meta({ description: "The time when the scan ended." }),
    duration_ms: count()
      .nullable()
      .meta({ description: "The time between start and end, in milliseconds. `null` if the scan never started." }),
    tasks: openObject({
      total: count().meta({ description: "The number of all tasks." }),
      succeeded: count().meta({ description: "The number of tasks with a valid answer." }),
      failed: count().meta({ description: "The number of tasks that ended without a valid answer." }),
      skipped: count().meta({
        description:
          "The number of tasks that were skipped, because the scan was canceled or the engine was turned off.",
      }),
    }).meta({ description: "The tasks of the scan. A task asks one prompt of one engine in one region, once." }),
    engines: z
      .array(
        openObject({
          id: z.string().meta({ description: "The ID of the engine." }),
          model: z.string().nullable().meta({ description: "The model that answered. `null` if it is not known." }),
          answers_valid: count().meta({ description: "The number of valid answers." }),
          failed: count().meta({ description: "The number of failed tasks." }),
          error_codes: z
            .record(z.string(), count())
            .meta({ description: "The number of failed tasks, by error code." }),
        }),
      )
      .meta({ description: "The results of each engine." }),
    cost_usd: z.number().nullable().meta({
      description: "The cost of the scan, in US dollars. `null` if the price of any request is not known.",
    }),
    results: openObject({
      prompt_scope: z.enum(promptScopes).meta({
        description: "Which prompts the metrics cover: those without the name of your brand, those with it, or all.",
      }),
      brand_id: id("brand").nullable().meta({ description: "The ID of your brand. `null` if the project has none." }),
      visibility: scanMetric.meta({ description: "The answers that mention the brand, divided by all answers." }),
      share_of_voice: scanMetric.meta({
        description:
          "Mentions of the brand, divided by the mentions of all tracked brands. An answer counts as one mention of each brand in it.",
      }),
      average_position: scanMetric.meta({
        description:
          "The mean rank among the mentioned brands, over the answers that mention the brand. The value is `null` below 5 mentions.",
      }),
      citation_rate: scanMetric.meta({
        description: "The answers that cite a page of the brand, divided by all answers.",
      }),
      sentiment_score: scanMetric.meta({
        description: "50 + 50 × (positive - negative) / mentions with a sentiment, from 0 to 100.",
      }),
    }).meta({ description: "The metrics of your brand in the scan." }),
    comparable_to_previous: z
      .boolean()
      .meta({ description: "`true` if the scan has enough in common with the previous one to compare them." }),
    not_comparable_reason: z.string().nullable().meta({
      description:
        "`no_previous_scan`, `too_little_in_common` if prompts or engines differ too much, `brands_changed` if a brand changed during the scan, or `selection` if the scan asked only some of the project's engines or prompts. `null` if the scans are comparable.",
    }),
    signals_created: count().meta({
      description:
        "The number of signals that the scan has caused so far. Signals are created after this event, so it is 0 when the scan ends. Each signal sends its own `signal.created`, with the scan in `evidence.scan_id`.",
    }),
    links: openObject({
      self: z.string().meta({ description: "The path of the scan in this API." }),
      metrics: z.string().meta({ description: "The path of the scan's metrics in this API." }),
    }).meta({ description: "Where to find more." }),
  }).meta({ description: "The scan that ended." }),
})
export type ScanCompleted = z.input<typeof scanCompleted>

const withoutInterval = { ci_low: null, ci_high: null, change: null }
const project = `/api/v1/ai-visibility/projects/${exampleId("aiProject")}`

export const exampleScanCompleted: ScanCompleted = {
  scan: {
    id: exampleId("scan"),
    status: "completed",
    trigger: "schedule",
    panel_version: 4,
    selection: null,
    project: { id: exampleId("aiProject"), name: "Bergamo Bikes: e-bikes" },
    client: exampleAboutClient,
    started_at: "2026-11-16T05:00:02.000Z",
    finished_at: "2026-11-16T05:12:40.000Z",
    duration_ms: 758_000,
    tasks: { total: 360, succeeded: 352, failed: 8, skipped: 0 },
    engines: [
      { id: "openai", model: "gpt-5", answers_valid: 118, failed: 2, error_codes: { timeout: 2 } },
      { id: "perplexity", model: "sonar", answers_valid: 234, failed: 6, error_codes: { rate_limited: 6 } },
    ],
    cost_usd: 3.412,
    results: {
      prompt_scope: "unbranded",
      brand_id: exampleId("brand"),
      visibility: {
        value: 0.412,
        numerator: 145,
        denominator: 352,
        ci_low: 0.362,
        ci_high: 0.464,
        previous: 0.381,
        change: "no_clear_change",
      },
      share_of_voice: { value: 0.171, numerator: 145, denominator: 848, previous: 0.166, ...withoutInterval },
      average_position: { value: 2.4, numerator: 348, denominator: 145, previous: 2.6, ...withoutInterval },
      citation_rate: {
        ...withoutInterval,
        value: 0.125,
        numerator: 44,
        denominator: 352,
        ci_low: 0.094,
        ci_high: 0.164,
        previous: 0.119,
      },
      sentiment_score: { value: 71.2, numerator: 47, denominator: 111, previous: 70.1, ...withoutInterval },
    },
    comparable_to_previous: true,
    not_comparable_reason: null,
    signals_created: 0,
    links: {
      self: `/api/v1/scans/${exampleId("scan")}`,
      metrics: `${project}/metrics?scan_id=${exampleId("scan")}`,
    },
  },
}
