/** Identifies a process by its process id and start time, because process ids are reused. */
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"

/**
 * `began`: the start time as the operating system reports it. Lock files of earlier versions contain this name, too.
 */
export type ProcessIdentity = { pid: number; began: string }

/**
 * Null when no process has this id. A zombie counts as dead, because many containers have no init process that reaps
 * it.
 */
export function identify(pid: number): ProcessIdentity | null {
  const began = process.platform === "linux" ? startTimeOnLinux(pid) : startTimeElsewhere(pid)
  return began === null ? null : { pid, began }
}

/** False also for a lock file without an identity, which a process writes if it cannot identify itself. */
export function isAlive(identity: Partial<ProcessIdentity>) {
  const found = identity.pid === undefined ? null : identify(identity.pid)
  return found !== null && found.began === identity.began
}

function startTimeOnLinux(pid: number) {
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

function startTimeElsewhere(pid: number) {
  // A fixed locale and time zone, so that the same start time is always the same text.
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" }
  const ps = spawnSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { encoding: "utf8", env })
  const [state = "Z", ...began] = ps.stdout.trim().split(/\s+/)
  return ps.status !== 0 || state.startsWith("Z") ? null : began.join(" ")
}
