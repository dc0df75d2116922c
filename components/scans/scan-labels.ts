/** Formats scans: state, who started them, duration and cost. */
import type { Data, Scan } from "@/components/api/types"
import { engineName } from "@/domain/ai-engines/engine-names"
import { count, formatCost, pluralize } from "@/domain/kernel/format-count"

export type Progress = Data<"scans", "getProgress">

type State = { label: string; dot: "clear" | "caution" | "danger" | "idle" }

export const states: Record<Scan["status"], State> = {
  queued: { label: "queued", dot: "idle" },
  running: { label: "in progress", dot: "caution" },
  completed: { label: "completed", dot: "clear" },
  partial: { label: "partial", dot: "caution" },
  failed: { label: "failed", dot: "danger" },
  canceled: { label: "canceled", dot: "idle" },
}

export const isInProgress = ({ status }: Pick<Scan, "status">) => status === "queued" || status === "running"

/** "3 prompts on Perplexity", for a scan that asks only some of the project's. Null for all others. */
export function selectionOf({ selection }: Pick<Scan, "selection">): string | null {
  if (!selection) return null
  const engines = new Intl.ListFormat("en").format(selection.engines.map(engineName))
  return `${pluralize(selection.prompts_n, "prompt")} on ${engines}`
}

/** True if the scan has enough answers for metrics. */
export const hasMetrics = ({ status }: Pick<Scan, "status">) => status === "completed" || status === "partial"

/** "Ada Lindqvist", "the schedule", "an import" */
export const starterOf = ({ started_by, trigger }: Pick<Scan, "started_by" | "trigger">) =>
  started_by ?? { schedule: "the schedule", import: "an import", manual: "a former member", api: "the API" }[trigger]

/** With fewer scans, `commonParts` returns nothing. */
const minComparedScans = 3

type Comparable = Pick<
  Scan,
  "status" | "answers_valid" | "tasks" | "started_by" | "trigger" | "started_at" | "finished_at"
>

/**
 * Returns what is the same and as expected in all of these scans, in words. A part is null if it differs, or if it
 * needs attention in one of the scans.
 */
export function commonParts(scans: Comparable[]) {
  const isTrueForAll = (test: (scan: (typeof scans)[number]) => boolean) =>
    scans.length >= minComparedScans && scans.every(test)
  const [duration = ""] = scans.map(durationOf)
  return {
    status: isTrueForAll(({ status }) => status === "completed") ? "completed" : null,
    answers: isTrueForAll(({ answers_valid, tasks }) => answers_valid === tasks.total) ? "all answers arrived" : null,
    starter: isTrueForAll(({ started_by, trigger }) => !started_by && trigger === "schedule")
      ? "started by the schedule"
      : null,
    duration: duration && isTrueForAll((scan) => durationOf(scan) === duration) ? duration : null,
  }
}

/** The duration, such as "12 min". Empty before the start and while the scan runs. */
export function durationOf({ started_at, finished_at }: Pick<Scan, "started_at" | "finished_at">): string {
  if (!started_at || !finished_at) return ""
  return formatDuration((Date.parse(finished_at) - Date.parse(started_at)) / 1_000)
}

/** "40 s", "12 min", "2 h 5 min" */
export function formatDuration(seconds: number): string {
  if (seconds < 1) return "under 1 s"
  if (seconds < 90) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** A dash if the cost is not known. */
export const costOf = ({ cost_usd }: Pick<Scan, "cost_usd">) => (cost_usd === null ? "–" : formatCost(cost_usd))

/** Describes the outcome of a scan, and what it means for the metrics. */
export function describeOutcome({
  status,
  tasks,
  answers_valid,
}: Pick<Scan, "status" | "tasks" | "answers_valid">): string {
  const done = tasks.succeeded + tasks.failed + tasks.skipped
  const answers = `${count(answers_valid)} of ${count(tasks.total)} answers`
  switch (status) {
    case "queued":
      return "The scan is queued. You can leave this page."
    case "running":
      return done < tasks.total
        ? "The engines are answering questions. You can leave this page. The scan continues."
        : "All questions are done. The answers are being classified and counted."
    case "completed":
      return tasks.total === 1 ? "The only answer arrived." : `All ${count(tasks.total)} answers arrived.`
    case "partial":
      return `${answers} arrived, which is enough for metrics: at least 80% overall and 50% for each engine.`
    case "failed":
      return `${answers} arrived, which is too few for metrics. They are stored, but not included in trends. Check the errors below, then start another scan.`
    case "canceled":
      return tasks.succeeded > 0
        ? `${answers} had arrived. They are stored, but not included in metrics.`
        : "The scan was canceled before the first answer."
  }
}
