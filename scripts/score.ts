/**
 * `npm run score`: computes the product's metrics and alerts from files, without a database, and prints them as JSON.
 */
import { statSync } from "node:fs"
import { type Command, InvalidArgumentError, Option } from "commander"
import { z } from "zod"
import { scoreAnswers } from "@/domain/visibility/score/score"
import { resolveFromCaller } from "./caller-path"
import { commandLine, examplesText, runSubcommand } from "./command-line"
import { printSkippedLines } from "./import/summary"
import { addCoverage } from "./score/coverage"
import { UserError } from "./user-error"

/** Returns the exit code: 2 when the command line was wrong. A file without any answer throws, which exits with 1. */
export const run = (args: string[]) => runSubcommand(commands, args)

function commands(setExitCode: (exitCode: number) => void) {
  const examples = [
    "npm run score -- visibility docs/answers.sample.jsonl",
    "npm run score -- coverage --cells 3 --runs 15 --p 0.2 --metric share_of_voice",
    "npm run score -- signals my-benchmark",
    "npm run score -- signals --daily my-series.csv",
  ]
  const program = commandLine("npm run score", {
    description: "Compute metrics and alerts from files, without a database.",
    examples,
  })
  program
    .command("visibility <answers.jsonl>")
    .description("Print the visibility metrics of a file of AI answers, and how reliable they are, as JSON.")
    .addHelpText("after", visibilityHelp)
    .addHelpText("after", examplesText(examples))
    .action(async (file) => setExitCode(await printVisibilityScore(file)))
  addCoverage(program, setExitCode)
  program
    .command("signals <paths...>")
    .description("Print the alerts of the anomaly detector on labelled series, and how good they are, as JSON.")
    .option("--daily", "measure false alerts per year and injected changes on daily series instead")
    .addOption(
      new Option(
        "--neighbors",
        "compare the detector's settings with neighboring ones, on changed copies of the series",
      ).conflicts("daily"),
    )
    .option("--until <day>", "with --daily: leave out all days after this one (YYYY-MM-DD)", parseDay)
    .addHelpText("after", signalsHelp)
    .addHelpText("after", examplesText(signalsExamples))
    .action(async (paths, options, command) => setExitCode(await printSignalScores(paths, options, command)))
  return program
}

const visibilityHelp = `
The file contains one JSON object per line (docs/answer-files.md). docs/score.md explains the output.
Lines that are not answers are skipped and listed on standard error.
Exit codes: 0 if it printed metrics, 1 if no line is an answer, 2 if the command line is wrong.`

const signalsExamples = [
  "npm run score -- signals my-benchmark",
  "npm run score -- signals --neighbors my-benchmark",
  "npm run score -- signals --daily --until 2020-02-29 my-series other-series.csv",
]

const signalsHelp = `
The folder contains data/**/*.csv (timestamp,value) and labels/windows.json, as in the Numenta Anomaly Benchmark.
With --daily, each path is a CSV file (date,value) or a folder of them. docs/signals.md explains the output.
Exit codes: 0 if it printed results, 1 if a file cannot be read, 2 if the command line is wrong.`

type SignalsOptions = { daily?: boolean; neighbors?: boolean; until?: string }

async function printSignalScores(input: string[], options: SignalsOptions, command: Command) {
  if (!options.daily && (input.length > 1 || options.until))
    command.error("error: without --daily, give exactly one folder and no --until")
  console.log(JSON.stringify(await scoreSignals(input.map(resolveFromCaller), options), null, 2))
  return 0
}

async function scoreSignals(paths: string[], { daily, neighbors, until }: SignalsOptions) {
  if (daily) return (await import("./score/signals/daily")).scoreDaily(paths, until)
  const [folder = ""] = paths
  if (neighbors) return (await import("./score/signals/neighbors")).scoreNeighbors(folder)
  return (await import("./score/signals/benchmark")).scoreBenchmark(folder)
}

function parseDay(text: string) {
  if (z.iso.date().safeParse(text).success) return text
  throw new InvalidArgumentError("It must be a day such as 2020-02-29.")
}

async function printVisibilityScore(input: string) {
  const file = resolveFromCaller(input)
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new UserError(`There is no file ${input}.`)
  const { score, lineErrors } = await scoreAnswers(file)
  printSkippedLines(lineErrors, score.lines_left_out)
  if (score.answers === 0) {
    const reason = score.lines_left_out === 0 ? "it is empty" : "every line was skipped (see above)"
    throw new UserError(`${input} contains no answers: ${reason}. docs/answer-files.md describes the format.`)
  }
  console.log(JSON.stringify(score, null, 2))
  return 0
}
