/** `npm run score -- visibility`: computes the metrics of a file of answers and how reliable they are. */
import { groupMetrics, metricsOf, type VarianceInput, wilsonShare } from "../metrics"
import { falseChanges, minPreviousMentions, power } from "./compare-runs"
import { countPanel } from "./count-panel"
import { type Panel, readPanels } from "./panels"

/** Simulated falls: the shares of a brand's mentions that are removed. */
const falls = [0.3, 0.5, 0.7]

/** Returns the score of a file. `lineErrors` holds the first skipped lines with the reason. */
export async function scoreAnswers(file: string) {
  const { panels, lineErrors, lineErrorsTotal } = await readPanels(file)
  const answers = panels.reduce((sum, panel) => sum + panel.answers.length, 0)
  return { score: scoreOf(panels, answers, lineErrorsTotal), lineErrors }
}

function scoreOf(panels: Panel[], answers: number, lineErrorsTotal: number) {
  return {
    answers,
    lines_left_out: lineErrorsTotal,
    sets: panels.map(metricsOfSet),
    detection: detectionIn(panels),
    false_change: falseChanges(panels),
    power: falls.map((fall) => ({ fall, fewest_mentions: minPreviousMentions, ...power(panels, fall) })),
  }
}

/** The metrics of one prompt set. A file is treated as one scan. */
function metricsOfSet(panel: Panel) {
  const { brands, group, gaps_n, gaps_of_n } = countPanel(panel)
  const cited = panel.answers.flatMap((answer) => answer.cited)
  return {
    prompt_set: panel.name,
    ...precisionAndRecall(panel),
    engines: [...new Set(panel.answers.map((answer) => answer.engine))].sort(),
    ...groupMetrics(group, "scan"),
    gap_prompts: wilsonShare(gaps_n, gaps_of_n, group.answers_n, "scan"),
    citations: {
      citations_n: cited.length,
      urls_n: new Set(cited.map((c) => c.url)).size,
      domains_n: new Set(cited.map((c) => c.domain)).size,
    },
    brands: brands.map(({ brand, sums, cells, answerSquares, covered_n }) => {
      const runs = group.answers_n / group.cells_n
      const varianceInput: VarianceInput = {
        unit: "scan",
        units: 1,
        // Not read: a file is one scan, so the variance comes from `withinCells`.
        sumsOfSquares: cells.sumsOfSquares,
        withinCells: cells,
        answerSquares,
        answersPerCell: runs,
      }
      const { grounded_rate, ...metrics } = metricsOf(sums, varianceInput)
      const prompt_coverage = wilsonShare(covered_n, group.prompts_n, group.answers_n, "scan")
      return { brand: brand.name, k: sums.mentioned, n: sums.answers, ...metrics, prompt_coverage }
    }),
  }
}

function precisionAndRecall(panel: Panel) {
  const { recall, precision } = detectionIn([panel])
  return { recall, precision }
}

/**
 * Compares the mentions that the extraction finds with the labels. `recall`: the share of the labels that it finds.
 * `precision`: the share of what it finds that is labelled. A brand that the labels forgot counts as wrong.
 */
function detectionIn(panels: readonly Panel[]) {
  const pairs = panels.flatMap(({ name, brands, answers }) =>
    answers.flatMap(({ prompt, engine, run, labelled, mentions }) => {
      if (!labelled) return []
      const isLabelled = new Set(labelled)
      const isFound = new Set(mentions.map(({ brand_id }) => brand_id))
      return [...isLabelled.union(isFound)].map((id) => ({
        where: { prompt_set: name, prompt, engine, run, brand: brands.find((brand) => brand.id === id)?.name ?? id },
        isLabelled: isLabelled.has(id),
        isFound: isFound.has(id),
      }))
    }),
  )
  const labelled = pairs.filter((pair) => pair.isLabelled)
  const found = pairs.filter((pair) => pair.isFound)
  const both = labelled.filter((pair) => pair.isFound).length
  return {
    labelled_pairs: labelled.length,
    found_pairs: found.length,
    found: both,
    recall: labelled.length === 0 ? null : both / labelled.length,
    precision: labelled.length === 0 || found.length === 0 ? null : both / found.length,
    missed: labelled.filter((pair) => !pair.isFound).map(({ where }) => where),
    unlabelled: found.filter((pair) => !pair.isLabelled).map(({ where }) => where),
  }
}
