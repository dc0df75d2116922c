/** Removes the embedded database of a data folder. The secrets in keys.json stay. */
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline/promises"
import { hasCluster } from "../postgres/cluster"
import { clusterFolder } from "../postgres/launch"
import { clearLeftovers } from "../postgres/leftovers"
import { UserError } from "../user-error"

/**
 * Asks for confirmation unless `isConfirmed`. Returns false when there is no database. The caller must hold the
 * folder's lock, so that nothing uses the database.
 */
export async function deleteDatabase(dataDir: string, { isConfirmed }: { isConfirmed: boolean }) {
  if (process.env["DATABASE_URL"]) {
    throw new UserError("Only the embedded database can be deleted, but DATABASE_URL is set. Unset it and try again.")
  }
  const cluster = clusterFolder(dataDir)
  if (!existsSync(join(dataDir, "postgres.json")) && !hasCluster(cluster)) return false
  if (!isConfirmed && !(await confirm(`Delete the database in ${dataDir} and everything in it?`))) {
    throw new UserError("Nothing was deleted.")
  }
  await clearLeftovers(cluster, console.log) // stops a Postgres that a killed start left running
  for (const path of [cluster, join(dataDir, "postgres.json"), join(dataDir, "demo.json")]) {
    rmSync(path, { recursive: true, force: true })
  }
  return true
}

async function confirm(question: string) {
  if (!process.stdin.isTTY)
    throw new UserError(`${question} Cannot ask for confirmation without a terminal. Run the command again with --yes.`)
  const terminal = createInterface(process.stdin, process.stdout)
  // Ctrl-C and Ctrl-D reject the question.
  const answer = await terminal.question(`${question} [y/N] `).catch(() => "")
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}
