/** Prints the results of the admin commands: text for people, or JSON for programs (--json). */

/** `json`: print JSON for programs instead of text for people. */
export type OutputOptions = { json?: boolean | undefined }

/** Prints one line per row with aligned columns, or `emptyMessage` when there are no rows. */
export function printRows(rows: Record<string, unknown>[], emptyMessage: string, { json }: OutputOptions) {
  if (json) return console.log(JSON.stringify(rows, null, 2))
  const [first] = rows
  if (!first) return console.log(emptyMessage)
  const names = Object.keys(first)
  const lines = [names.map(formatName), ...rows.map((row) => names.map((name) => formatCell(row[name])))]
  const widths = names.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)))
  for (const line of lines)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
}

/** Prints the fields of one object, one per line. */
export function printFields(fields: Record<string, unknown>, { json }: OutputOptions) {
  if (json) return console.log(JSON.stringify(fields, null, 2))
  const width = Math.max(...Object.keys(fields).map(({ length }) => length))
  for (const [name, value] of Object.entries(fields))
    console.log(`${formatName(name).padEnd(width)}  ${formatCell(value)}`)
}

/** Prints the result of a change: a sentence for people, or `fields` for programs. */
export function printResult(fields: Record<string, unknown>, sentence: string, { json }: OutputOptions) {
  console.log(json ? JSON.stringify(fields, null, 2) : sentence)
}

/** Prints advice to standard error, so that standard output contains only the result. */
export const printNote = (note: string) => console.error(note)

/** `oldest_pending_at` becomes `OLDEST PENDING AT`. */
const formatName = (name: string) => name.replaceAll("_", " ").toUpperCase()

function formatCell(cell: unknown) {
  if (cell === null || cell === undefined || cell === "") return "-"
  if (typeof cell === "boolean") return cell ? "yes" : "no"
  return String(cell)
}

/** Formats a time to the minute in UTC, such as `2026-11-20 06:12`. */
export const formatMinute = (moment: string | Date | null) =>
  moment === null ? null : new Date(moment).toISOString().slice(0, 16).replace("T", " ")

/** Formats the time elapsed since `moment`, such as `3 h 12 min`. */
export function formatAge(moment: string | null) {
  if (moment === null) return null
  const minutes = Math.max(0, Math.floor((Date.now() - new Date(moment).getTime()) / 60_000))
  const days = Math.floor(minutes / 1_440)
  const hours = Math.floor(minutes / 60) % 24
  if (days > 0) return `${days} d ${hours} h`
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}
