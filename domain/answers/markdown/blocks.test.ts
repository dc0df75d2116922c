import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { blocksOf, linksIn, piecesIn } from "./blocks"

const read = (text: string) =>
  blocksOf(text).map((block) => [
    block.kind,
    block.kind === "code"
      ? text.slice(block.from, block.to)
      : piecesIn(block)
          .map(({ from, to }) => text.slice(from, to))
          .join(""),
  ])

describe("parsing the text of an answer", () => {
  it("returns headings, paragraphs, items, tables and code", () => {
    const text = [
      "### 💼 Best for students",
      '**1. [HP 15.6" Laptop]()** – \\$579.99',
      "",
      '* **Specs:** Intel, [Best Buy](https://bestbuy.example/a_(b)?q=1 "t")',
      "  * deeper, see [The Verge][1]",
      "2) second",
      "---",
      "| Brand | Price |",
      "|---|--:|",
      "| Bose | 1 |",
      "> said",
      "```",
      "<b>code</b>",
      "```",
      '[1]: https://theverge.example "The Verge"',
    ].join("\n")
    expect(read(text)).toEqual([
      ["heading", "💼 Best for students"],
      ["paragraph", '1. HP 15.6" Laptop – $579.99'],
      ["item", "Specs: Intel, Best Buy"],
      ["item", "deeper, see The Verge"],
      ["item", "second"],
      ["rule", ""],
      ["row", " Brand  Price "],
      ["row", " Bose  1 "],
      ["quote", "said"],
      ["code", "<b>code</b>"],
    ])
    expect(
      blocksOf(text)
        .map((block) => (block.kind === "item" ? [block.mark, block.depth] : null))
        .filter(Boolean),
    ).toEqual([
      ["•", 0],
      ["•", 1],
      ["2)", 0],
    ])
  })

  it("links only to http and https addresses", () => {
    const hrefs = (text: string) =>
      blocksOf(text)
        .flatMap(piecesIn)
        .map(({ href }) => href)
    expect(hrefs("[a](https://a.example/x)")).toEqual(["https://a.example/x"])
    expect(hrefs("[a](javascript:alert(1))")).toEqual([null])
    expect(hrefs("[a](data:text/html,x)")).toEqual([null])
    expect(hrefs("[a](/settings)")).toEqual([null])
    expect(hrefs("see https://a.example/x).")).toContain("https://a.example/x")
    expect(hrefs("**[a](https://b.example)**")).toEqual(["https://b.example"])
  })

  it.each([
    ["**https://a.example/x**, and", "https://a.example/x"],
    ["“https://a.example/x?a=1&amp;b=2”.", "https://a.example/x?a=1&b=2"],
    ["[a](https://a.example/?a=1&amp;b=2)", "https://a.example/?a=1&b=2"],
    ["见https://a.example/x。Bose", "https://a.example/x"],
    ["https://a.example**Bose**", "https://a.example"],
    ["https://a.example/x耳机", "https://a.example/x"],
    ["https://ja.wikipedia.org/wiki/ソニー（企業）", "https://ja.wikipedia.org/wiki/ソニー"],
    ["HTTPS://a.example...", null],
    ["https://...", null],
  ])("finds the address in %j", (text, href) => {
    expect(linksIn(text)).toEqual(href ? [href] : [])
  })

  it.each(["://", "https://.,", "http://x.,", "https://..... "])("reads many %j in linear time", (part) => {
    expect(blocksOf(part.repeat(100_000 / part.length))).toHaveLength(1)
    expect(blocksOf(`https://${".".repeat(100_000)}${part}`)).toHaveLength(1)
  })

  it("removes citation marks, but no other text in the same brackets", () => {
    expect(read("【Bose】好【4:0†source】。【12†L3-L9】【3】")).toEqual([["paragraph", "【Bose】好。"]])
  })

  it("distinguishes strong text, emphasis and snake_case", () => {
    const pieces = blocksOf("**b** *e* a * b * c snake_case __u__ 2 * 3").flatMap(piecesIn)
    const text = "**b** *e* a * b * c snake_case __u__ 2 * 3"
    expect(pieces.filter(({ isStrong }) => isStrong).map(({ from, to }) => text.slice(from, to))).toEqual(["b", "u"])
    expect(pieces.map(({ from, to }) => text.slice(from, to)).join("")).toBe("b e a * b * c snake_case u 2 * 3")
  })

  it("returns pieces in order, without overlaps and inside the text, for any input", () => {
    const word = fc.constantFrom(
      "**",
      "*",
      "[",
      "]",
      "(",
      ")",
      "|",
      "`",
      "```",
      "\n",
      "#",
      " ",
      "- ",
      "1. ",
      "a",
      "é😀",
      "https://x.example",
      "\\",
      "_",
      "__",
      ">",
      "<b>",
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        const text = words.join("")
        let at = 0
        for (const block of blocksOf(text)) {
          const ranges = block.kind === "code" ? [block] : piecesIn(block)
          for (const { from, to } of ranges) {
            expect(from).toBeGreaterThanOrEqual(at)
            expect(to).toBeGreaterThanOrEqual(from)
            expect(to).toBeLessThanOrEqual(text.length)
            at = to
          }
        }
      }),
      { numRuns: 500 },
    )
  })
})
