/** A data folder belongs to one start at a time. */
import { rmSync } from "node:fs"
import { join } from "node:path"
import { tryLock } from "../one-at-a-time"
import { explainFileError, PlainFailure } from "../plain-failure"

/** Takes the folder, or says who has it. Returns how to give it back. */
export function takeFolder(dataDir: string, baseUrl: string) {
  const lockFile = join(dataDir, "running.json")
  const lock = tryToLock(lockFile, baseUrl, dataDir)
  if (!lock.isMine) {
    const { holder } = lock
    throw new PlainFailure(`Signalbox already runs at ${holder.baseUrl} (process ${holder.pid}, data in ${dataDir}).`)
  }
  return () => rmSync(lockFile, { force: true })
}

function tryToLock(lockFile: string, baseUrl: string, dataDir: string) {
  try {
    return tryLock(lockFile, { baseUrl })
  } catch (error) {
    throw explainFileError(error, dataDir)
  }
}
