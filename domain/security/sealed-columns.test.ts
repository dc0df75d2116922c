import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { sealedColumns } from "./sealed-columns"

/** Table and column of each column in the schema whose name marks it as encrypted (`sealed`). */
function sealedInSchema() {
  const schema = readFileSync("prisma/schema.prisma", "utf8")
  const models = [...schema.matchAll(/^model \w+ \{\n([\s\S]*?)^\}/gm)].map(([, body = ""]) => body)
  return models.flatMap((body) => {
    const table = /@@map\("(\w+)"\)/.exec(body)?.[1]
    return [...body.matchAll(/^ {2}(\w*sealed) +Bytes/gm)].map(([, column]) => `${table}.${column}`)
  })
}

it("the registry names every encrypted column of the schema", () => {
  const registered = Object.values(sealedColumns).map(({ table, column }) => `${table}.${column}`)
  expect(sealedInSchema().length).toBeGreaterThan(3)
  expect(registered.sort()).toEqual(sealedInSchema().sort())
})
