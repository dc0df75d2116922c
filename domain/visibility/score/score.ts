/** `npm run score -- visibility`: computes the metrics of a file of answers and how reliable they are. */
import { groupMetrics, metricsOf, type VarianceInput, wilsonShare } from "../metrics"
import { measureFalseChanges, measurePower, minPreviousMentions } from "./compare-runs"
import { countPanel } from "./count-panel"
import { type Panel, readPanels } from "./panels"

/** Shares of a brand's mentions that are removed to simulate a fall of its visibility. */
const simulatedFalls = [0.3, 0.5, 0.7]

/** Returns the score of a file. `lineErrors` holds the first skipped lines with the reason. */
export async function scoreAnswers(file: string) {
  const { panels, lineErrors, lineErrorsTotal } = await readPanels(file)
  const score = {
    answers: panels.reduce((sum, panel) => sum + panel.answers.length, 0),
    lines_left_out: lineErrorsTotal,
    sets: panels.map(metricsOfSet),
    detection: measureDetection(panels),
    false_change: measureFalseChanges(panels),
    power: simulatedFalls.map((fall) => ({
      fall,
      fewest_mentions: minPreviousMentions,
      ...measurePower(panels, fall),
    })),
  }
  return { score, lineErrors }
}

/** The metrics of one prompt set. Its answers count as one scan. A cell is one prompt on one engine. */
function metricsOfSet(panel: Panel) {
  const { brands, group, gaps_n, gaps_of_n } = countPanel(panel)
  const { recall, precision } = measureDetection([panel])
  const cited = panel.answers.flatMap((answer) => answer.cited)
  return {
    prompt_set: panel.name,
    recall,
    precision,
    engines: [...new Set(panel.answers.map((answer) => answer.engine))].sort(),
    ...groupMetrics(group, "scan"),
    gap_prompts: wilsonShare(gaps_n, gaps_of_n, group.answers_n, "scan"),
    citations: {
      citations_n: cited.length,
      urls_n: new Set(cited.map((c) => c.url)).size,
      domains_n: new Set(cited.map((c) => c.domain)).size,
    },
    brands: brands.map(({ brand, sums, centeredSums, answerSquares, covered_n }) => {
      const varianceInput: VarianceInput = {
        unit: "scan",
        units: 1,
        // Required by the type, but not used: with one scan, the variance comes from `withinCells`.
        sumsOfSquares: centeredSums.sumsOfSquares,
        withinCells: centeredSums,
        answerSquares,
        answersPerCell: group.answers_n / group.cells_n,
      }
      // The share of grounded answers is the same for every brand. `groupMetrics` returns it for the set.
      const { grounded_rate, ...metrics } = metricsOf(sums, varianceInput)
      const prompt_coverage = wilsonShare(covered_n, group.prompts_n, group.answers_n, "scan")
      return { brand: brand.name, k: sums.mentioned, n: sums.answers, ...metrics, prompt_coverage }
    }),
  }
}

/**
 * Compares the brands that the extraction finds in labelled answers with the labels. A pair is a brand and an answer
 * that it is labelled or found in. `recall`: the share of the labelled pairs that are found. `precision`: the share of
 * the found pairs that are labelled. A mention that the labels leave out counts as wrong.
 */
function measureDetection(panels: readonly Panel[]) {
  const pairs = panels.flatMap(({ name, brands, answers }) =>
    answers.flatMap(({ prompt, engine, run, labelled, mentions }) => {
      if (!labelled) return []
      const labelledIds = new Set(labelled)
      const foundIds = new Set(mentions.map(({ brand_id }) => brand_id))
      return [...labelledIds.union(foundIds)].map((id) => ({
        location: { prompt_set: name, prompt, engine, run, brand: brands.find((brand) => brand.id === id)?.name ?? id },
        isLabelled: labelledIds.has(id),
        isFound: foundIds.has(id),
      }))
    }),
  )
  const labelledPairs = pairs.filter((pair) => pair.isLabelled)
  const foundPairs = pairs.filter((pair) => pair.isFound)
  const correct = labelledPairs.filter((pair) => pair.isFound).length
  return {
    labelled_pairs: labelledPairs.length,
    found_pairs: foundPairs.length,
    found: correct,
    recall: labelledPairs.length === 0 ? null : correct / labelledPairs.length,
    precision: labelledPairs.length === 0 || foundPairs.length === 0 ? null : correct / foundPairs.length,
    missed: labelledPairs.filter((pair) => !pair.isFound).map(({ location }) => location),
    unlabelled: foundPairs.filter((pair) => !pair.isLabelled).map(({ location }) => location),
  }
}
