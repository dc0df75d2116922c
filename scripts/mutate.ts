/** `npm run mutate`: changes the code in one place at a time and reports every change that no test notices. */
import { relative } from "node:path"
import { InvalidArgumentError, Option } from "commander"
import { commandLine, parseCount, parseOptions } from "./command-line"
import { type Module, pureModules } from "./mutate/modules"
import { runStryker } from "./mutate/run-stryker"
import { drawSample, type Portion } from "./mutate/sample"

type Options = { only?: string; sample: number; seed: string; portion?: Portion; concurrency: number }
type Result = Awaited<ReturnType<typeof runStryker>>[number]

/** Percent of the mutants that the tests must notice, in each module. */
const requiredScore = 85
const sampleName = "operations"

/** Returns the exit code: 1 when a score is too low, 2 when the command line was wrong. */
export async function run(args: string[]) {
  const options = parseOptions<Options>(program(), args)
  if (typeof options === "number") return options
  const isSelected = (name: string) => !options.only || name === options.only
  const selected = pureModules.filter(({ name }) => isSelected(name))
  if (isSelected(sampleName))
    selected.push({ name: sampleName, ...(await drawSample(options.sample, options.seed, options.portion)) })
  const scores: number[] = []
  for (const module of selected) scores.push(await testModule(module, options))
  return scores.every((score) => score >= requiredScore) ? 0 : 1
}

const moduleNames = [...pureModules.map(({ name }) => name), sampleName]
const program = () =>
  commandLine("npm run mutate", {
    description:
      "Change the code in one place at a time and report every change that no test notices. All modules take hours.\n" +
      `Fails when a module's score is below ${requiredScore}%.`,
    examples: [
      "npm run mutate",
      "npm run mutate -- --only signatures",
      "npm run mutate -- --only operations --sample 20",
    ],
  })
    .addOption(new Option("--only <module>", "one module (default: all)").choices(moduleNames))
    .option("--sample <count>", "mutants that are drawn from the operations", parseCount, 200)
    .option("--seed <text>", "another seed draws other mutants", "signalbox")
    .option("--portion <part/of>", "a part of the sample, such as 2/8 (default: all)", parsePortion)
    .option("--concurrency <count>", "mutants tested at the same time", parseCount, 1)

/** Parses `2/8`: the second of eight parts. */
function parsePortion(text: string): Portion {
  const [part, of] = text.split("/").map(Number)
  if (/^\d+\/\d+$/.test(text) && part && of && part <= of) return { part, of }
  throw new InvalidArgumentError("It must be a part and a number of parts, such as 2/8.")
}

/** Mutates a module. Prints the surviving mutants and the score in percent, and returns the score. */
async function testModule({ name, code, tests }: Module, { concurrency }: Options) {
  const results = await runStryker({ code, tests, concurrency, ignoreStatic: name === sampleName })
  const countMutants = (...statuses: Result["status"][]) =>
    results.filter(({ status }) => statuses.includes(status)).length
  // A runtime error is a test file that no longer loads, so the change is noticed.
  const noticed = countMutants("Killed", "Timeout", "RuntimeError")
  const survived = countMutants("Survived", "NoCoverage")
  const score = (100 * noticed) / (noticed + survived)
  for (const result of results)
    if (["Survived", "NoCoverage"].includes(result.status)) console.log(describeSurvivor(result))
  const timedOut = countMutants("Timeout")
  const failedToLoad = countMutants("RuntimeError")
  const leftOut = countMutants("Ignored")
  console.log(
    `${name}: ${score.toFixed(1)}%, ${noticed} of ${noticed + survived} noticed (${timedOut} by a timeout, ` +
      `${failedToLoad} by a file that failed to load), ${survived} survived, ${leftOut} not tested`,
  )
  return score
}

const describeSurvivor = ({ fileName, location, mutatorName, replacement, status }: Result) =>
  `  ${relative(".", fileName)}:${location.start.line}:${location.start.column} ${status} ${mutatorName}: ${replacement?.replace(/\s+/g, " ")}`
