/** A file of answers as panels, read by the product's own extraction: what `score` counts, without a database. */
import { distinctSources } from "../extraction/distinct-sources"
import { mentionFinder } from "../extraction/mentions"
import { type AnswerLine, type LineFault, readAnswer, sourcesOf } from "../import/answer-line"
import { answerReader, byBrandKey, labelledOn } from "../import/answer-mentions"
import { brandsOf, domainsOf } from "../import/labelled-brands"
import type { ProjectBrand } from "../import/prepare-project"
import { readLines } from "../import/read-lines"
import { type SetSurvey, survey } from "../import/survey"

export type PanelAnswer = {
  prompt: string
  engine: string
  run: number
  /** Of tracked brands, as the import counts them. */
  mentions: { brand_id: string; rank: number }[]
  cited: { url: string; domain: string; brand_id: string | null }[]
  /** Ids of the brands that a person read in it; null when nobody did. */
  labelled: string[] | null
  /** Ids of the labelled brands that their names alone find in the text. */
  detected: Set<string>
}

/** One prompt set. The id of a brand is what its spellings share, so that it is the same in every set. */
export type Panel = { name: string; brands: ProjectBrand[]; answers: PanelAnswer[] }

/** `faults`: the first lines that are no answers, and why. `faultsTotal`: how many lines are none. */
export async function readPanels(file: string): Promise<{ panels: Panel[]; faults: LineFault[]; faultsTotal: number }> {
  const found = await survey(file, () => {})
  const readers = new Map([...found.sets].map(([name, set]) => [name, panelReader(name, set)]))
  for await (const line of readLines(file)) {
    const read = readAnswer(line)
    if ("answer" in read) readers.get(read.answer.prompt_set ?? "")?.add(read.answer)
  }
  const { faults, faultsTotal } = found
  return { panels: [...readers.values()].map(({ panel }) => panel), faults, faultsTotal }
}

function panelReader(name: string, set: SetSurvey) {
  const brands = trackedBrands(set)
  const panel: Panel = { name, brands, answers: [] }
  const mentionsIn = answerReader(brands)
  const finders = new Map(brands.map((brand) => [brand.id, mentionFinder([brand])]))
  const byKey = byBrandKey(brands)
  const add = (answer: AnswerLine) => {
    const labelled = labelledOn(answer, byKey)?.map((brand) => brand.id) ?? null
    panel.answers.push({
      prompt: answer.prompt,
      engine: answer.engine,
      run: answer.run,
      mentions: mentionsIn(answer),
      cited: distinctSources(sourcesOf(answer), brands).map(({ canonical, brand_id }) => ({
        url: canonical.url,
        domain: canonical.registrable_domain,
        brand_id,
      })),
      labelled,
      detected: new Set(labelled?.filter((id) => finders.get(id)?.(answer.response).length)),
    })
  }
  return { panel, add }
}

/** As the import makes them: the most labelled one is the own. */
const trackedBrands = (set: SetSurvey): ProjectBrand[] =>
  brandsOf(set.labels).map(({ key, name, aliases }, i) => ({
    id: key,
    name,
    kind: i === 0 ? "own" : "competitor",
    aliases,
    negative_aliases: [],
    domains: domainsOf(key, set.citedDomains),
    domain_paths: [],
  }))
