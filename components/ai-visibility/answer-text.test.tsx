import { renderToStaticMarkup } from "react-dom/server"
import { expect, it } from "vitest"
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
