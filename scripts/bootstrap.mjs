// Prepares what our TypeScript needs before it can run: a suitable Node and a writable project folder.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { accessSync, constants as fsConstants, mkdirSync } from "node:fs"
import { constants } from "node:os"
import { resolve } from "node:path"

export function requireNode() {
  if (process.platform === "win32") throw userError("Signalbox runs on Linux and macOS. On Windows, use WSL.")
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw userError(
    `Signalbox needs Node 20.19 or newer. This is ${process.version}. Install a newer Node and start again.`,
  )
}

/** Throws if the project folder is not writable. Packages and builds are stored there. */
export function requireWritable() {
  try {
    mkdirSync(".build", { recursive: true })
    accessSync(".build", fsConstants.W_OK)
  } catch (error) {
    throw userError(
      `Cannot write to ${resolve(".")}: ${error.code} (${error.syscall}). Packages and builds are stored there. Make the folder writable and start again.`,
    )
  }
}

/**
 * Runs the same command line with another Node as a child process, forwards signals to it, and exits with its exit
 * code.
 */
export async function runOnNode24(node, args) {
  // Early versions of Node 24 print a warning when they run TypeScript.
  const nodeArgs = ["--disable-warning=ExperimentalWarning", ...args]
  const child = spawn(node, nodeArgs, { stdio: ["inherit", "inherit", "inherit", "ipc"] })
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  const [code, signal] = await once(child, "exit")
  process.exit(code ?? 128 + constants.signals[signal])
}

/** Shuts this process down when its parent process has ended, because then no process is left to forward signals. */
export function stopWithParent() {
  const stop = () => process.kill(process.pid, "SIGTERM")
  if (process.channel) {
    process.on("disconnect", stop)
    process.channel.unref()
  } else if (process.env.npm_lifecycle_event) {
    // npm starts us through a shell. When that shell is killed, we receive no signal, so this compares the parent's
    // process id.
    const parent = process.ppid
    setInterval(() => process.ppid === parent || stop(), 200).unref()
  }
}

/** Exits once pipes have received all output. process.exit alone discards what their readers have not read yet. */
export async function exitAfterOutput(exitCode) {
  for (const stream of [process.stdout, process.stderr]) await new Promise((resolve) => stream.write("", resolve))
  process.exit(exitCode)
}

/**
 * Ends the command when the program that reads its output has ended, as `head` does. A server shuts down as on SIGTERM.
 * Without this, each error that is logged to the broken pipe would cause the next one.
 */
export function stopWithReader() {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error) => {
      if (error.code !== "EPIPE") throw error
      if (process.listenerCount("SIGTERM") === 0) process.exit(0)
      process.kill(process.pid, "SIGTERM")
    })
}

/** Returns one sentence when the disk is full, undefined for any other error. */
export function explainFullDisk(error) {
  if (error?.code !== "ENOSPC" && error?.code !== "EDQUOT") return
  return `The disk is full${error.path ? ` (${error.path})` : ""}. Free some space and try again.`
}

/** Creates an error that is printed as its message, without a stack trace. */
export function userError(message) {
  return Object.assign(new Error(message), { name: "UserError" })
}
