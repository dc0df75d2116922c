/**
 * `npm run import`: imports a file of daily metrics (`metrics`) or of AI engines' answers (`answers`) into a team, or
 * exchange rates (`rates`) for all teams.
 */
import { readFile } from "node:fs/promises"
import { createInterface } from "node:readline/promises"
import { type Command, Option } from "commander"
import { downloadRates, ratesUrl, storeRates } from "@/domain/data-sources/exchange-rates"
import { type FormatId, formatIds } from "@/domain/data-sources/imports/file-formats"
import { ImportError } from "@/domain/data-sources/imports/import-error"
import { importMetrics } from "@/domain/data-sources/imports/import-metrics"
import { type DateOrder, dateOrders, transformNames } from "@/domain/data-sources/imports/parse-cells"
import { parseRates } from "@/domain/data-sources/parse-rates"
import { Problem } from "@/domain/kernel/errors"
import { importAnswers } from "@/domain/scans/import/import-answers"
import { disconnect } from "@/prisma/client"
import { resolveFromCaller } from "./caller-path"
import { commandLine, dataDirOption, examplesText, runSubcommand } from "./command-line"
import { chooseClient } from "./import/client"
import { optionAdvice } from "./import/option-advice"
import { showProgress } from "./import/progress"
import { printAnswersSummary, printMetricsSummary, printRatesSummary } from "./import/summary"
import { chooseTeam } from "./import/team"
import { UserError } from "./user-error"
import { withDatabase } from "./with-database"

/** Opens the installation's database, does the work, and closes the database. */
type RunOnDatabase = (work: () => Promise<number>) => Promise<number>

/** Returns the exit code: 1 when lines were left out, 2 when the command line was wrong. */
export const run = (args: string[]) => importFile(args, (work) => withDatabase("npm run import", args, work))

/** The command without its database. Tests pass a `runOnDatabase` that uses the database of the test. */
export const importFile = (args: string[], runOnDatabase: RunOnDatabase) =>
  runSubcommand(
    (setExitCode) => commands(async (work) => setExitCode(await runOnDatabase(() => disconnectAfter(work)))),
    args,
  )

async function disconnectAfter(work: () => Promise<number>) {
  try {
    return await work()
  } catch (error) {
    throw explainError(error)
  } finally {
    await disconnect()
  }
}

/** Runs the work of the command that the command line selects. */
type Start = (work: () => Promise<number>) => Promise<void>

function commands(start: Start) {
  const program = commandLine("npm run import", {
    description: "Import a file. Importing the same file again changes nothing.",
    examples: ["metrics", "answers", "rates"].map((name) => `npm run import -- ${name} --help`),
  })
  addMetricsCommand(program, start)
  addAnswersCommand(program, start)
  addRatesCommand(program, start)
  return program
}

const teamOption = () => new Option("--team <slug>", "the team (default: the demo team, or the only team)")

function addMetricsCommand(program: Command, start: Start) {
  program
    .command("metrics <file>")
    .description("Import daily metrics: an export of an ads platform, or any CSV file with a date column.")
    .requiredOption("--client <name>", "the client's name, slug or id; a new name creates a client (required)")
    .addOption(
      new Option("--provider <name>", "the file's format (default: detected from the header)").choices(formatIds),
    )
    .option(
      "--account <id>",
      "the account, if the file does not name it (default: the client's account in earlier imports)",
    )
    .option("--metric <id>", "the metric of the values, if the columns do not name one (such as ds and y)")
    .addOption(new Option("--transform <name>", "exp: the values are logarithms").choices(transformNames))
    .option("--currency <code>", "the currency, if the file does not name one (default: the client's)")
    .addOption(
      new Option("--dates <order>", "the order in dates such as 11/01/2026 (default: detected)").choices(dateOrders),
    )
    .addOption(
      new Option("--decimals <mark>", "the decimal mark of numbers such as 1.234 (default: detected)").choices(
        Object.keys(decimalMarks),
      ),
    )
    .option("--partial", "import the days without errors; days of lines with errors stay as they are stored")
    .option("--replace", "overwrite days that are already stored from another file or account")
    .option("--keep-both", "import an account with the same values as another account of the client")
    .addOption(teamOption())
    .addOption(dataDirOption())
    .addHelpText("after", metricsHelp)
    .addHelpText("after", exitCodes)
    .addHelpText(
      "after",
      examplesText([
        'npm run import -- metrics google-ads.csv --client "Blue Bakery"',
        "npm run import -- metrics report.csv --client blue-bakery --account 123-456-7890 --dates mdy",
        "npm run import -- metrics sessions.csv --client blue-bakery --metric sessions --team my-agency",
      ]),
    )
    .action((file, options) => start(() => importMetricsFile(resolveFromCaller(file), options)))
}

