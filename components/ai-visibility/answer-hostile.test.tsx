/** Tests that rendering takes linear time for any answer. Quadratic time would far exceed the test timeout. */
import { renderToStaticMarkup } from "react-dom/server"
import { expect, it } from "vitest"
import { maxAnswerCharacters } from "@/domain/answers/answer-limits"
import { blocksOf } from "@/domain/answers/markdown/blocks"
import { hostileTexts } from "@/domain/testing/hostile-texts"
import type { BrandMark, Mark } from "./answer-marks"
import { AnswerText } from "./answer-text"

it.each(hostileTexts(maxAnswerCharacters))("parses an answer of the maximum length: %s", (_, text) => {
  for (const block of blocksOf(text)) if ("from" in block) expect(block.to).toBeLessThanOrEqual(text.length)
})

it("highlights every mention in a text where every second word is a brand name", () => {
  const text = "**Sony** *a* ".repeat(1_000)
  const brand = { brand: "Sony", rank: 1, color: "red", isOwn: true } as BrandMark
  const marks: Mark[] = [...text.matchAll(/Sony/g)].map(({ index }) => ({
    from: index,
    to: index + 4,
    brand,
    isFirst: false,
  }))
  expect(renderToStaticMarkup(<AnswerText text={text} marks={marks} />).match(/<mark /g)).toHaveLength(1_000)
})
