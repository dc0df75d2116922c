import fc from "fast-check"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, it } from "vitest"
import { linksIn } from "@/domain/answers/markdown/blocks"
import { findMarkdownError } from "@/domain/reports/commentary/markdown"
import type { BrandMark } from "./answer-marks"
import { AnswerText } from "./answer-text"

it("decodes character references, and highlights brands at their offsets in the stored text", () => {
  const text = "Tom&#39;s **R&amp;D**: Sony &lt;b&gt;, `&amp;`, [shop](https://a.example/?x=1&amp;y=2)"
  const brand = { brand: "Sony", rank: 1, color: "red", isOwn: true } as BrandMark
  const from = text.indexOf("Sony")
  const page = renderToStaticMarkup(<AnswerText text={text} marks={[{ from, to: from + 4, brand, isFirst: false }]} />)
  expect(page).toMatch(/<mark [^>]*>Sony<\/mark> &lt;b&gt;/)
  expect(page.replace(/<[^>]*>/g, "")).toBe("Tom&#x27;s R&amp;D: Sony &lt;b&gt;, &amp;amp;, shop")
  expect(page).toContain('href="https://a.example/?x=1&amp;y=2"')
})

/** Parts of Markdown that can start, end or hide a link. */
const links =
  "[Open](https://evil.example) <https://evil.example> https://evil.example [Open][1] ![a](HTTPS://evil.example)"
const syntax = "` ``` ~~~ - 1. > | # ** [ ]( &#46; &#64; &sol; \\ @ . a https://bikes.example"
const whitespace = [" ", "    ", "\t", "\n", "\n\n", "\r", "\r\n"]
const blockSyntax = ["[1]: https://evil.example", "\n|---|---|\n", "- ", "1. ", "> ", "# "]
const part = fc.constantFrom(...links.split(" "), ...syntax.split(" "), ...whitespace, ...blockSyntax)
const markdownText = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(""))

it("shows exactly the links that the check of reports reads, for any text", () => {
  fc.assert(
    fc.property(markdownText, (text) => {
      const page = render(text)
      const shown = [...page.matchAll(/ href="([^"]*)"/g)].map(([, href = ""]) => decoded(href))
      expect(new Set(shown)).toEqual(new Set(linksIn(text)))
      if (findMarkdownError(text, ["bikes.example"]) === null)
        for (const href of shown) expect(new URL(href).hostname).toMatch(/^([^/]+\.)?bikes\.example\.?$/)
      if (findMarkdownError(text, []) === null) expect(page).not.toContain("<a ")
    }),
    { numRuns: 2_000 },
  )
})

const characters: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" }
/** The value of an attribute in HTML that React has written. */
const decoded = (value: string) =>
  value.replace(/&(?:amp|lt|gt|quot|#x27);/g, (reference) => characters[reference] ?? "")

const render = (text: string) => renderToStaticMarkup(<AnswerText text={text} marks={[]} />)
