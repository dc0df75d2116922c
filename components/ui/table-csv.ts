/**
 * Writes a CSV file in the browser. By default, its lines are the rows of a table on the page: the text that the user
 * sees, without buttons and hidden columns. Columns with `data-csv-only` are only in the file.
 */
import { textOf } from "./table-text"

/**
 * Spreadsheets run a cell that starts with one of these characters as a formula, in some languages also with their
 * full-width forms. Numbers such as -5% stay as they are.
 */
const formulaPattern = /^(?![+-]?[\d.,]+%?$)[=+\-@\t\r\n＝＋－＠]/

/** Starts a download. `name` is the file's name without its ending. */
export async function downloadCsv(lines: string[][], name: string) {
  const { unparse } = await import("papaparse")
  // Excel needs the byte order mark to read the file as UTF-8.
  const csv = `\ufeff${unparse(lines, { escapeFormulae: formulaPattern })}`
  const url = URL.createObjectURL(new Blob([csv], { type: "text/csv" }))
  const link = Object.assign(document.createElement("a"), { href: url, download: `${name}.csv` })
  link.click()
  URL.revokeObjectURL(url)
}

/** The rows of a table, headers included, without the heads of its parts. */
export function linesOf(table: HTMLTableElement): string[][] {
  const rows = [...table.rows].filter((row) => !row.querySelector("[scope=rowgroup]"))
  return rows.map((row) => [...row.cells].filter(isInCsv).map(textOf))
}

/** Columns of bars have `data-not-in-csv`. */
const isInCsv = (cell: HTMLTableCellElement) =>
  cell.dataset["notInCsv"] === undefined &&
  (cell.dataset["csvOnly"] !== undefined || getComputedStyle(cell).display !== "none")
