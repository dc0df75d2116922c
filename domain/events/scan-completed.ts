/** Data of `scan.completed`: how a scan ended, and the metrics of your brand. */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { scanTriggers } from "@/domain/scans/scan"
import { promptScopes } from "@/domain/visibility/metrics-query"
import { verdicts } from "@/domain/visibility/statistics/change"
import { aboutClient, exampleAboutClient } from "./about-client"
import { openObject } from "./open-object"

const count = () => z.int().min(0)

const figure = openObject({
  value: z.number().nullable().meta({ description: "The value. `null` if nothing was counted." }),
  numerator: z.number(),
  denominator: z.number(),
  ci_low: z
    .number()
    .nullable()
    .meta({ description: "The lower bound of the 95% interval. `null` if no interval was computed." }),
  ci_high: z
    .number()
    .nullable()
    .meta({ description: "The upper bound of the 95% interval. `null` if no interval was computed." }),
  previous: z.number().nullable().meta({ description: "The value in the previous scan." }),
  change: z.enum(verdicts).nullable().meta({
    description:
      "The verdict on the change since the previous scan. `null` for metrics that are not tested. Only visibility is tested.",
  }),
})
export type ScanFigure = z.input<typeof figure>

export const scanCompleted = openObject({
  scan: openObject({
    id: id("scan"),
    status: z.enum(["completed", "partial", "failed"]),
    trigger: z.enum(scanTriggers),
    panel_version: z.int(),
    project: openObject({ id: id("aiProject"), name: z.string() }),
    client: aboutClient,
    started_at: timestamp().nullable(),
    finished_at: timestamp(),
    duration_ms: count().nullable(),
    tasks: openObject({ total: count(), succeeded: count(), failed: count(), skipped: count() }),
    engines: z.array(
      openObject({
        id: z.string(),
        model: z.string().nullable(),
        answers_valid: count(),
        failed: count(),
        error_codes: z.record(z.string(), count()).meta({ description: "The number of failed tasks, by error code." }),
      }),
    ),
    cost_usd: z.number(),
    results: openObject({
      prompt_scope: z.enum(promptScopes),
      brand_id: id("brand").nullable().meta({ description: "Your brand in the project." }),
      visibility: figure,
      share_of_voice: figure,
      average_position: figure,
      citation_rate: figure,
      sentiment_score: figure,
    }),
    comparable_to_previous: z.boolean(),
    not_comparable_reason: z.string().nullable(),
    signals_created: count(),
    links: openObject({ self: z.string(), metrics: z.string() }),
  }),
})
export type ScanCompleted = z.input<typeof scanCompleted>

const untested = { ci_low: null, ci_high: null, change: null }
const project = `/api/v1/ai-visibility/projects/${exampleId("aiProject")}`

export const exampleScanCompleted: ScanCompleted = {
  scan: {
    id: exampleId("scan"),
    status: "completed",
    trigger: "schedule",
    panel_version: 4,
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
      share_of_voice: { value: 0.171, numerator: 145, denominator: 848, previous: 0.166, ...untested },
      average_position: { value: 2.4, numerator: 348, denominator: 145, previous: 2.6, ...untested },
      citation_rate: {
        ...untested,
        value: 0.125,
        numerator: 44,
        denominator: 352,
        ci_low: 0.094,
        ci_high: 0.164,
        previous: 0.119,
      },
      sentiment_score: { value: 71.2, numerator: 47, denominator: 111, previous: 70.1, ...untested },
    },
    comparable_to_previous: true,
    not_comparable_reason: null,
    signals_created: 2,
    links: {
      self: `/api/v1/scans/${exampleId("scan")}`,
      metrics: `${project}/metrics?scan_id=${exampleId("scan")}`,
    },
  },
}
