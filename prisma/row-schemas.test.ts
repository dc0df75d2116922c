/** Requires a schema for the rows of every statement in product code. Tests and scripts may state a type instead. */
import { globSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"

it("no statement of the product states the type of its rows without a schema", () => {
  const files = globSync("{domain,inngest,server,prisma}/**/*.ts", {
    exclude: ["**/generated/**", "**/testing/**", "**/*.test.ts", "prisma/client.ts", "prisma/checked-rows.ts"],
  })
  const withoutSchema = files.filter((file) =>
    /(\b(rows|planned|query)|\$queryRaw)<|\$queryRaw\(/.test(readFileSync(file, "utf8")),
  )
  expect(withoutSchema).toEqual([])
})
