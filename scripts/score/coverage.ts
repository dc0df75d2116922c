/**
 * `npm run score -- coverage`: simulates prompt sets, and prints how often 95% intervals contain the true value, as
 * JSON.
 */
import { type Command, InvalidArgumentError, Option } from "commander"
import type { CoverageCase, CoverageResult } from "@/domain/visibility/score/coverage"
import { type SimulatedMetricName, simulatedMetricNames } from "@/domain/visibility/score/simulated-metrics"
import { examplesText, parseCount } from "../command-line"

const examples = [
  "npm run score -- coverage",
  "npm run score -- coverage --cells 3 --runs 15 --p 0.2 --rho 0.3 --scans 6 --metric share_of_voice --simulations 2000",
  "npm run score -- coverage --scope population --cells 10,20,40 --runs 3",
]

/** The values that are combined if the command line does not set others. */
const defaults = { cells: [2, 3, 5, 10, 40], runs: [1, 3, 5, 15], p: [0.02, 0.2, 0.5, 0.95], heterogeneity: [0, 0.3] }
const defaultRho = [0, 0.3, 0.6]
/** With one scan, intervals cannot account for correlated runs (docs/score.md), so these have six scans. */
const scansOfCorrelatedRuns = 6

export function addCoverage(program: Command, setExitCode: (exitCode: number) => void) {
  const numbers = "numbers, separated by commas"
  program
    .command("coverage")
    .description("Simulate prompt sets with known values, and print how often the 95% intervals contain them, as JSON.")
    .option("--metric <names>", "metrics, separated by commas (default: all)", parseMetrics)
    .option(
      "--cells <n>",
      `${numbers}: prompts x engines that each scan asks; topics with --scope population`,
      parseIntegers,
    )
    .option("--runs <n>", `${numbers}: answers of each cell in one scan`, parseIntegers)
    .option("--scans <n>", `${numbers}: scans in the period`, parseIntegers)
    .option("--p <n>", `${numbers}: mean probability of a mention, a citation or a positive mention`, parseFractions)
    .option("--heterogeneity <n>", `${numbers}: how much cells differ, from 0 (alike) to below 1`, parseFractions)
    .option(
      "--rho <n>",
      `${numbers}: correlation of the runs of one cell in one scan, from 0 to below 1`,
      parseFractions,
    )
    .addOption(
      new Option("--scope <scope>", "panel: the same prompts asked again; population: other prompts like these")
        .choices(["panel", "population"])
        .default("panel"),
    )
    .option("--simulations <n>", "simulated prompt sets per case", parseCount, 500)
    .option("--seed <text>", "the same seed gives the same numbers", "signalbox")
    .addHelpText(
      "after",
      "\ndocs/score.md explains the output.\nExit codes: 0 if it printed results, 2 if the command line is wrong.",
    )
    .addHelpText("after", examplesText(examples))
    .action(async (options: Options) => setExitCode(await printCoverage(options)))
}

type Options = Partial<Record<"cells" | "runs" | "scans" | "p" | "heterogeneity" | "rho", number[]>> & {
  metric?: SimulatedMetricName[]
  scope: "panel" | "population"
  simulations: number
  seed: string
}

type PrintedResult = Omit<CoverageResult, "figure" | "draws"> & { metric: SimulatedMetricName; simulations: number }

async function printCoverage(options: Options) {
  const { simulateCoverage } = await import("@/domain/visibility/score/coverage")
  const { simulations, seed } = options
  const cases = listCases(options)
  const results: PrintedResult[] = []
  for (const coverageCase of cases) {
    const { figure: metric, draws, ...result } = simulateCoverage(coverageCase, simulations, seed)
    results.push({ metric, simulations: draws, ...result })
    if (process.stderr.isTTY) process.stderr.write(`\r${results.length} of ${cases.length}`)
  }
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K")
  console.log(JSON.stringify({ simulations, seed, cases: results }, null, 2))
  return 0
}

/** Returns every combination of the given values. */
function listCases(options: Options): CoverageCase[] {
  const { metric: figure = simulatedMetricNames, scope } = options
  const { cells, runs, p, heterogeneity } = { ...defaults, ...options }
  const cases = combine({ figure, cells, runs, p, heterogeneity, scansAndRho: chooseScansAndRho(options) })
  return cases.map(({ scansAndRho: { rho, scans }, ...values }) => ({ ...values, rho, scans, scope }))
}

/** Returns every combination of one choice per field. The choices of the last field vary fastest. */
function combine<Choices extends Record<string, readonly unknown[]>>(choicesByField: Choices) {
  type Combination = { [Field in keyof Choices]: Choices[Field][number] }
  let combined: object[] = [{}]
  for (const [field, choices] of Object.entries(choicesByField))
    combined = combined.flatMap((values) => choices.map((choice) => ({ ...values, [field]: choice })))
  return combined as Combination[]
}

/** Without --scans, uses six scans for correlated runs and one for independent runs. With only --scans, rho is 0. */
function chooseScansAndRho({ rho: givenRho, scans: givenScans }: Options) {
  const rhos = givenRho ?? (givenScans ? [0] : defaultRho)
  return rhos.flatMap((rho) => {
    const scanCounts = givenScans ?? [rho === 0 ? 1 : scansOfCorrelatedRuns]
    return scanCounts.map((scans) => ({ rho, scans }))
  })
}

const parseMetrics = (text: string) =>
  text.split(",").map((name) => {
    const metric = simulatedMetricNames.find((known) => known === name.trim())
    if (metric) return metric
    throw new InvalidArgumentError(`Unknown metric "${name}". Use ${simulatedMetricNames.join(", ")}.`)
  })

const parseIntegers = (text: string) =>
  parseNumbers(text, "a whole number from 1", (n) => Number.isInteger(n) && n >= 1)
const parseFractions = (text: string) => parseNumbers(text, "a number from 0 to below 1", (n) => n >= 0 && n < 1)

/** `expected` describes a valid number in the error message. */
const parseNumbers = (text: string, expected: string, isValid: (n: number) => boolean) =>
  text.split(",").map((part) => {
    const number = part.trim() === "" ? Number.NaN : Number(part)
    if (isValid(number)) return number
    throw new InvalidArgumentError(`"${part}" is not ${expected}.`)
  })
