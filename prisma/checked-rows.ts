/**
 * Compares the rows of a statement with the schema from which their type is inferred. Only tests run the schema.
 * Production trusts it, so a schema must not convert values.
 */
import { z } from "zod"

const isChecked = process.env["SIGNALBOX_TEST_ROWS"] === "checked"

/** The environment variable that turns the comparison on in a process. It must be set before this module loads. */
export const rowCheckEnv = { SIGNALBOX_TEST_ROWS: "checked" }

/** Returns `found` as rows of the schema. In tests, throws if a row has other columns or other types. */
export function checkedRows<Row>(row: z.ZodType<Row>, found: unknown[], statement: string): Row[] {
  if (isChecked) for (const foundRow of found) checkRow(row, foundRow, statement)
  return found as Row[]
}

/** Like `checkedRows`, for rows that Postgres wrote as JSON, separated by commas. Production does not parse them. */
export function checkJsonRows(row: z.ZodType, json: string, statement: string) {
  if (isChecked) checkedRows(row, JSON.parse(`[${json}]`), statement)
}

function checkRow(row: z.ZodType, found: unknown, statement: string) {
  const { success, data, error } = row.safeParse(found)
  const changed = success ? firstChange(found, data) : undefined
  if (success && changed === undefined) return
  const reason = success ? `✖ The schema drops, adds or converts ${changed}` : z.prettifyError(error)
  throw new TypeError(`A row does not have the schema of its statement.\n${reason}\n${statement}`)
}

/**
 * The path of the first value that differs between a row and the parsed row. Two strings count as equal, because
 * `timestamp()` reformats timestamps.
 */
function firstChange(found: unknown, parsed: unknown, path = "the row"): string | undefined {
  if (Object.is(found, parsed) || (typeof found === "string" && typeof parsed === "string")) return
  if (!isContainer(found) || !isContainer(parsed)) return path
  for (const name of new Set([...Object.keys(found), ...Object.keys(parsed)])) {
    const changed = firstChange(found[name], parsed[name], path === "the row" ? name : `${path}.${name}`)
    if (changed !== undefined) return changed
  }
  return undefined
}

/** Whether the value is an array or a plain object. A Date is neither. */
const isContainer = (value: unknown): value is Record<string, unknown> =>
  Array.isArray(value) || Object.prototype.toString.call(value) === "[object Object]"
