/** Locks files, so that two processes on this machine do not do the same work at the same time. */
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { identify, isAlive, type ProcessIdentity } from "./process-identity"
import { hasCode, UserError } from "./user-error"

/** Waits for the lock, does the work, and releases the lock. */
export async function withLock<Result>(lockFile: string, work: () => Promise<Result> | Result): Promise<Result> {
  while (!tryLock(lockFile).isMine) await sleep(100)
  try {
    return await work()
  } finally {
    rmSync(lockFile, { force: true })
  }
}

export type Lock<Details> = { isMine: true } | { isMine: false; holder: ProcessIdentity & Details }

/**
 * Takes the lock or returns its holder. The lock of a dead process counts as free. Other processes can read `details`
 * of the holder.
 */
export function tryLock<Details extends object>(lockFile: string, details?: Details): Lock<Details> {
  mkdirSync(dirname(lockFile), { recursive: true })
  const completeFile = `${lockFile}.${process.pid}`
  // A hard link is atomic: it fails if the lock exists, and readers never see an incomplete file.
  try {
    // A killed process with the same id can have left this file as a link to the lock. Writing would change the lock.
    rmSync(completeFile, { force: true })
    writeFileSync(completeFile, JSON.stringify({ ...identify(process.pid), ...details }), { mode: 0o600 })
    linkSync(completeFile, lockFile)
    return { isMine: true }
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error
    const holder = readLock<Details>(lockFile)
    if (holder && isAlive(holder)) return { isMine: false, holder }
    const removal = removeStale(lockFile, details)
    return removal.isMine ? tryLock(lockFile, details) : removal
  } finally {
    rmSync(completeFile, { force: true })
  }
}

/**
 * Removes the lock of a dead process, and returns `isMine: true` so that the caller tries again. If another process is
 * removing the lock, returns that process as the holder.
 *
 * A process holds a second lock while it removes the first one. So no other process can replace the first lock between
 * the check and the removal.
 */
function removeStale<Details extends object>(lockFile: string, details: Details | undefined): Lock<Details> {
  const removalFile = `${lockFile}.removal`
  const removal = tryLock(removalFile, details)
  if (!removal.isMine) return removal
  try {
    const holder = readLock(lockFile)
    if (holder === null || (holder && !isAlive(holder))) rmSync(lockFile, { force: true })
    return removal
  } finally {
    rmSync(removalFile, { force: true })
  }
}

/** Returns undefined when there is no lock, and null when its file is not complete. */
function readLock<Details>(lockFile: string): (ProcessIdentity & Details) | null | undefined {
  try {
    return JSON.parse(readFileSync(lockFile, "utf8"))
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined
    if (error instanceof SyntaxError) return null
    if (hasCode(error, "EACCES"))
      throw new UserError(
        `Cannot read ${lockFile}, the lock of a process of another account. Stop that process. If the file remains, delete it.`,
      )
    throw error
  }
}