function addAnswersCommand(program: Command, start: Start) {
  program
    .command("answers <file>")
    .description("Import answers of AI engines: one JSON object per line (docs/answer-files.md).")
    .requiredOption("--project <name>", "the AI-visibility project; a new name creates a project (required)")
    .option("--client <name>", "the project's client (default: a client with the project's name)")
    .option("--own <brand>", "your brand (default: the brand with the most labelled answers)")
    .addOption(teamOption())
    .addOption(dataDirOption())
    .addHelpText("after", exitCodes)
    .addHelpText("after", examplesText(["npm run import -- answers docs/answers.sample.jsonl --project Headphones"]))
    .action((file, options) => start(() => importAnswersFile(resolveFromCaller(file), options)))
}

function addRatesCommand(program: Command, start: Start) {
  program
    .command("rates [file]")
    .description("Import euro reference rates of the European Central Bank: XML or CSV (docs/importing-metrics.md).")
    .option("--url <url>", "where to download the rates without a file (default: EXCHANGE_RATES_URL)")
    .addOption(dataDirOption())
    .addHelpText("after", exitCodes)
    .addHelpText("after", examplesText(["npm run import -- rates eurofxref-hist.xml"]))
    .action((file, options) => start(() => importRates(file && resolveFromCaller(file), options)))
}

const metricsHelp = `
The file is imported as a whole or not at all. These downloads are recognized: Google Ads, Meta Ads Manager,
Microsoft Ads, Google Analytics 4 and Search Console (Dates.csv). docs/importing-metrics.md has the details.`

const exitCodes = `
Exit codes: 0 if everything was imported, 1 if the file was refused or lines were left out, 2 if the command line
is wrong.`

type MetricsOptions = {
  client: string
  account?: string
  provider?: FormatId
  metric?: string
  transform?: (typeof transformNames)[number]
  currency?: string
  dates?: DateOrder
  decimals?: keyof typeof decimalMarks
  partial?: true
  replace?: true
  keepBoth?: true
  team?: string
}

const decimalMarks = { point: ".", comma: "," } as const

async function importMetricsFile(file: string, { team: slug, client: name, decimals, ...options }: MetricsOptions) {
  const team = await chooseTeam(slug)
  const client = await chooseClient(team, name)
  const decimalMark = decimals && decimalMarks[decimals]
  const summary = await withAccount((account = options.account) => {
    const progress = showProgress(file)
    const request = { teamId: team.id, client, file, ...options, account, decimalMark }
    const reports = { onProgress: progress.update, onStore: progress.store }
    return importMetrics({ ...request, ...reports }).finally(progress.stop)
  })
  return printMetricsSummary(summary, `${client.name}${client.create ? " (a new client)" : ""}, team ${team.name}`)
}

/** Runs the import. If the account is missing and a user is at the terminal, asks for it and runs the import again. */
async function withAccount<T>(run: (account?: string) => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const isAccountMissing = error instanceof ImportError && error.question?.kind === "account"
    if (!isAccountMissing || !process.stdin.isTTY) throw error
    console.error(error.message)
    const terminal = createInterface({ input: process.stdin, output: process.stderr })
    // Ctrl-C and Ctrl-D reject the question.
    const answer = await terminal.question("Account, for example its ID on the platform: ").catch(() => "")
    terminal.close()
    const account = answer.trim()
    if (!account) throw error
    return run(account)
  }
}

async function importRates(file: string | undefined, { url }: { url?: string }) {
  const text = file === undefined ? await downloadRates(url ?? ratesUrl()) : await readRatesFile(file)
  return printRatesSummary(await storeRates(parseRates(text)))
}

async function readRatesFile(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8")
  } catch (error) {
    throw new UserError(`Cannot read ${path}: ${(error as Error).message}.`)
  }
}

type AnswersOptions = { project: string; client?: string; own?: string; team?: string }

async function importAnswersFile(file: string, { team: slug, ...options }: AnswersOptions) {
  const team = await chooseTeam(slug)
  const progress = showProgress(file)
  const onProgress = progress.update
  const summary = await importAnswers({ teamId: team.id, file, ...options, onProgress }).finally(progress.stop)
  return printAnswersSummary(summary, `${options.project}, team ${team.name}`)
}

/** Converts errors that the user can act on into a UserError, which is printed without a stack trace. */
function explainError(error: unknown) {
  if (error instanceof Problem) return new UserError(error.message)
  if (!(error instanceof ImportError)) return error
  const advice = optionAdvice(error)
  return new UserError(advice ? `${error.message}\n${advice}` : error.message)
}
