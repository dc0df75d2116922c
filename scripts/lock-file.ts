/** Locks files, so that two processes on this machine do not do the same work at the same time. */
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { identify, isAlive, type ProcessIdentity } from "./process-identity"

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
  const holder = readLock<Details>(lockFile)
  if (holder && isAlive(holder)) return { isMine: false, holder }
  rmSync(lockFile, { force: true })
  const completeFile = `${lockFile}.${process.pid}`
  // A hard link is atomic: it fails if the lock exists, and readers never see an incomplete file.
  try {
    writeFileSync(completeFile, JSON.stringify({ ...identify(process.pid), ...details }), { mode: 0o600 })
    linkSync(completeFile, lockFile)
    return { isMine: true }
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return tryLock(lockFile, details)
    throw error
  } finally {
    rmSync(completeFile, { force: true })
  }
}

function readLock<Details>(lockFile: string): (ProcessIdentity & Details) | null {
  try {
    return JSON.parse(readFileSync(lockFile, "utf8"))
  } catch {
    return null
  }
}
