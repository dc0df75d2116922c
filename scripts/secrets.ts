/**
 * `npm run secrets -- status | accept | replace-lost`: compares, records or replaces the secrets that belong to a
 * database.
 */
import { existsSync, rmSync } from "node:fs"
import { countSealed, type SealedCount } from "@/domain/operating/count-sealed"
import { acceptSecrets, secretMismatches } from "@/domain/operating/installation-secrets"
import { disconnect } from "@/prisma/client"
import { commandLine, dataDirOption, runSubcommand } from "./command-line"
import { openFolder, resolveDataDir } from "./data-dir"
import { keyFilePath, newSecrets, readSecrets, writeSecrets } from "./key-file"
import { readEnvFile } from "./start/environment"
import { UserError } from "./user-error"
import { extractDataDir, withDatabase } from "./with-database"

type Work = () => Promise<number>

/** Returns the exit code: 1 when the secrets are not those of the database, 2 when the command line was wrong. */
export const run = (args: string[]) => runSubcommand((setExitCode) => commands(args, setExitCode), args)

function commands(args: string[], setExitCode: (exitCode: number) => void) {
  const program = commandLine("npm run secrets", {
    description: "Compare the secrets of keys.json or of the environment with those that the database was used with.",
    examples: ["npm run secrets -- status", "npm run secrets -- accept --data-dir /var/lib/signalbox"],
  })
  const command = (name: string, description: string, work: Work) =>
    program
      .command(name)
      .description(description)
      .addOption(dataDirOption())
      .action(async () => setExitCode(await work()))
  const onDatabase = (name: string, work: Work) =>
    withDatabase(`npm run secrets -- ${name}`, args, work, { requiresSecrets: false }).finally(disconnect)
  command("status", "Show whether the secrets match the database, and what each encryption key encrypts.", () =>
    onDatabase("status", status),
  )
  command("accept", "Record the current secrets, after you changed them deliberately.", () =>
    onDatabase("accept", accept),
  )
  command("replace-lost", "Create and record new secrets, if keys.json is permanently lost.", () => {
    const replacement = createNewSecrets(args)
    return onDatabase("replace-lost", () => storeNewSecrets(replacement))
  })
  return program
}

async function status() {
  const mismatches = await secretMismatches()
  for (const line of mismatches.length > 0 ? mismatches : ["The secrets match those that this database was used with."])
    console.log(line)
  const counts = await countSealed()
  console.log(counts.length > 0 ? "\nStored secrets, by encryption key:" : "\nNo secrets are stored yet.")
  for (const line of counts.map(describeSealed)) console.log(line)
  return mismatches.length > 0 ? 1 : 0
}

async function accept() {
  await acceptSecrets()
  console.log("Recorded the current secrets. Restart every process.")
  return 0
}

const describeSealed = ({ key_id, table, column, count }: SealedCount) =>
  `  ${key_id.padEnd(12)} ${String(count).padStart(8)}  ${table}.${column}`

/**
 * Creates new secrets and sets them in this process's environment, where `withDatabase` expects them. Secrets that the
 * environment already sets take precedence.
 */
function createNewSecrets(args: string[]) {
  readEnvFile()
  const dataDir = openFolder(resolveDataDir(extractDataDir(args).dataDir))
  if (existsSync(keyFilePath(dataDir)))
    throw new UserError(
      `${keyFilePath(dataDir)} is not lost. To use other secrets, edit it and run: npm run secrets -- accept`,
    )
  const secrets = newSecrets()
  Object.assign(process.env, { ...secrets, ...readSecrets(process.env) })
  return { dataDir, secrets }
}

/** Writes keys.json once the database is open. Removes it again if the database could not record the secrets. */
async function storeNewSecrets({ dataDir, secrets }: ReturnType<typeof createNewSecrets>) {
  writeSecrets(dataDir, secrets)
  try {
    return await accept()
  } catch (error) {
    rmSync(keyFilePath(dataDir))
    throw error
  }
}
