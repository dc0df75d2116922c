/** Tests the sentence that sums up the listed prompts. */
import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import type { Row } from "./format-metrics"
import type { PromptQuery } from "./prompt-filters"
import { PromptSummary } from "./prompt-summary"

type Verdict = NonNullable<Row["change"]>["verdict"]
/** `verdict` is null if the metrics have no row of the prompt. */
type Prompt = { verdict: Verdict | null; is_gap?: boolean; change?: number | null } | "not asked"

function rendered(list: Prompt[], { query = {}, isPart = false }: { query?: PromptQuery; isPart?: boolean } = {}) {
  const prompts = list.map((prompt, i) => ({
    id: String(i),
    latest:
      prompt === "not asked" ? null : { is_gap: prompt.is_gap ?? false, change: prompt.change === null ? null : 0.1 },
  }))
  const changes = list.flatMap((prompt, i) =>
    prompt === "not asked" || !prompt.verdict ? [] : [[String(i), { change: { verdict: prompt.verdict } }] as const],
  )
  return renderToString(
    <PromptSummary
      prompts={prompts}
      changes={new Map(changes) as never}
      path="/prompts"
      query={query}
      isPart={isPart}
    />,
  )
}
const said = (...args: Parameters<typeof rendered>) => rendered(...args).replace(/<[^>]*>/g, "")

const gap: Prompt = { verdict: "up", is_gap: true }
const still: Prompt = { verdict: "no_clear_change" }
const unclear: Prompt = { verdict: "insufficient" }

it("counts the gaps and the changes", () => {
  expect(said([gap, still, still, unclear])).toBe(
    "A competitor is clearly ahead on 1 of 4 prompts. Since the previous scan, 1 changed clearly, 2 did not and 1 has too few answers to tell.",
  )
  expect(said([still, still])).toBe(
    "No competitor is clearly ahead on the 2 prompts. Since the previous scan, none changed clearly.",
  )
})

it("links to the gaps with the filters of the page", () => {
  expect(rendered([gap, still], { query: { topic_id: "t", q: "a b", gap: "", cursor: "c" } })).toContain(
    'href="/prompts?topic_id=t&amp;q=a+b&amp;gap=true"',
  )
})

it("gives the number without a link when the list has more pages", () => {
  const html = rendered([gap, still], { isPart: true })
  expect(html).toContain("A competitor is clearly ahead on 1 of 2 prompts on this page.")
  expect(html).not.toContain("<a")
})

it("leaves out prompts that were not asked", () => {
  expect(said([gap, gap, "not asked"])).toMatch(/^A competitor is clearly ahead on 2 of 2 prompts that were asked\./)
  expect(said([gap, "not asked"])).toBe("")
})

it("does not count prompts that cannot be compared", () => {
  const incomparable: Prompt[] = [{ verdict: "not_comparable" }, { verdict: null }, { verdict: "up", change: null }]
  expect(said(incomparable)).toBe("No competitor is clearly ahead on the 3 prompts.")
  expect(said([...incomparable, gap, still])).toMatch(/previous scan, 1 changed clearly and 1 did not\.$/)
  expect(said([...incomparable, unclear, unclear])).toMatch(/previous scan, 2 have too few answers to tell whether/)
  expect(said([unclear, unclear])).toMatch(/previous scan, all 2 have too few answers to tell whether they changed\.$/)
})
