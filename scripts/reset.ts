/** `npm run reset`: asks for confirmation and removes the embedded database. The next start creates a new one. */
import { commandLine, dataDirOption, parseOptions } from "./command-line"
import { openFolder, resolveDataDir } from "./data-dir"
import { deleteDatabase } from "./start/delete-database"
import { readEnvFile } from "./start/environment"
import { lockFolder } from "./start/folder"

type Options = { dataDir?: string; yes?: true }

/** Returns an exit code only when the command line was wrong or asked for help. */
export async function run(args: string[]) {
  const options = parseOptions<Options>(program(), args)
  if (typeof options === "number") return options
  readEnvFile()
  const dataDir = openFolder(resolveDataDir(options.dataDir))
  const unlock = lockFolder(dataDir, "npm run reset")
  try {
    const isDeleted = await deleteDatabase(dataDir, { isConfirmed: options.yes ?? false })
    console.log(
      isDeleted
        ? `Deleted the database in ${dataDir}. npm start creates a new one.`
        : `There is no database in ${dataDir}. Nothing was deleted.`,
    )
  } finally {
    unlock()
  }
}

const program = () =>
  commandLine("npm run reset", {
    description: "Delete the embedded database and everything in it. The secrets in keys.json stay.",
    examples: ["npm run reset", "npm run reset -- --data-dir /var/lib/signalbox --yes"],
  })
    .addOption(dataDirOption())
    .option("--yes", "do not ask for confirmation")
