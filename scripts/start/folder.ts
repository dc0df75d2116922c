/** A data folder belongs to one start, or one command that works on it, at a time. */
import { rmSync } from "node:fs"
import { join } from "node:path"
import { tryLock } from "../one-at-a-time"
import { explainFileError, PlainFailure } from "../plain-failure"

/** Takes the folder for `what`, as others are told then; or says who has it. Returns how to give it back. */
export function takeFolder(dataDir: string, what: string) {
  const lockFile = join(dataDir, "running.json")
  const lock = tryToLock(lockFile, what, dataDir)
  if (!lock.isMine) {
    const { holder } = lock
    throw new PlainFailure(`${holder.what} already runs (process ${holder.pid}, data in ${dataDir}).`)
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
