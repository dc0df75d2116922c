// What must happen before any of our TypeScript can run: the right Node, in a folder that can be written to.
import { spawn } from "node:child_process"
import { accessSync, constants as fsConstants, mkdirSync } from "node:fs"
import { constants } from "node:os"
import { resolve } from "node:path"

export function demandNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw plainFailure(`Signalbox needs Node 20.19 or newer to start; this is ${process.version}.`)
}

/** The project's own folder takes the packages and what is built from the sources. */
export function demandWritable() {
  try {
    mkdirSync(".build", { recursive: true })
    accessSync(".build", fsConstants.W_OK)
  } catch (error) {
    throw plainFailure(
      `Cannot write to ${resolve(".")}, where packages and builds go: ${error.code} (${error.syscall}).`,
    )
  }
}

/** Runs the same command line on another Node, as a child that lives and dies with this process. */
export async function runOnNode24(node, args) {
  const child = spawn(node, args, { stdio: ["inherit", "inherit", "inherit", "ipc"] })
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  const [code, signal] = await new Promise((ended, failed) => {
    child.once("error", failed)
    child.once("exit", (...how) => ended(how))
  })
  process.exit(code ?? 128 + constants.signals[signal])
}

/** Ends this process, in order, when the one that started it is gone: nobody would be left to pass on a signal. */
export function stopWithParent() {
  const stop = () => process.kill(process.pid, "SIGTERM")
  if (process.channel) {
    process.on("disconnect", stop)
    process.channel.unref()
  } else if (process.env.npm_lifecycle_event) {
    // npm ends the shell between us, which dies without a word to us.
    const parent = process.ppid
    setInterval(() => process.ppid === parent || stop(), 200).unref()
  }
}

/** One sentence when the disk is full; undefined for any other error. */
export function fullDisk(error) {
  if (error?.code !== "ENOSPC" && error?.code !== "EDQUOT") return
  return `The disk is full${error.path ? ` (${error.path})` : ""}. Free some space and try again.`
}

/** One sentence for the reader, without a stack. */
export function plainFailure(message) {
  return Object.assign(new Error(message), { name: "PlainFailure" })
}
