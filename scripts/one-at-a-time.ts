/** Keeps two processes from doing the same piece of work in the same place at the same time. */
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs"
import { dirname } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { identify, isAlive, type ProcessIdentity } from "./process-identity"

/** Waits for its turn, does the work, and gives the turn back. */
export async function oneAtATime<Result>(lockFile: string, work: () => Promise<Result> | Result): Promise<Result> {
  while (!tryLock(lockFile).isMine) await sleep(100)
  try {
    return await work()
  } finally {
    rmSync(lockFile, { force: true })
  }
}

export type Lock<Details> = { isMine: true } | { isMine: false; holder: ProcessIdentity & Details }

/** The lock of a process that died counts as free. `details` are what others may know about the holder. */
export function tryLock<Details extends object>(lockFile: string, details?: Details): Lock<Details> {
  mkdirSync(dirname(lockFile), { recursive: true })
  const holder = readLock<Details>(lockFile)
  if (holder && isAlive(holder)) return { isMine: false, holder }
  if (holder) rmSync(lockFile, { force: true })
  try {
    const file = openSync(lockFile, "wx", 0o600)
    writeSync(file, JSON.stringify({ ...identify(process.pid), ...details }))
    closeSync(file)
    return { isMine: true }
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return tryLock(lockFile, details)
    throw error
  }
}

function readLock<Details>(lockFile: string): (ProcessIdentity & Details) | null {
  try {
    return JSON.parse(readFileSync(lockFile, "utf8"))
  } catch {
    return null
  }
}
