/**
 * Lets the arrow keys move the focus between the rows of a table: from a link to the same link of the next or previous
 * row. Enter then opens the link. Tab still visits every link. Screen readers handle the arrow keys themselves, so
 * nothing changes for their users. Loading this file starts it for all tables of the page.
 */

/** An entry of the audit log has a summary instead of a link. */
const targetSelector = "a[href], summary"
const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

addEventListener("keydown", onKeyDown)

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
