import { describe, expect, it } from "vitest"
import { differencesOf, newAndGone } from "./answer-differences"

describe("the differences of two answers", () => {
  const cut = (text: string, ranges: { from: number; to: number }[] = []) =>
    ranges.map(({ from, to }) => text.slice(from, to).trim())

  it("are words, with their places in each text", () => {
    const before = "Buy the **Cube** bike in Bergamo."
    const after = "Buy the **Canyon** bike in Milan or Bergamo."
    const found = differencesOf(before, after)
    expect(cut(before, found?.removed)).toEqual(["Cube"])
    expect(cut(after, found?.added)).toEqual(["Canyon", "Milan or"])
  })

  it("are one mark when only spaces are between them", () => {
    const after = "A pan. Ask for the warranty in writing."
    expect(cut(after, differencesOf("A pan. Compare the terms.", after)?.added)).toEqual([
      "Ask for",
      "warranty in writing",
    ])
    const shorter = "Prices change."
    const longer = "Ask a shop in town."
    expect(cut(longer, differencesOf(shorter, longer)?.added)).toEqual(["Ask a shop in town"])
  })

  it("are none for equal texts, and unknown for very long ones", () => {
    expect(differencesOf("Same.", "Same.")).toEqual({ removed: [], added: [] })
    expect(differencesOf("a ".repeat(10_000), "b")).toBeNull()
  })

  it("name what is new and what is gone", () => {
    expect(newAndGone(["Cube", "Sony"], ["Sony", "Canyon", "Canyon"])).toEqual({ added: ["Canyon"], gone: ["Cube"] })
  })
})
