/** `npm run reset`: removes the embedded database, after asking, so that the next start begins anew. */
import { parseArgs } from "node:util"
import { openFolder, resolveDataDir } from "./data-dir"
import { readEnvFile } from "./start/environment"
import { takeFolder } from "./start/folder"
import { removeDatabase } from "./start/fresh"

export async function run(args: string[]) {
  readEnvFile()
  const { values } = parseArgs({ args, options: { "data-dir": { type: "string" }, yes: { type: "boolean" } } })
  const dataDir = openFolder(resolveDataDir(values["data-dir"]))
  const giveBack = takeFolder(dataDir, "npm run reset")
  try {
    await removeDatabase(dataDir, { isSureOfIt: values.yes ?? false })
    console.log(`The database in ${dataDir} is gone; npm start makes a new one.`)
  } finally {
    giveBack()
  }
}
