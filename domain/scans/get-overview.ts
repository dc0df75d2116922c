/**
 * Gets one scan with its progress and, once it has ended, the result of your brand, and whether it changed since the
 * previous scan.
 */
import { z } from "zod"
import type { TeamContext } from "@/domain/kernel/context"
import { id } from "@/domain/kernel/ids"
import { defineOperation, run } from "@/domain/kernel/operation"
import { type Verdict, verdicts } from "@/domain/kernel/scan-values"
import { getMetrics } from "@/domain/visibility/get-metrics"
import type { MetricsRow } from "@/domain/visibility/metrics-table"
import { readProgress, scanProgress } from "./get-progress"
import type { Scan } from "./scan"

const nullableNumber = z.number().nullable()

const testedMetric = z.object({
  value: nullableNumber,
  ci_low: nullableNumber,
  ci_high: nullableNumber,
  previous: nullableNumber,
  verdict: z.enum(verdicts).nullable(),
})

const overview = scanProgress.extend({
  retry_after_seconds: z.int().nullable().meta({
    description: "When to read the scan again. `null` if it has ended.",
  }),
  result: z
    .object({
      brand: z.string(),
      answers_n: z.int(),
      visibility: testedMetric,
      share_of_voice: testedMetric,
      average_position: testedMetric,
      citation_rate: testedMetric,
      sentiment_score: testedMetric,
    })
    .nullable()
    .meta({
      description:
        "The result of your brand in answers to prompts without its name. `null` until the scan is completed or partial.",
    }),
})
type Result = z.infer<typeof overview>["result"]

export const getScanOverview = defineOperation({
  id: "scans.getOverview",
  summary: "Get a scan with its progress and its result",
  audience: "team",
  kind: "query",
  tool: {
    name: "get_scan",
    title: "Get scan",
    page: "ai-visibility/{project_id}/scans/{id}",
    description:
      "Returns the status of one scan with its progress by engine and, once it is completed or partial, the result of your brand, and whether it changed since the previous scan. While it runs, wait retry_after_seconds between calls.",
  },
  resources: [
    {
      uri: "app://scans/{scan_id}",
      name: "scan",
      title: "Scan",
      description: "The status, progress and result of a scan.",
      ttlSeconds: 10,
      // The costs of requests in flight are still added to a canceled scan.
      isFinal: ({ status }) => status === "completed" || status === "partial" || status === "failed",
    },
  ],
  input: z.strictObject({ scan_id: id("scan") }),
  output: overview,
  async handle(ctx, { scan_id }) {
    const progress = await readProgress(ctx.team.id, scan_id, ctx.now())
    // Not by `finished_at`, which is set before the result and the final status are written.
    const isOpen = progress.status === "queued" || progress.status === "running"
    const retry_after_seconds = isOpen ? secondsToWait(progress.seconds_left) : null
    return { data: { ...progress, retry_after_seconds, result: await readResult(ctx, progress) } }
  },
})

const minWaitSeconds = 30
const maxWaitSeconds = 300

function secondsToWait(secondsLeft: number | null) {
  return Math.ceil(Math.min(Math.max(secondsLeft ?? minWaitSeconds, minWaitSeconds), maxWaitSeconds))
}

/** Null when the project has no brand of its own, or the scan has no answers to prompts without its name. */
async function readResult(ctx: TeamContext, { id: scan_id, project_id, status }: Scan): Promise<Result> {
  if (status !== "completed" && status !== "partial") return null
  const query = { project_id, scan_id, compare: "previous_period" as const, group_by: [] }
  const { data } = await run(getMetrics, ctx, query)
  const [row] = data.rows
  if (!row) return null
  return {
    brand: row.brand.name,
    answers_n: row.answers_n,
    visibility: metricOf(row, "visibility", row.change?.verdict),
    share_of_voice: otherMetricOf(row, "share_of_voice"),
    average_position: otherMetricOf(row, "average_position"),
    citation_rate: otherMetricOf(row, "citation_rate"),
    sentiment_score: otherMetricOf(row, "sentiment_score"),
  }
}

/** Visibility has a verdict of its own. The other metrics have theirs in `change.metrics`. */
type OtherMetric = keyof NonNullable<MetricsRow["change"]>["metrics"]

const otherMetricOf = (row: MetricsRow, name: OtherMetric) => metricOf(row, name, row.change?.metrics[name].verdict)

function metricOf({ change, ...row }: MetricsRow, name: OtherMetric | "visibility", verdict: Verdict | undefined) {
  const { value, ci } = row[name]
  return {
    value,
    ci_low: ci?.low ?? null,
    ci_high: ci?.high ?? null,
    previous: change?.previous?.[name].value ?? null,
    verdict: verdict ?? null,
  }
}
