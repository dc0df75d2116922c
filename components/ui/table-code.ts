/** The code of tables that is loaded when a table is used: the arrow keys and the download. */
import "./row-keys"
import { downloadCsv, linesOf } from "./table-csv"

/** Downloads the rows of the table in `frame`, or `lines`. */
export async function downloadRows(frame: HTMLElement | null, name: string, lines: string[][] | undefined) {
  const table = frame?.querySelector("table")
  if (table) await downloadCsv(lines ?? linesOf(table), name)
}
