import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { createImportFixture } from "../testing/import-fixture"
import { exampleFile } from "./example-file"

it("the example of the guide and of the upload page can be imported", async () => {
  const { importContent } = await createImportFixture()
  const imported = await importContent(exampleFile, { account: "shop" })
  expect(imported).toMatchObject({
    provider: "csv",
    from: "2026-11-01",
    to: "2026-11-02",
    totals: { sessions: 906, revenue: 4_227.75 },
    ignored_columns: [],
  })
  expect(readFileSync("docs/importing-metrics.md", "utf8")).toContain(`\`\`\`csv\n${exampleFile}\n\`\`\``)
})
