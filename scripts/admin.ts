/**
 * `npm run admin`: commands with which operators inspect and change an installation.
 *
 * Works directly on the database, also while the server is running. Access to this machine and its environment is the
 * only authorization: every person who can run the command is an operator.
 */
import { CommanderError } from "commander"
import { Problem } from "@/domain/kernel/errors"
import { whyNotReady } from "@/domain/operating/database-readiness"
import { disconnect } from "@/prisma/client"
import { accountCommands } from "./admin/accounts"
import { changesCommand } from "./admin/changes"
import type { Work } from "./admin/command"
import { engineCommands } from "./admin/engines"
import { operatorCommands } from "./admin/operators"
import { scansCommand } from "./admin/scans"
import { teamCommands } from "./admin/teams"
import { webhooksCommand } from "./admin/webhooks"
import { commandLine, dataDirOption } from "./command-line"
import { UserError } from "./user-error"
import { withDatabase } from "./with-database"

/** Returns the exit code: 2 when the command line was wrong. */
export async function run(args: string[]) {
  const chosen: Work[] = []
  const program = commandLineOf((work) => chosen.push(work))
  try {
    await program.parseAsync(args, { from: "user" })
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    throw error
  }
  const { dataDir, json } = program.opts<{ dataDir?: string; json?: boolean }>()
  const folder = dataDir === undefined ? [] : ["--data-dir", dataDir]
  const perform = () => performAll(chosen, { ...(json && { json }) })
  return withDatabase("npm run admin", folder, perform, { migrates: false, requiresSecrets: false })
}

function commandLineOf(choose: (work: Work) => void) {
  const program = commandLine("npm run admin", {
    description: "Manage the installation: teams, accounts, operators, engines, webhooks and scans.",
    examples: ["npm run admin -- webhooks", "npm run admin -- teams --help"],
  })
    .configureHelp({ helpWidth: 110, showGlobalOptions: true })
    .addOption(dataDirOption())
    .option("--json", "print the results as JSON")
  const groups = [teamCommands, accountCommands, operatorCommands, engineCommands]
  for (const add of [...groups, webhooksCommand, scansCommand, changesCommand]) add(program, choose)
  return program
}

async function performAll(chosen: Work[], options: { json?: boolean }) {
  try {
    const reason = await whyNotReady()
    if (reason) throw new UserError(`The database cannot be used: ${reason}. docs/runbook.md says what to do.`)
    for (const work of chosen) await work(options)
  } catch (error) {
    throw error instanceof Problem ? new UserError(error.message) : error
  } finally {
    await disconnect()
  }
}
