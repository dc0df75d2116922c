/**
 * Downloads tables as CSV, and lets the arrow keys move between their rows. Loads when a table is first used. Loading
 * this file starts the arrow keys for all tables of the page.
 */
import { textOf } from "./table-text"

/**
 * Downloads `lines`, or else the rows of the table in `frame`: the text that the user sees, without buttons and hidden
 * columns. Columns with `data-csv-only` are only in the file. `name` is the file's name without its ending.
 */
export async function downloadRows(frame: HTMLElement | null, name: string, lines: string[][] | undefined) {
  const table = frame?.querySelector("table")
  if (table) await downloadCsv(lines ?? linesOf(table), name)
}

/** What the arrow keys focus in a row. An entry of the audit log has a summary instead of a link. */
const targetSelector = "a[href], summary"
const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

addEventListener("keydown", onKeyDown)

/**
 * Moves the focus from a link to the same link of the next or previous row. Enter then opens it. Tab still visits every
 * link. Screen readers handle the arrow keys themselves, so nothing changes for their users.
 */
function onKeyDown(event: KeyboardEvent) {
  const step = steps[event.key]
  if (!step || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const current = event.target instanceof Element ? event.target.closest(targetSelector) : null
  const row = current?.closest("tr")
  const next = row && nextRow(row, step)
  if (!next) return
  // Prevents the page from scrolling.
  event.preventDefault()
  const targets = targetsOf(next)
  const isInHeader = row.closest("thead") !== null
  const index = isInHeader ? 0 : targetsOf(row).indexOf(current as HTMLElement)
  ;(targets[index] ?? targets[0])?.focus()
}

/** The next row of the body with a link. Undefined after the last row, and before the first one. */
function nextRow(row: HTMLTableRowElement, step: number) {
  const rows = [...(row.closest("table")?.rows ?? [])]
  const others = step > 0 ? rows.slice(rows.indexOf(row) + 1) : rows.slice(0, rows.indexOf(row)).reverse()
  return others.find((other) => other.closest("tbody") !== null && targetsOf(other).length > 0)
}

const targetsOf = (row: HTMLTableRowElement) =>
  [...row.querySelectorAll<HTMLElement>(targetSelector)].filter((target) => target.checkVisibility())

/**
 * Spreadsheets run a cell that starts with one of these characters as a formula, in some languages also with their
 * full-width forms. Numbers such as -5% stay as they are.
 */
const formulaPattern = /^(?![+-]?[\d.,]+%?$)[=+\-@\t\r\n＝＋－＠]/

async function downloadCsv(lines: string[][], name: string) {
  const { unparse } = await import("papaparse")
  // Excel needs the byte order mark to read the file as UTF-8.
  const csv = `\ufeff${unparse(lines, { escapeFormulae: formulaPattern })}`
  const url = URL.createObjectURL(new Blob([csv], { type: "text/csv" }))
  const link = Object.assign(document.createElement("a"), { href: url, download: `${name}.csv` })
  link.click()
  URL.revokeObjectURL(url)
}

/** The rows of a table, headers included, without the heads of its parts. */
function linesOf(table: HTMLTableElement): string[][] {
  const rows = [...table.rows].filter((row) => !row.querySelector("[scope=rowgroup]"))
  return rows.map((row) => [...row.cells].filter(isInCsv).map(textOf))
}

/** Columns of bars have `data-not-in-csv`. */
const isInCsv = (cell: HTMLTableCellElement) =>
  cell.dataset["notInCsv"] === undefined &&
  (cell.dataset["csvOnly"] !== undefined || getComputedStyle(cell).display !== "none")
