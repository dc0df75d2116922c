/** `npm run secrets -- status | accept | replace-lost`: the secrets of the installation, compared with its database. */
import { existsSync } from "node:fs"
import { countSealed, type SealedCount } from "@/domain/operating/count-sealed"
import { acceptSecrets, secretTroubles } from "@/domain/operating/installation-secrets"
import { disconnect } from "@/prisma/client"
import { openFolder, resolveDataDir } from "./data-dir"
import { keyFile, writeNewSecrets } from "./own-secrets"
import { PlainFailure } from "./plain-failure"
import { readEnvFile } from "./start/environment"
import { dataDirIn, withDatabase } from "./with-database"

const help = `Usage: npm run secrets -- <command> [--data-dir <folder>]

  status         whether the secrets are those of the database, and which encryption key encrypts how much
  accept         records the present secrets in place of the earlier ones, after you changed them on purpose
  replace-lost   makes new secrets where keys.json is lost for good, and records them`

/** Returns 1 when the secrets are not those of the database. */
export async function run(args: string[]): Promise<number> {
  const [command = "", ...rest] = args
  const work = { status, accept, "replace-lost": accept }[command]
  if (!work) {
    console.log(help)
    return command === "--help" ? 0 : 2
  }
  if (command === "replace-lost") makeNewSecrets(rest)
  try {
    return await withDatabase(`npm run secrets -- ${command}`, rest, work, { demandsSecrets: false })
  } finally {
    await disconnect()
  }
}

async function status() {
  const troubles = await secretTroubles()
  for (const line of troubles.length > 0 ? troubles : ["The secrets are those that this database was used with."])
    console.log(line)
  const counts = await countSealed()
  console.log(counts.length > 0 ? "\nEncrypted, by key:" : "\nNothing is encrypted yet.")
  for (const line of counts.map(described)) console.log(line)
  return troubles.length > 0 ? 1 : 0
}

async function accept() {
  await acceptSecrets()
  console.log("The present secrets are recorded. Restart every process.")
  return 0
}

const described = ({ key_id, table, column, count }: SealedCount) =>
  `  ${key_id.padEnd(12)} ${String(count).padStart(8)}  ${table}.${column}`

function makeNewSecrets(args: string[]) {
  readEnvFile()
  const dataDir = openFolder(resolveDataDir(dataDirIn(args).given))
  if (existsSync(keyFile(dataDir)))
    throw new PlainFailure(
      `${keyFile(dataDir)} is not lost. To use other secrets, change it and run: npm run secrets -- accept`,
    )
  writeNewSecrets(dataDir)
}
