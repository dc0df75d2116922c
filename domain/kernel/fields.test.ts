import { expect, it } from "vitest"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { timezoneInput } from "./fields"

const accepts = (name: string) => timezoneInput().safeParse(name).success

const namesOfPostgres = async () =>
  (await acrossTeams(() => rows<{ name: string }>(sql`select name from pg_timezone_names`))).map(({ name }) => name)

it("accepts every time zone of Postgres, in any case", async () => {
  const names = await namesOfPostgres()
  expect(names.length).toBeGreaterThan(400)
  // Some installations of Postgres list copies of the zones, and the zone of a computer whose zone was never set.
  const isZone = (name: string) => !/^(?:Factory|localtime|posixrules|(?:posix|right)\/.*)$/.test(name)
  expect(names.filter((name) => isZone(name) && !accepts(name))).toEqual([])
  expect(accepts("europe/rome")).toBe(true)
})

it("refuses abbreviations, offsets and old names that Node accepts but Postgres does not know or reads differently", async () => {
  const names = new Set((await namesOfPostgres()).map((name) => name.toUpperCase()))
  const abbreviations = await acrossTeams(() =>
    rows<{ name: string }>(sql`select abbrev as name from pg_timezone_abbrevs`),
  )
  expect(abbreviations.filter(({ name }) => accepts(name) && !names.has(name))).toEqual([])
  const ofNode = "ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST"
  for (const name of [
    ...ofNode.split(" "),
    "ist",
    "+05:30",
    "-03",
    "SystemV/EST5EDT",
    "US/Pacific-New",
    "Canada/East-Saskatchewan",
  ])
    expect([name, accepts(name)]).toEqual([name, false])
})
