import { renderToString } from "react-dom/server"
import { describe, expect, it, vi } from "vitest"
import { maxAnswerCharacters } from "@/domain/answers/answer-limits"
import { markdown } from "@/domain/answers/markdown/parser"
import { hostileTexts } from "@/domain/testing/hostile-texts"
import { AnswerView } from "./answer-view"

describe("rendering on the server", () => {
  it.each(hostileTexts(maxAnswerCharacters))("does not format the longest answers: %s", (_, text) => {
    const parse = vi.spyOn(markdown, "parse")
    const page = renderToString(<AnswerView text={text} marks={[]} />)
    expect(parse).not.toHaveBeenCalled()
    expect(page.match(/<\w/g)).toEqual(["<p"])
  })

  it("formats an answer of usual length", () => {
    expect(renderToString(<AnswerView text={"**Sony** leads.\n".repeat(700)} marks={[]} />)).toContain("<strong")
  })
})
