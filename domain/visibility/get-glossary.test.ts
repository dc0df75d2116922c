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
