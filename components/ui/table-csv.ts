/** Writes the rows of a table on the page as a CSV file: the text that the user sees, without buttons and hidden columns. */

/** Spreadsheets run a cell that starts with one of these characters as a formula. Numbers such as -5% stay as they are. */
const formula = /^(?![+-]?[\d.,]+%?$)[=+\-@\t\r]/

/** Starts a download. `name` is the file's name without its ending. */
export async function downloadCsv(table: HTMLTableElement, name: string) {
  const { unparse } = await import("papaparse")
  const rows = [...table.rows].map((row) => [...row.cells].filter(isVisible).map(textOf))
  // The byte order mark tells Excel that the file is UTF-8.
  const csv = `\ufeff${unparse(rows, { escapeFormulae: formula })}`
  const url = URL.createObjectURL(new Blob([csv], { type: "text/csv" }))
  const link = Object.assign(document.createElement("a"), { href: url, download: `${name}.csv` })
  link.click()
  URL.revokeObjectURL(url)
}

const isVisible = (cell: HTMLTableCellElement) => getComputedStyle(cell).display !== "none"

/** Times are exported in full, and numbers without thousands separators. */
function textOf(cell: HTMLTableCellElement): string {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
  const parts: string[] = []
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement
    if (parent?.closest("button, svg, [aria-hidden=true]")) continue
    parts.push(parent?.closest("time")?.dateTime ?? node.textContent ?? "")
  }
  const text = parts.join(" ").replace(/\s+/g, " ").trim()
  return /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(",", "") : text
}
