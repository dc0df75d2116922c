// What must happen before any of our TypeScript can run: the right Node and the packages of the lock file.
import { spawn, spawnSync } from "node:child_process"
import { accessSync, existsSync, constants as fsConstants, mkdirSync, readFileSync } from "node:fs"
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

/** Installs what the lock file names, unless exactly that is there already. */
export function install() {
  if (isInstalled()) return
  const began = Date.now()
  console.log("  Packages      installing with npm ci, about half a minute ...")
  const args = ["ci", "--include=dev", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"]
  const npm = spawnSync("npm", args, { encoding: "utf8", shell: process.platform === "win32" })
  if (npm.status !== 0) {
    const reason = npm.error?.message ?? `${npm.stdout}${npm.stderr}`.trim()
    throw plainFailure(`${reason}\nThe packages could not be installed: npm ci failed (its words are above).`)
  }
  console.log(`  Packages      ${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s`)
}

/** Runs the same command line on the Node 24 that npm installed, as a child that lives and dies with this process. */
export async function runOnNode24(args) {
  const node = resolve("node_modules/node/bin/node")
  if (!existsSync(node)) throw plainFailure(`npm did not install Node 24 (${node} is missing): run npm ci once more.`)
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

/** npm keeps, as the last thing it does, a copy of the lock file that says what it has installed. */
function isInstalled() {
  if (!existsSync("node_modules/.package-lock.json")) return false
  const wanted = JSON.parse(readFileSync("package-lock.json", "utf8")).packages
  const found = JSON.parse(readFileSync("node_modules/.package-lock.json", "utf8")).packages
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    return path === "" || (found[path] ? found[path].version === version : optional)
  })
}

/** One sentence for the reader, without a stack. */
export function plainFailure(message) {
  return Object.assign(new Error(message), { name: "PlainFailure" })
}
