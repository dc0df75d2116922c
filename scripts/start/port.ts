/** Stops the start early when the port is in use, and names the process that uses it. */
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import { basename } from "node:path"
import { isPortFree } from "../free-port"
import { UserError } from "../user-error"

export async function requirePort(port: number, hostname: string) {
  try {
    if (await isPortFree(port, hostname)) return
  } catch (error) {
    throw new UserError(`Cannot listen on ${hostname}:${port}: ${error instanceof Error ? error.message : error}.`)
  }
  const pid = process.platform === "linux" ? findListenerOnLinux(port) : findListenerElsewhere(port)
  const listener = pid ? `process ${pid}${describeProgram(pid)}` : "another process"
  throw new UserError(`Port ${port} is in use by ${listener}. Stop it, or choose another port with --port.`)
}

/** Returns the id of the process that listens on the port, if this account may see it. */
function findListenerOnLinux(port: number) {
  const hexPort = port.toString(16).toUpperCase().padStart(4, "0")
  const listening = ["/proc/net/tcp", "/proc/net/tcp6"]
    .flatMap((table) => attempt(() => readFileSync(table, "utf8").split("\n").slice(1)) ?? [])
    .map((line) => line.trim().split(/\s+/))
    .filter(([, localAddress = "", , state]) => localAddress.endsWith(`:${hexPort}`) && state === listeningState)
  // The tenth field is the inode, by which /proc/<pid>/fd names the socket.
  const sockets = new Set(listening.map((fields) => `socket:[${fields[9]}]`))
  return readdirSync("/proc")
    .filter(isPid)
    .find((pid) => hasOpenSocket(pid, sockets))
}

function hasOpenSocket(pid: string, sockets: Set<string>) {
  const files = attempt(() => readdirSync(`/proc/${pid}/fd`)) ?? []
  return files.some((file) => sockets.has(attempt(() => readlinkSync(`/proc/${pid}/fd/${file}`)) ?? ""))
}

/** TCP_LISTEN in the tables of /proc/net. */
const listeningState = "0A"

function findListenerElsewhere(port: number) {
  const lsof = spawnSync("lsof", ["-nP", "-t", `-iTCP:${port}`, "-sTCP:LISTEN"], { encoding: "utf8" })
  return lsof.stdout?.split("\n").find(isPid)
}

function describeProgram(pid: string) {
  const program = attempt(() => readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")[0])
  return program ? ` (${basename(program)})` : ""
}

const isPid = (name: string) => /^\d+$/.test(name)

function attempt<Result>(read: () => Result) {
  try {
    return read()
  } catch {
    return null
  }
}
