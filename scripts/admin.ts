/**
 * `npm run admin`: commands with which operators inspect and change an installation.
 *
 * Works directly on the database, also while the server is running. Access to this machine and its environment is the
 * only authorization: every person who can run the command is an operator.
 */
import { Problem } from "@/domain/kernel/errors"
import { whyNotReady } from "@/domain/operating/database-readiness"
import { disconnect } from "@/prisma/client"
import { addAccountCommands } from "./admin/accounts"
import { addChangesCommand } from "./admin/changes"
import type { RunCommand, SelectCommand } from "./admin/command"
import { addEngineCommands } from "./admin/engines"
import { addOperatorCommands } from "./admin/operators"
import type { OutputOptions } from "./admin/output"
import { addScansCommand } from "./admin/scans"
import { addTeamCommands } from "./admin/teams"
import { addWebhooksCommand } from "./admin/webhooks"
import { commandLine, dataDirOption, parseOptions } from "./command-line"
import { UserError } from "./user-error"
import { withDatabase } from "./with-database"

/** Returns the exit code: 2 when the command line was wrong. */
export async function run(args: string[]) {
  const selected: RunCommand[] = []
  const program = defineCommandLine((command) => selected.push(command))
  const options = parseOptions<{ dataDir?: string; json?: boolean }>(program, args)
  if (typeof options === "number") return options
  const { dataDir, json } = options
  const dataDirArgs = dataDir === undefined ? [] : ["--data-dir", dataDir]
  const work = () => runCommands(selected, { json })
  return withDatabase("npm run admin", dataDirArgs, work, { migrates: false, requiresSecrets: false })
}

function defineCommandLine(select: SelectCommand) {
  const program = commandLine("npm run admin", {
    description: "Manage the installation: teams, accounts, operators, engines, webhooks and scans.",
    examples: ["npm run admin -- webhooks", "npm run admin -- teams --help"],
  })
    .configureHelp({ helpWidth: 110, showGlobalOptions: true })
    .addOption(dataDirOption())
    .option("--json", "print the results as JSON")
  const groups = [addTeamCommands, addAccountCommands, addOperatorCommands, addEngineCommands]
  for (const add of [...groups, addWebhooksCommand, addScansCommand, addChangesCommand]) add(program, select)
  return program
}

async function runCommands(commands: RunCommand[], options: OutputOptions) {
  try {
    const reason = await whyNotReady()
    if (reason) throw new UserError(`The database cannot be used: ${reason}. docs/runbook.md says what to do.`)
    for (const run of commands) await run(options)
  } catch (error) {
    throw error instanceof Problem ? new UserError(error.message) : error
  } finally {
    await disconnect()
  }
}
