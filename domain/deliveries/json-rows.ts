/** Passes rows to a statement as one JSON value: an array of arrays. Postgres parses it in two thirds of the time that objects take. */
import { raw, type Sql, sql } from "@/prisma/client"

/** Column names in order, each with its Postgres type. */
type Columns = Record<string, "boolean" | "float8" | "jsonb" | "real" | "smallint" | "text" | "timestamptz" | "uuid">

/** For a from clause. A missing value becomes null in Postgres. */
export function jsonRows<C extends Columns>(columns: C, rows: Record<keyof C, unknown>[]): Sql {
  const names = Object.keys(columns)
  const values = JSON.stringify(rows.map((row) => names.map((name) => row[name])))
  return sql`(select ${raw(Object.entries(columns).map(column).join())} from jsonb_array_elements(${values}::jsonb) as r(v))`
}

const column = ([name, type]: [string, Columns[string]], place: number) =>
  type === "jsonb" ? `nullif(v -> ${place}, 'null') as ${name}` : `(v ->> ${place})::${type} as ${name}`
