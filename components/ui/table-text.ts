/**
 * Returns the visible text of a table cell, without buttons and elements with `data-not-in-csv`. Times are in full, and
 * numbers have no thousands separators.
 */
export function textOf(cell: HTMLTableCellElement): string {
  const textNodes = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
  const parts: string[] = []
  for (let node = textNodes.nextNode(); node; node = textNodes.nextNode()) {
    const parent = node.parentElement
    // Looks only inside the cell, because the whole page is aria-hidden while a menu is open.
    if (cell.contains(parent?.closest("button, svg, [aria-hidden=true], [data-not-in-csv]") ?? null)) continue
    parts.push(parent?.closest("time")?.dateTime ?? node.textContent ?? "")
  }
  const text = parts.join(" ").replace(/\s+/g, " ").trim()
  return /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(",", "") : text
}
