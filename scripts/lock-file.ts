/** Locks files, so that two processes on this machine do not do the same work at the same time. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { identify, isAlive, type ProcessIdentity } from "./process-identity"
import { hasCode } from "./user-error"

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
    writeFileSync(completeFile, JSON.stringify({ ...identify(process.pid), ...details }), { mode: 0o600 })
    linkSync(completeFile, lockFile)
    return { isMine: true }
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error
    const holder = readLock<Details>(lockFile)
    if (holder && isAlive(holder)) return { isMine: false, holder }
    removeStale(lockFile)
    return tryLock(lockFile, details)
  } finally {
    rmSync(completeFile, { force: true })
  }
}

/**
 * Removes the lock of a dead process. Another process may have replaced it since it was read, so the file is moved away
 * before it is read again, and moved back if its holder is alive.
 */
function removeStale(lockFile: string) {
  const movedFile = `${lockFile}.${process.pid}.stale`
  try {
    renameSync(lockFile, movedFile)
    const holder = readLock(movedFile)
    if (holder && isAlive(holder)) linkSync(movedFile, lockFile)
  } catch (error) {
    // ENOENT: the lock was removed. EEXIST: another process took it.
    if (!hasCode(error, "ENOENT", "EEXIST")) throw error
  } finally {
    rmSync(movedFile, { force: true })
  }
}

function readLock<Details>(lockFile: string): (ProcessIdentity & Details) | null {
  try {
    return JSON.parse(readFileSync(lockFile, "utf8"))
  } catch {
    return null
  }
}
