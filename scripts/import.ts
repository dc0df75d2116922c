/** `npm run import`: imports a file into a team: daily metrics (`metrics`) or answers of AI engines (`answers`). */
import { resolve } from "node:path"
import { Option } from "commander"
import { importAnswers } from "@/domain/ai-visibility/import-answers"
import { importMetrics } from "@/domain/data-sources/import-metrics"
import { importProviders } from "@/domain/data-sources/providers"
import { transformNames } from "@/domain/data-sources/transforms"
import { Problem } from "@/domain/kernel/errors"
import { disconnect } from "@/prisma/client"
import { commandLine, examplesText, performed } from "./command-line"
import { chooseClient } from "./import/client"
import { showProgress } from "./import/progress"
import { printAnswersSummary, printMetricsSummary } from "./import/summary"
import { chooseTeam } from "./import/team"
import { UserError } from "./user-error"
import { withDatabase } from "./with-database"

/** Opens the installation's database, runs the work, and closes the database. */
type OnDatabase = (work: () => Promise<number>) => Promise<number>

/** Returns the exit code: 1 when a line was skipped, 2 when the command line was wrong. */
export const run = (args: string[]) => importFile(args, (work) => withDatabase("npm run import", args, work))

export const importFile = (args: string[], onDatabase: OnDatabase) =>
  performed((done) => commands(async (work) => done(await onDatabase(() => finished(work)))), args)

async function finished(work: () => Promise<number>) {
  try {
    return await work()
  } catch (error) {
    throw explained(error)
  } finally {
    await disconnect()
  }
}

function commands(start: (work: () => Promise<number>) => Promise<void>) {
  const program = commandLine("npm run import", {
    description: "Import a file into a team. Importing the same file again changes nothing.",
    examples: ["npm run import -- metrics --help", "npm run import -- answers --help"],
  })
  const team = new Option("--team <slug>", "the team (default: the demo team, or the only team)")
  const dataDir = new Option(
    "--data-dir <folder>",
    "the data folder of npm start (default: .data, or SIGNALBOX_DATA_DIR)",
  )
  program
    .command("metrics <file>")
    .description("Import daily metrics: an export of an ads platform, or any CSV file with a date column.")
    .requiredOption("--client <name>", "the client's name, slug or id; a new name creates a client (required)")
    .addOption(
      new Option("--provider <name>", "the file's format (default: detected from the header)").choices(importProviders),
    )
    .option("--metric <id>", "the metric of the values, if the columns do not name one (such as ds and y)")
    .addOption(new Option("--transform <name>", "exp: the values are logarithms").choices(transformNames))
    .option("--currency <code>", "the currency, if the file does not name one (default: the client's)")
    .addOption(team)
    .addOption(dataDir)
    .addHelpText("after", exitCodes)
    .addHelpText(
      "after",
      examplesText([
        'npm run import -- metrics google-ads.csv --client "Blue Bakery"',
        "npm run import -- metrics sessions.csv --client blue-bakery --metric sessions --team my-agency",
      ]),
    )
    .action((file, options) => start(() => importMetricsFile(resolveFromCaller(file), options)))
  program
    .command("answers <file>")
    .description("Import answers of AI engines: one JSON object per line (docs/answer-files.md).")
    .requiredOption("--project <name>", "the AI-visibility project; a new name creates a project (required)")
    .option("--client <name>", "the project's client (default: a client with the project's name)")
    .option("--own <brand>", "your brand (default: the brand with the most labelled answers)")
    .addOption(team)
    .addOption(dataDir)
    .addHelpText("after", exitCodes)
    .addHelpText("after", examplesText(["npm run import -- answers docs/answers.sample.jsonl --project Headphones"]))
    .action((file, options) => start(() => importAnswersFile(resolveFromCaller(file), options)))
  return program
}

const exitCodes = "\nExit codes: 0 if every line was imported, 1 if lines were skipped, 2 if the command line is wrong."

type MetricsOptions = {
  client: string
  provider?: string
  metric?: string
  transform?: (typeof transformNames)[number]
  currency?: string
  team?: string
}

async function importMetricsFile(file: string, { team: slug, client: name, ...how }: MetricsOptions) {
  const team = await chooseTeam(slug)
  const client = await chooseClient(team, name)
  const progress = showProgress(file)
  const order = { teamId: team.id, client, file, ...how, onProgress: progress.update }
  const summary = await importMetrics(order).catch(client.undo).finally(progress.stop)
  return printMetricsSummary(summary, `${client.name}${client.isNew ? " (a new client)" : ""}, team ${team.name}`)
}

type AnswersOptions = { project: string; client?: string; own?: string; team?: string }

async function importAnswersFile(file: string, { team: slug, ...how }: AnswersOptions) {
  const team = await chooseTeam(slug)
  const progress = showProgress(file)
  const onProgress = progress.update
  const summary = await importAnswers({ teamId: team.id, file, ...how, onProgress }).finally(progress.stop)
  return printAnswersSummary(summary, `${how.project}, team ${team.name}`)
}

const resolveFromCaller = (file: string) => resolve(process.env["INIT_CWD"] ?? ".", file)

/** Converts errors that the user can act on into a UserError, which is printed without a stack trace. */
function explained(error: unknown) {
  const isPlain = error instanceof Problem || (error instanceof Error && error.name === "ImportRefused")
  return isPlain ? new UserError(error.message) : error
}
