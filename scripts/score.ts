/** `npm run score`: computes the product's metrics for a file of answers without a database, and prints them as JSON. */
import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { scoreAnswers } from "@/domain/visibility/score/score"
import { commandLine, examplesText, performed } from "./command-line"
import { printSkippedLines } from "./import/summary"
import { UserError } from "./user-error"

/** Returns the exit code: 2 when the command line was wrong. A file without any answer throws, which exits with 1. */
export const run = (args: string[]) => performed(commands, args)

function commands(done: (exitCode: number) => void) {
  const examples = [
    "npm run score -- visibility docs/answers.sample.jsonl",
    "npm run score -- visibility my.jsonl > my.json",
  ]
  const program = commandLine("npm run score", {
    description: "Compute metrics from a file of AI answers, without a database.",
    examples,
  })
  program
    .command("visibility <answers.jsonl>")
    .description("Print the visibility metrics of a file of AI answers, and how reliable they are, as JSON.")
    .addHelpText("after", help)
    .addHelpText("after", examplesText(examples))
    .action(async (file) => done(await score(file)))
  return program
}

const help = `
The file contains one JSON object per line (docs/answer-files.md). docs/score.md explains the output.
Lines that are not answers are skipped and listed on standard error.
Exit codes: 0 if it printed metrics, 1 if no line is an answer, 2 if the command line is wrong.`

async function score(given: string) {
  const file = resolve(process.env["INIT_CWD"] ?? ".", given)
  if (!existsSync(file)) throw new UserError(`There is no file ${given}.`)
  const { score, lineErrors } = await scoreAnswers(file)
  printSkippedLines(lineErrors, score.lines_left_out)
  if (score.answers === 0) {
    const reason = score.lines_left_out === 0 ? "it is empty" : "every line was skipped (see above)"
    throw new UserError(`${given} contains no answers: ${reason}. docs/answer-files.md describes the format.`)
  }
  console.log(JSON.stringify(score, null, 2))
  return 0
}
