import { expect, it } from "vitest"
import { sharesByType } from "./source-type-table"

it("gives each source type its share of the citations of each scan", () => {
  const scan = (citations_n: number, counts: Record<string, number>) => ({
    citations_n,
    classes: Object.entries(counts).map(([source_class, n]) => ({ source_class, citations_n: n })),
  })
  const scans = [scan(10, { own: 1, editorial: 9 }), scan(0, {}), scan(8, { own: 2, other: 6 })]
  const shares = Object.fromEntries(sharesByType(scans as never).map(({ type, shares }) => [type, shares]))
  expect(shares).toMatchObject({
    own: [0.1, null, 0.25],
    editorial: [0.9, null, 0],
    other: [0, null, 0.75],
    competitor: [0, null, 0],
  })
})
