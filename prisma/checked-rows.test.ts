import { afterEach, describe, expect, it, vi } from "vitest"
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { acrossTeams, prisma, raw, rows, rowsIn, rowsPlannedPerCall, sql } from "./client"

const read = <Row>(row: z.ZodType<Row>, statement = sql`select 1 as n, now() as at`) =>
  acrossTeams(() => rows(row, statement))

describe("the rows of a statement", () => {
  it("are returned as Postgres sent them if they fit the schema", async () => {
    const [row] = await read(z.object({ n: z.int(), at: timestamp() }))
    expect(row).toEqual({ n: 1, at: expect.stringMatching(/^\d{4}-.*Z$/) })
  })

  it.each([
    ["a wrong type", z.object({ n: z.string(), at: timestamp() }), /expected string, received number\n.*at n\n/],
    ["a column that is null", z.object({ n: z.int() }), /received null/, sql`select null as n`],
    ["a column that the schema lacks", z.object({ n: z.int() }), /drops, adds or converts at\n/],
    ["a column that the statement lacks", z.object({ n: z.int(), at: timestamp(), id: z.string() }), /at id\n/],
    [
      "a field within JSON that the schema lacks",
      z.object({ at: z.object({}) }),
      /at\.b/,
      sql`select '{"b":1}'::json at`,
    ],
    ["a schema that converts", z.object({ n: z.coerce.string(), at: timestamp() }), /converts n\n/],
    ["a schema with a default", z.object({ n: z.int(), at: timestamp(), x: z.int().default(1) }), /converts x\n/],
  ])("are refused in tests for %s, and the error contains the statement", async (_, row, reason, statement?) => {
    const failure = await read<unknown>(row, statement).catch((error: Error) => error)
    expect(failure).toMatchObject({ message: expect.stringMatching(reason) })
    expect(failure).toMatchObject({ message: expect.stringContaining("select ") })
  })

  it("have Prisma's types in a transaction", async () => {
    const inTransaction = <Row>(row: z.ZodType<Row>) =>
      acrossTeams(() => prisma.$transaction((tx) => rowsIn(tx, row, sql`select now() as at, 1::bigint as big`)))
    expect(await inTransaction(z.object({ at: z.date(), big: z.bigint() }))).toHaveLength(1)
    await expect(inTransaction(z.object({ at: timestamp(), big: z.bigint() }))).rejects.toThrow("converts at")
  })
})

describe("in production", () => {
  afterEach(() => void vi.unstubAllEnvs())

  it("no schema is run", async () => {
    vi.stubEnv("SIGNALBOX_TEST_ROWS", undefined)
    vi.resetModules()
    const production = await import("./client")
    const row = z.object({ n: z.string() })
    const parse = vi.spyOn(row, "safeParse")
    const found = await production.acrossTeams(() => production.rows(row, production.sql`select 1 as n`))
    await production.disconnect()
    expect(found).toEqual([{ n: 1 }])
    expect(parse).not.toHaveBeenCalled()
  })
})

it("Postgres prepares the statements of `rows`, and plans those of `rowsPlannedPerCall` for each call", async () => {
  const prepared = z.object({ is_prepared: z.boolean() })
  const ofItself = (marker: string) =>
    sql`select exists (select from pg_prepared_statements where position(${marker} in statement) > 0) as is_prepared, '${raw(marker)}' as marker`
  const row = prepared.extend({ marker: z.string() })
  const after = async (read: typeof rowsPlannedPerCall, marker: string) => {
    const answers = []
    for (let call = 0; call < 8; call++) answers.push(...(await acrossTeams(() => read(row, ofItself(marker)))))
    return answers.some(({ is_prepared }) => is_prepared)
  }
  expect(await after(rows, "first")).toBe(true)
  expect(await after(rowsPlannedPerCall, "second")).toBe(false)
})
