import { expect, it } from "vitest"
import { sourceLeads } from "./source-leads"

const brands = [
  { id: "own", name: "Bose", kind: "own" as const },
  { id: "sony", name: "Sony", kind: "competitor" as const },
  { id: "jabra", name: "Jabra", kind: "competitor" as const },
]
const source = (
  domain: string,
  mentioned_n: Record<string, number>,
  source_class: "editorial" | "competitor" = "editorial",
) => ({ domain, source_class, answers_n: 10, mentioned_n })

it("compares your brand with the competitor that has the most mentions", () => {
  const [first] = sourceLeads({ brands, sources: [source("a.example", { own: 6, sony: 3, jabra: 8 })] })
  expect(first?.own).toMatchObject({ mentioned: 6, share: 0.6 })
  expect(first?.rival).toMatchObject({ brand: { name: "Jabra" }, mentioned: 8 })
  expect(first?.lead).toBeCloseTo(-0.2)
})

it("starts with the largest lead of a competitor and ends with the sites of brands", () => {
  const sources = [
    source("sony.example", { sony: 10 }, "competitor"),
    source("ahead.example", { own: 9, sony: 2 }),
    source("gap.example", { sony: 9 }),
    source("close.example", { own: 5, sony: 6 }),
  ]
  expect(sourceLeads({ brands, sources }).map(({ source: { domain } }) => domain)).toEqual([
    "gap.example",
    "close.example",
    "ahead.example",
    "sony.example",
  ])
})

it("has no competitor at a source whose answers mention none", () => {
  const [first] = sourceLeads({ brands, sources: [source("a.example", { own: 4 })] })
  expect(first).toMatchObject({ rival: null, lead: 0.4 })
})
