import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { Empty } from "./empty"

it("says why a page is empty and what to do, in a box or as a sentence", () => {
  const html = (isInline: boolean) =>
    renderToString(
      <Empty title="No gaps" action={<a href="/prompts">View prompts</a>} isInline={isInline}>
        No competitor is ahead.
      </Empty>,
    ).replaceAll("<!-- -->", "")
  const texts = (isInline: boolean) =>
    html(isInline)
      .replaceAll(/<[^>]*>/g, "|")
      .split("|")
      .filter(Boolean)
  expect(texts(false)).toEqual(["No gaps", "No competitor is ahead.", "View prompts"])
  expect(texts(true)).toEqual(["No gaps. No competitor is ahead.", "View prompts"])
  expect(html(true)).not.toContain("border")
})
