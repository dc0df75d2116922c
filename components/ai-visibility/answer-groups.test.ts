import { expect, it } from "vitest"
import { type Answer, answerLines, describeRun, domainsByAnswers, firstBrands, groupByPrompt } from "./answer-groups"

type Fields = { prompt?: string; engine?: string; run?: number; brands?: string[]; cited?: string[] }

const answer = ({ prompt = "p", engine = "chatgpt", run = 1, brands = [], cited = [] }: Fields = {}) =>
  ({
    id: `${prompt} ${engine} ${run}`,
    scan_id: "s",
    prompt_id: prompt,
    engine,
    region: null,
    run_index: run,
    asked_at: "2026-11-26T05:00:00.000Z",
    mentions: brands.map((brand, i) => ({ brand_id: brand, brand, rank: i + 1 })),
    citations: cited.map((registrable_domain) => ({ kind: "cited", registrable_domain })),
  }) as unknown as Answer

it("groups answers by prompt, and sorts engines by name and runs by number", () => {
  const groups = groupByPrompt([
    answer({ engine: "copilot", run: 2 }),
    answer({ prompt: "q" }),
    answer({ engine: "copilot" }),
    answer(),
  ])
  const shown = groups.map(({ engines }) => engines.map(({ runs }) => runs.map(({ id }) => id)))
  expect(shown).toEqual([[["p chatgpt 1"], ["p copilot 1", "p copilot 2"]], [["q chatgpt 1"]]])
})

it("describes a run by the position of your brand", () => {
  const run = answer({ run: 2, brands: ["Veloria", "Own"] })
  expect(describeRun(run, "Own")).toBe("Run 2: position 2 of 2 brands")
  expect(describeRun(run, "Other")).toBe("Run 2: not mentioned")
  expect(describeRun(run, undefined)).toBe("Run 2: 2 brands")
})

it("counts the brands that runs mention first, and the domains that they cite", () => {
  const runs = [
    answer({ brands: ["Veloria", "Own"], cited: ["b.example", "b.example"] }),
    answer({ brands: ["Own"], cited: ["a.example"] }),
    answer({ brands: ["Veloria"], cited: ["b.example", "a.example"] }),
    answer(),
  ]
  expect(firstBrands(runs)).toEqual([
    { name: "Veloria", answers: 2 },
    { name: "Own", answers: 1 },
  ])
  expect(domainsByAnswers(runs)).toEqual([
    { name: "a.example", answers: 2 },
    { name: "b.example", answers: 2 },
  ])
})

it("writes one line per answer for a download, without columns that are empty", () => {
  const lines = answerLines(groupByPrompt([answer({ brands: ["Veloria", "Own"] }), answer({ run: 2 })]), "Own")
  expect(lines).toEqual([
    ["Asked at", "Engine", "Run", "Your rank", "Brands in order"],
    ["2026-11-26T05:00:00.000Z", "ChatGPT", "1", "2", "Veloria, Own"],
    ["2026-11-26T05:00:00.000Z", "ChatGPT", "2", "", ""],
  ])
})
