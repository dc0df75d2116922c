import { expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { getGlossary } from "./get-glossary"

it("the glossary defines visibility and the other terms once each", async () => {
  const { data } = await run(getGlossary, asPerson(await freshTeam()), {})
  const terms = data.entries.map(({ term }) => term)
  expect(terms).toContain("visibility")
  expect(new Set(terms).size).toBe(terms.length)
})

it("the glossary defines shares by the numerator and denominator of the metrics", async () => {
  const { data } = await run(getGlossary, asPerson(await freshTeam()), {})
  const definitions = new Map(data.entries.map(({ term, definition }) => [term, definition]))
  expect(definitions.get("citation share")).toContain("Citations of the brand's pages, divided by all citations")
  expect(definitions.get("share of voice")).toContain(
    "Mentions of the brand, divided by the mentions of all tracked brands",
  )
})
