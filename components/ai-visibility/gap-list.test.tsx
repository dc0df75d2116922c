/** Tests the list of gaps: each has links to its answers and to the sources that they cite. */
import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { GapList } from "./gap-list"

const prompts = [
  { id: "prm_1", text: "Which e-bike?", latest: { visibility: { value: 0.1 }, best_competitor: null } },
] as never

it("links each gap to the answers, of the chosen engine, and to the cited sources", () => {
  const linksOf = (engine: string | undefined) => {
    const html = renderToString(<GapList prompts={prompts} total={1} path="/p" engine={engine} allHref="/all" />)
    return [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, href, name]) => [name, href])
  }
  expect(linksOf(undefined)).toEqual([
    ["Which e-bike?", "/p/prompts/prm_1"],
    ["Read answers", "/p/answers?prompt_id=prm_1"],
    ["See cited sources", "/p/prompts/prm_1#sources"],
  ])
  expect(linksOf("chatgpt")[1]).toEqual(["Read answers", "/p/answers?prompt_id=prm_1&amp;engine=chatgpt"])
})
