import { expect, test } from "vitest"
import { check, deploy, status } from "./migrate"

const url = process.env["DATABASE_URL"] ?? ""

test("the schema, the migrations and a migrated database agree", async () => {
  expect(await check(url)).toEqual([])
})
test("x", async () => {
  expect(await status(url)).toEqual([])
  expect(await deploy(url)).toEqual([])
})
