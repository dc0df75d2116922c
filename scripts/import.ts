/** `npm run import`: brings files into a team: daily figures (`metrics`) or answers of AI engines (`answers`). */
import { resolve } from "node:path"
import { Command, CommanderError, Option } from "commander"
import { importAnswers } from "@/domain/ai-visibility/import-answers"
import { importMetrics } from "@/domain/data-sources/import-metrics"
import { importProviders } from "@/domain/data-sources/providers"
import { transformNames } from "@/domain/data-sources/transforms"
import { Problem } from "@/domain/errors"
import { disconnect } from "@/prisma/client"
import { chooseClient } from "./import/client"
import { showProgress } from "./import/progress"
import { tellAnswers, tellMetrics } from "./import/summary"
import { chooseTeam } from "./import/team"
import { PlainFailure } from "./plain-failure"

/** Returns 1 when a line was left out, and 2 when the command itself was wrong. */
export async function run(args: string[]): Promise<number> {
  let exitCode = 0
  const program = commands((code) => {
    exitCode = code
  })
  try {
    await program.parseAsync(args, { from: "user" })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    throw explained(error)
  } finally {
    await disconnect()
  }
}

function commands(done: (exitCode: number) => void) {
  const program = new Command("npm run import --").exitOverride().description("Bring files of real data into a team.")
  const team = new Option("--team <slug>", "the team; default: the demo team, or the only one")
  program
    .command("metrics <file>")
    .description("daily figures: an export of an ads platform, or any CSV with a date column")
    .requiredOption(
      "--client <name>",
      "whose figures they are: name, slug or id; a name that is not there yet makes a client",
    )
    .addOption(new Option("--provider <name>", "default: what the header looks like").choices(importProviders))
    .option("--metric <id>", "what the figures are, when no column says it (a series with ds and y, say)")
    .addOption(new Option("--transform <name>", "exp: the figures are logarithms").choices(transformNames))
    .option("--currency <code>", "of files that do not say it; default: the client's")
    .addOption(team)
    .action(async (file, options) => done(await bringMetrics(fromWhereItWasCalled(file), options)))
  program
    .command("answers <file>")
    .description("answers of AI engines, one JSON object a line")
    .requiredOption("--project <name>", "the AI-visibility project")
    .option("--client <name>", "whose project it is; default: named as the project")
    .addOption(team)
    .action(async (file, options) => done(await bringAnswers(fromWhereItWasCalled(file), options)))
  return program
}

type MetricsOptions = {
  client: string
  provider?: string
  metric?: string
  transform?: (typeof transformNames)[number]
  currency?: string
  team?: string
}

async function bringMetrics(file: string, { team: slug, client: name, ...how }: MetricsOptions) {
  const team = await chooseTeam(slug)
  const client = await chooseClient(team, name)
  const progress = showProgress(file)
  const order = { teamId: team.id, client, file, ...how, onProgress: progress.update }
  const summary = await importMetrics(order).catch(client.undo).finally(progress.stop)
  return tellMetrics(summary, `${client.name}${client.isNew ? " (a new client)" : ""}, team ${team.name}`)
}

async function bringAnswers(file: string, options: { project: string; client?: string; team?: string }) {
  const team = await chooseTeam(options.team)
  const progress = showProgress(file)
  const { project, client } = options
  const onProgress = progress.update
  const summary = await importAnswers({ teamId: team.id, file, project, client, onProgress }).finally(progress.stop)
  return tellAnswers(summary, `${project}, team ${team.name}`)
}

const fromWhereItWasCalled = (file: string) => resolve(process.env["INIT_CWD"] ?? ".", file)

/** What the person in front of the terminal can act on is told without a stack. */
function explained(error: unknown) {
  const isPlain = error instanceof Problem || (error instanceof Error && error.name === "ImportRefused")
  return isPlain ? new PlainFailure(error.message) : error
}
