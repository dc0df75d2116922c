import { expect, it } from "vitest"
import { rows, sql } from "@/prisma/client"
import { jsonRows } from "./record-statement"

const columns = {
  id: "text",
  token: "uuid",
  at: "timestamptz",
  ms: "real",
  status: "smallint",
  is_late: "boolean",
  headers: "jsonb",
} as const
const token = "00000000-0000-4000-8000-000000000001"

it("passes rows to Postgres unchanged, and missing values as null", async () => {
  const complete = {
    ...{ id: `"it's", \\ {a,b}`, token, at: "2026-11-20T06:12:03.120Z", ms: 1.5, status: 200, is_late: true },
    headers: { "x-a": `"1"`, none: null },
  }
  const missing = {
    token: undefined,
    at: undefined,
    ms: undefined,
    status: null,
    is_late: undefined,
    headers: undefined,
  }
  const nulls = { token: null, at: null, ms: null, status: null, is_late: null, headers: null }
  const found = await rows(sql`select * from ${jsonRows(columns, [complete, { id: "", ...missing }])} r`)
  expect(found).toEqual([complete, { id: "", ...nulls }])
})

it("passes an empty list as no rows", async () => {
  expect(await rows(sql`select * from ${jsonRows(columns, [])} r`)).toEqual([])
})
