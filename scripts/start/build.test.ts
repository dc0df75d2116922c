import { expect, it } from "vitest"
import { listSources } from "./build"

it("the sources of the build are the code of pages and server, in every folder, and nothing else", () => {
  const found = listSources(".")
  for (const file of ["app/docs/layout.tsx", "server/docs/pages.ts", "components/docs/markdown.tsx", "next.config.ts"])
    expect(found).toContain(file)
  expect(
    found.filter((file) => /^(docs|e2e|scripts|node_modules|prisma\/(generated|migrations))\//.test(file)),
  ).toEqual([])
})
