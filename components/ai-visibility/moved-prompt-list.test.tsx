import { renderToStaticMarkup } from "react-dom/server"
import { expect, it } from "vitest"
import type { Row } from "./format-metrics"
import { MovedPromptList } from "./moved-prompt-list"

const row = {
  brand: { kind: "own" },
  visibility: { value: 0.067 },
  change: { verdict: "down", delta_abs: -0.666, delta_compared: -0.666, previous: { visibility: { value: 0.733 } } },
} as unknown as Row

it("links each prompt to its page, and to the comparison of its answers in the chosen scan", () => {
  const page = renderToStaticMarkup(
    <MovedPromptList
      prompts={[{ id: "prm_1", text: "Which cargo bike?", row }]}
      total={1}
      canTell
      path="/t/ai-visibility/p"
      scanId="scn_2"
      engine="chatgpt"
      allHref={undefined}
    />,
  )
  expect(page).toContain('href="/t/ai-visibility/p/prompts/prm_1"')
  expect(page).toContain('href="/t/ai-visibility/p/prompts/prm_1/compare?after=scn_2&amp;engine=chatgpt"')
  expect(page).toContain('aria-label="Compare answers: Which cargo bike?"')
})
