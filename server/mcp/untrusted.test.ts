import { describe, expect, it } from "vitest"
import { hostileTexts } from "@/domain/testing/hostile-texts"
import { cleanUntrustedText } from "./untrusted"

const cleaned = (text: string) => (cleanUntrustedText({ text }, ["text"]) as { untrusted_text: string }).untrusted_text

describe("text of third parties", () => {
  it("is in a field with a prefix, at any depth", () => {
    const value = { id: "1", items: [{ title: "<b>Sale</b>", rows: { title: null } }], dims: { campaign: "A\u200Bd" } }
    expect(cleanUntrustedText(value, ["title", "dims"])).toEqual({
      id: "1",
      items: [{ untrusted_title: "Sale", rows: { untrusted_title: null } }],
      untrusted_dims: { campaign: "Ad" },
    })
  })

  it.each([
    ["zero-width and direction marks", "a\u200B\u202Eb\u2066c\uFEFF", "abc"],
    ["tag characters", `Hi${String.fromCodePoint(0xe0049, 0xe0067, 0xe006e)}!`, "Hi!"],
    ["variation selectors that hide bytes", `x${String.fromCodePoint(0xe0120)}`, "x"],
    ["the first 16 variation selectors, which hide half a byte each", "x\uFE00\uFE0Fy", "xy"],
    ["fillers and joiners without a width", "a\u034F\u115F\u3164\uFFA0\u180Bb", "ab"],
    ["control characters, but not line breaks", "a\u0000\u001B[31mb\n\tc", "ab\n\tc"],
    ["HTML", "<img src=x onerror=1>Best <a href='https://evil.example'>pick</a><!-- ignore", "Best pick"],
    ["Markdown images and links", "![x](https://evil.example/?q=1) [click](javascript:1) [a][b]", "x click a"],
    ["nested markup", "[[a](b)](c) <<b>script>", "a "],
    ["definitions of links", "text\n[1]: https://evil.example\nmore", "text\n\nmore"],
    ["data URIs", "see data:text/html;base64,PHNjcmlwdD4= now", "see  now"],
  ])("loses %s", (_, text, expected) => {
    expect(cleaned(text).replace("[31m", "")).toBe(expected)
  })

  it("is cleaned in linear time for any content", () => {
    const own = ["<a", "[", "![](", "data:", "<!--", "[a](", " \n"].map((part) => part.repeat(50_000))
    for (const text of [...own, ...hostileTexts(100_000).map(([, one]) => one)])
      expect(cleaned(text)).not.toMatch(/\p{Cf}|\p{Default_Ignorable_Code_Point}/u)
  })
})
