import { expect, it } from "vitest"
import { sourceLeads } from "./source-brands"

const brands = [
  { id: "own", name: "Bose", kind: "own" as const },
  { id: "sony", name: "Sony", kind: "competitor" as const },
  { id: "jabra", name: "Jabra", kind: "competitor" as const },
]
const source = (domain: string, mentioned_n: Record<string, number>) => ({
  domain,
  source_class: "editorial" as const,
  answers_n: 10,
  mentioned_n,
})

it("compares your brand with the competitor that has the most mentions", () => {
  const [first] = sourceLeads({ brands, sources: [source("a.example", { own: 6, sony: 3, jabra: 8 })] })
  expect(first?.own).toMatchObject({ mentioned: 6, share: 0.6 })
  expect(first?.rival).toMatchObject({ brand: { name: "Jabra" }, mentioned: 8 })
  expect(first?.lead).toBeCloseTo(-0.2)
})

it("counts every competitor in the order of the brands", () => {
  const [first] = sourceLeads({ brands, sources: [source("a.example", { own: 6, jabra: 8 })] })
  expect(first?.rivals.map(({ brand, mentioned, share }) => [brand.name, mentioned, share])).toEqual([
    ["Sony", 0, 0],
    ["Jabra", 8, 0.8],
  ])
})

it("has no competitor at a source whose answers mention none", () => {
  const [first] = sourceLeads({ brands, sources: [source("a.example", { own: 4 })] })
  expect(first).toMatchObject({ rival: null, lead: 0.4 })
})
