/** Locks a data folder, so that only one start or command uses it at a time. */
import { rmSync } from "node:fs"
import { join } from "node:path"
import { tryLock } from "../lock-file"
import { explainFileError, UserError } from "../user-error"

/**
 * Locks the folder and returns the function that releases it. `what` describes this process. Throws an error with the
 * `what` of the holder when the folder is in use.
 */
export function lockFolder(dataDir: string, what: string) {
  const lockFile = join(dataDir, "running.json")
  const lock = tryToLock(lockFile, what, dataDir)
  if (!lock.isMine) {
    const { holder } = lock
    throw new UserError(
      `${holder.what} is already running (process ${holder.pid}, data in ${dataDir}). Stop it, or choose another folder with --data-dir.`,
    )
  }
  return () => rmSync(lockFile, { force: true })
}

function tryToLock(lockFile: string, what: string, dataDir: string) {
  try {
    return tryLock(lockFile, { what })
  } catch (error) {
    throw explainFileError(error, dataDir)
  }
}
