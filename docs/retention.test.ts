import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { retentionKinds } from "@/domain/operating/retention-days"

it("docs/operating.md lists the retention of every kind of data with the values of the code", () => {
  const page = readFileSync("docs/operating.md", "utf8")
  const table = page.slice(page.indexOf("## Retention"), page.indexOf("## Limits"))
  const stated = [...table.matchAll(/^\| `(\w+)` \| (\w+) \| (\d+) \|/gm)].map(([, kind, days, minimum]) => [
    kind,
    days,
    minimum,
  ])
  const held = Object.entries(retentionKinds).map(([kind, { days, minimumDays }]) => [
    kind,
    String(days),
    String(minimumDays),
  ])
  expect(stated).toEqual(held)
})
