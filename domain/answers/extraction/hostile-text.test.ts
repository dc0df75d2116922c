/**
 * Checks that extraction takes linear time on any input. Quadratic time would exceed the test timeout many times over.
 */
import { describe, expect, it } from "vitest"
import { hostileTexts } from "@/domain/testing/hostile-texts"
import { maxAnswerCharacters, maxUrlCharacters } from "../answer-limits"
import { splitWords } from "../suggestions/capitalized-runs"
import { canonicalUrl } from "./canonical-url"
import { mentionFinder } from "./mentions"

const sony = { id: "b1", name: "Sony", aliases: ["A", "x"], negative_aliases: ["a"], domains: ["sony.com"] }
const find = mentionFinder([sony])

describe("an answer of the maximum length", () => {
  it.each(hostileTexts(maxAnswerCharacters))("is read: %s", (_, text) => {
    expect(text.length).toBeGreaterThan(maxAnswerCharacters / 2)
    for (const { first_offset } of find(text)) expect(first_offset).toBeLessThan(text.length)
    splitWords(text)
  })

  it("counts every occurrence of a name", () => {
    expect(find("Sony ".repeat(20_000))).toMatchObject([{ count: 20_000 }])
  })
})

describe("canonicalUrl", () => {
  it("handles an address with the maximum number of slashes or dots", () => {
    const slashes = `https://a.example/${"/".repeat(maxUrlCharacters - 20)}x`
    expect(canonicalUrl(slashes)).toMatchObject({ host: "a.example", url: "https://a.example" })
    expect(canonicalUrl(`https://a.example${".".repeat(200)}/`)?.host).toBe("a.example")
  })

  it.each(["https://a.example/x-y", "https://bbc.co.uk/x-y", "https://google.com/amp/s/a.example/x-y", "a.example"])(
    "handles %s with the maximum number of AMP marks, archives, hyphens or spaces",
    (address) => {
      for (const part of ["/amp", "-y/amp", "/amp/platform", "/web.archive.org/web/1", "a-", "a.", " - ", "%3f"]) {
        const hostile = address + part.repeat((maxUrlCharacters - 50) / part.length)
        canonicalUrl(hostile)
        canonicalUrl(hostile.replace("a.example", "web.archive.org/web/1"))
        canonicalUrl("https://vertexaisearch.cloud.google.com/grounding-api-redirect/A", hostile)
      }
    },
  )

  it("returns null for an address longer than the limit", () => {
    expect(canonicalUrl(`https://a.example/${"/".repeat(100_000)}x`)).toBeNull()
  })
})
