/** Reads a file of answers into panels with the product's own extraction. `score` counts them without a database. */
import { type AnswerLine, type LineError, parseAnswerLine, sourcesOf } from "@/domain/answers/answer-file/answer-line"
import { byBrandKey, labelledBrandsOf } from "@/domain/answers/answer-file/answer-mentions"
import { brandsOf, domainsOf, type ProjectBrand } from "@/domain/answers/answer-file/labelled-brands"
import { readLines } from "@/domain/answers/answer-file/read-lines"
import { type PromptSetSummary, summarizeAnswerFile } from "@/domain/answers/answer-file/summarize-answer-file"
import { mentionFinder } from "@/domain/answers/extraction/mentions"
import { distinctSources } from "@/domain/answers/extraction/sources"

export type PanelAnswer = {
  prompt: string
  engine: string
  run: number
  /** Mentions of tracked brands in the text. Labels do not change them. */
  mentions: { brand_id: string; rank: number }[]
  cited: { url: string; domain: string; brand_id: string | null }[]
  /** Ids of the brands that a person labelled; null when the answer is unlabelled. */
  labelled: string[] | null
}

/** One prompt set. A brand's id is the key of its spellings, so that a brand has the same id in every set. */
export type Panel = { name: string; brands: ProjectBrand[]; answers: PanelAnswer[] }

/** `lineErrors` holds the first invalid lines with the reason; `lineErrorsTotal` counts all of them. */
export async function readPanels(
  file: string,
): Promise<{ panels: Panel[]; lineErrors: LineError[]; lineErrorsTotal: number }> {
  const { sets, lineErrors, lineErrorsTotal } = await summarizeAnswerFile(file, () => {})
  const builders = new Map([...sets].map(([name, set]) => [name, panelBuilder(name, set)]))
  for await (const line of readLines(file)) {
    const parsed = parseAnswerLine(line)
    if ("answer" in parsed) builders.get(parsed.answer.prompt_set ?? "")?.add(parsed.answer)
  }
  return { panels: [...builders.values()].map(({ panel }) => panel), lineErrors, lineErrorsTotal }
}

/** Returns an empty panel and a function that adds an answer to it. */
function panelBuilder(name: string, set: PromptSetSummary) {
  const brands = trackedBrands(set)
  const panel: Panel = { name, brands, answers: [] }
  const mentionsIn = mentionFinder(brands)
  const byKey = byBrandKey(brands)
  const add = (answer: AnswerLine) => {
    panel.answers.push({
      prompt: answer.prompt,
      engine: answer.engine,
      run: answer.run,
      mentions: mentionsIn(answer.response),
      cited: distinctSources(sourcesOf(answer), brands).map(({ canonical, brand_id }) => ({
        url: canonical.url,
        domain: canonical.registrable_domain,
        brand_id,
      })),
      labelled: labelledBrandsOf(answer, byKey)?.map((brand) => brand.id) ?? null,
    })
  }
  return { panel, add }
}

/** Brands as the import creates them: the most labelled one is your brand. */
const trackedBrands = (set: PromptSetSummary): ProjectBrand[] =>
  brandsOf(set.labels).map(({ key, name, aliases }, i) => ({
    id: key,
    name,
    kind: i === 0 ? "own" : "competitor",
    aliases,
    negative_aliases: [],
    domains: domainsOf(key, set.citedDomains),
    domain_paths: [],
  }))
