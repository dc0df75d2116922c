/** Adds bootstrap intervals to rows: resamples cells for the panel scope and topics for the population scope. */
import type { Warning } from "@/domain/kernel/envelope"
import { Problem } from "@/domain/kernel/errors"
import type { Question } from "./group-key"
import type { MetricsRow } from "./metrics-table"
import { panelIntervals } from "./panel-intervals"
import { populationIntervals, type WithIntervals } from "./population-intervals"

/** Limit on the cells of all rows together. 1,000 resamples of this many take about a second. */
const maxCells = 50_000
/** Limit for intervals=auto on cells x scans. Up to here the intervals add little to the response time. */
const maxCellsAtOnce = 2_000

/** `keys` holds the group key of each row. */
export async function withIntervals(
  question: Question,
  table: readonly MetricsRow[],
  keys: readonly string[],
): Promise<WithIntervals> {
  const { intervals, ci_scope } = question.query
  if (ci_scope === "population") return populationIntervals(question, table, keys)
  const cells = table.reduce((sum, row) => sum + row.cells_n, 0)
  if (intervals === "bootstrap" && cells > maxCells) throw tooMany(cells)
  if (intervals === "quick" || table.length === 0) return { rows: [...table], warnings: [] }
  if (intervals === "auto" && cells * question.scans.length > maxCellsAtOnce)
    return { rows: [...table], warnings: [leftOut(cells, question.scans.length)] }
  return { rows: await panelIntervals(question, table, keys), warnings: [] }
}

const leftOut = (cells: number, scans: number): Warning => ({
  code: "intervals_left_out",
  message: `Share of voice, position, prominence, citation share, sentiment and stability have no intervals in this response. Its rows cover ${cells} cells in ${scans} scans, and intervals=auto computes them for at most ${maxCellsAtOnce} cells times scans. Send intervals=bootstrap, or request fewer rows.`,
  path: "data.rows",
})

function tooMany(cells: number) {
  const detail = `intervals=bootstrap supports at most ${maxCells} cells. This query has ${cells}.`
  const fix = "Request fewer groups or brands, or a shorter period."
  return new Problem("parameter_invalid", detail, {
    errors: [{ parameter: "intervals", code: "parameter_invalid", detail, fix }],
  })
}
