/** Identifies a process by its process id and start time, because process ids are reused. */
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { hasCode } from "./user-error"

/**
 * `began`: the start time as the operating system reports it. The field keeps this name because lock files contain it.
 */
export type ProcessIdentity = { pid: number; began: string }

/**
 * Null when no process has this id. A zombie counts as dead, because many containers have no init process that reaps
 * it.
 */
export function identify(pid: number): ProcessIdentity | null {
  const began = process.platform === "linux" ? readStartTimeOnLinux(pid) : readStartTimeElsewhere(pid)
  return began === null ? null : { pid, began }
}

/** False also for a lock file without an identity, which a process writes if it cannot identify itself. */
export function isAlive({ pid, began }: Partial<ProcessIdentity>) {
  const current = pid === undefined ? null : identify(pid)
  return current !== null && current.began === began
}

function readStartTimeOnLinux(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // proc(5): after the program's name in parentheses, the first field is the state and the 20th the start time.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    const state = fields[0] ?? ""
    const ticksSinceBoot = fields[19] ?? ""
    return "ZX".includes(state) ? null : ticksSinceBoot
  } catch {
    return null
  }
}

function readStartTimeElsewhere(pid: number) {
  // A fixed locale and time zone, so that the same start time is always the same text.
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" }
  const ps = spawnSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { encoding: "utf8", env })
  // Without a ps program, the process id alone identifies a process.
  if (ps.error) return isRunning(pid) ? "unknown" : null
  const [state = "Z", ...startTime] = ps.stdout.trim().split(/\s+/)
  return ps.status !== 0 || state.startsWith("Z") ? null : startTime.join(" ")
}

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return hasCode(error, "EPERM") // it runs under another account
  }
}
