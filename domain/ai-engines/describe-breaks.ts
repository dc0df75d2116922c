/**
 * Describes the breaks of a series of scans in the words of charts. Breaks come from `meta.warnings` of
 * `aiVisibility.getMetrics`.
 */
import type { SeriesBreak, Warning } from "@/domain/kernel/warnings"
import { engineName } from "./engine-names"

/** A day from which values cannot be compared with earlier ones. */
export type DatedBreak = { date: string; reason: string }

/** The breaks in these warnings, for a chart whose points are days. */
export const datedBreaks = (warnings: readonly Pick<Warning, "break">[]): DatedBreak[] =>
  warnings.flatMap(({ break: found }) => (found ? [{ date: found.date, reason: breakReason(found) }] : []))

type Described = Pick<SeriesBreak, "kind" | "engine" | "from" | "to" | "added_n" | "removed_n">

/** "Prompts changed: 3 added, 1 removed" or "ChatGPT changed: gpt-5 to gpt-6". Short, because charts show it as a label. */
export function breakReason({ kind, engine, from, to, added_n, removed_n }: Described): string {
  if (kind === "panel") {
    const counts = [added_n > 0 && `${added_n} added`, removed_n > 0 && `${removed_n} removed`].filter(Boolean)
    return counts.length > 0 ? `Prompts changed: ${counts.join(", ")}` : "Prompts changed"
  }
  if (kind === "engine") {
    const models = from && to && from !== to ? `: ${from} to ${to}` : " settings"
    return `${engineName(engine ?? "")} changed${models}`
  }
  const names = (list: string | null) =>
    (list || "none")
      .split(", ")
      .map((name) => (kind === "engines" ? engineName(name) : name))
      .join(", ")
  return `${kind === "engines" ? "Engines" : "Regions"} changed: ${names(from)} to ${names(to)}`
}
