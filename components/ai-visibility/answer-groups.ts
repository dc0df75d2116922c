/** Groups answers by prompt and scan, then by engine. Counts the brands and domains that the runs of an engine name. */
import type { Data } from "@/components/api/types"
import { engineName } from "@/domain/ai-engines/engine-names"
import { pluralize } from "@/domain/kernel/format-count"

export type Answer = Data<"aiVisibility", "listAnswers">[number]

/** The answers of one scan to one prompt. */
export type PromptGroup = { key: string; answers: Answer[]; engines: EngineRuns[] }
/** The answers of one engine, and of one region if the scan asked several, by run. */
export type EngineRuns = { key: string; engine: string; region: string | null; runs: Answer[] }

/** Groups stay in the order of `answers`, and engines are sorted by name. */
export function groupByPrompt(answers: Answer[]): PromptGroup[] {
  const groups = Map.groupBy(answers, ({ scan_id, prompt_id }) => `${scan_id} ${prompt_id}`)
  return [...groups].map(([key, ofPrompt]) => ({ key, answers: ofPrompt, engines: groupByEngine(ofPrompt) }))
}

function groupByEngine(answers: Answer[]): EngineRuns[] {
  // Two engines can have the same name, such as ChatGPT asked in the browser and over the API.
  const byEngine = Map.groupBy(answers, ({ engine, region }) => `${engine} ${region ?? ""}`)
  const nameOf = ({ engine, key }: EngineRuns) => `${engineName(engine)} ${key}`
  return [...byEngine]
    .map(([key, runs]) => {
      const { engine, region } = runs[0] as Answer
      return { key, engine, region, runs: runs.toSorted((a, b) => a.run_index - b.run_index) }
    })
    .sort((a, b) => nameOf(a).localeCompare(nameOf(b)))
}

/** The rank of a brand in an answer. Undefined if the answer does not mention it. */
export const rankOf = ({ mentions = [] }: Answer, brandId: string | undefined) =>
  mentions.find(({ brand_id }) => brand_id === brandId)?.rank

/** "Run 2: position 1 of 4 brands" or "Run 2: not mentioned". Without a brand of yours, "Run 2: 4 brands". */
export function describeRun(answer: Answer, ownBrandId: string | undefined): string {
  const brands = pluralize((answer.mentions ?? []).length, "brand")
  const rank = rankOf(answer, ownBrandId)
  if (!ownBrandId) return `Run ${answer.run_index}: ${brands}`
  return `Run ${answer.run_index}: ${rank === undefined ? "not mentioned" : `position ${rank} of ${brands}`}`
}

export const brandsInOrder = ({ mentions = [] }: Answer): string[] =>
  mentions.toSorted((a, b) => a.rank - b.rank).map(({ brand }) => brand)

/** The cited domains of an answer, each once, in their order in the answer. */
export const citedDomains = ({ citations = [] }: Answer): string[] => [
  ...new Set(citations.filter(({ kind }) => kind === "cited").map((citation) => citation.registrable_domain)),
]

/** A name, and the number of answers that contain it. */
export type Tally = { name: string; answers: number }

/** The brands that answers mention first. The most frequent one is first. */
export const firstBrands = (runs: Answer[]): Tally[] => tally(runs.map((run) => brandsInOrder(run).slice(0, 1)))

/** The domains that answers cite. The most frequent one is first. */
export const domainsByAnswers = (runs: Answer[]): Tally[] => tally(runs.map(citedDomains))

/** Counts the answers that contain each name. Equal counts are sorted by name. */
function tally(namesByAnswer: string[][]): Tally[] {
  const byName = Map.groupBy(namesByAnswer.flat(), (name) => name)
  return [...byName]
    .map(([name, found]) => ({ name, answers: found.length }))
    .sort((a, b) => b.answers - a.answers || a.name.localeCompare(b.name))
}

/** The lines of a CSV file: the headers, and then one line per answer. Columns without any value are left out. */
export function answerLines(groups: PromptGroup[], ownBrandId: string | undefined): string[][] {
  const headers = ["Prompt", "Asked at", "Engine", "Region", "Run", "Your rank", "Brands in order", "Cited domains"]
  const runs = groups.flatMap(({ engines }) => engines.flatMap((engine) => engine.runs))
  const lines = runs.map((answer) => [
    answer.prompt ?? "",
    answer.asked_at,
    engineName(answer.engine),
    answer.region ?? "",
    String(answer.run_index),
    String(rankOf(answer, ownBrandId) ?? ""),
    brandsInOrder(answer).join(", "),
    citedDomains(answer).join(", "),
  ])
  // For example, the page of a prompt does not read the text of the prompt, and most projects have no region.
  const isUsed = headers.map((_, column) => lines.some((line) => line[column] !== ""))
  return [headers, ...lines].map((line) => line.filter((_, column) => isUsed[column]))
}
