/** `npm run score`: runs the product's own extraction and metrics over a file, without a database, and prints JSON. */
import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { Argument, Command } from "commander"
import { scoreAnswers } from "@/domain/ai-visibility/score/score"
import { parsed } from "./command-line"
import { PlainFailure } from "./plain-failure"

/** Returns an exit code: 2 when the command line was wrong. */
export async function run(args: string[]): Promise<number> {
  const program = new Command("npm run score --")
    .exitOverride()
    .description("The figures of a file of AI answers, and how far they can be trusted, as JSON.")
    .addArgument(new Argument("<what>").choices(["visibility"]))
    .argument("<answers.jsonl>", "one JSON object a line, as npm run import -- answers takes it")
  const outcome = parsed(program, args)
  if (typeof outcome === "number") return outcome
  const [, given = ""] = program.args
  const file = resolve(process.env["INIT_CWD"] ?? ".", given)
  if (!existsSync(file)) throw new PlainFailure(`There is no file ${given}.`)
  console.log(JSON.stringify(await scoreAnswers(file), null, 2))
  return 0
}
