// Installs the packages of the lock file, and finds the Node 24 that is among them.
import { spawn } from "node:child_process"
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { constants } from "node:os"
import { basename, join, resolve } from "node:path"
import { plainFailure } from "./bootstrap.mjs"

/** Installs what the lock file names, unless exactly that is there already. A signal ends npm first, and then this. */
export async function install() {
  if (isInstalled()) return
  const began = Date.now()
  console.log("  Packages      installing with npm ci, about half a minute ...")
  if (!(await installBeside())) {
    const { isDone, output } = await npmCi()
    if (!isDone)
      throw plainFailure(`${output.trim()}\nThe packages could not be installed: npm ci failed (its output is above).`)
  }
  console.log(`  Packages      ${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s`)
}

/** The program of the Node 24 that npm installed for this machine. */
export function node24() {
  const ofAnyMachine = Object.keys(read("package.json").optionalDependencies)
  const name = ofAnyMachine.find((name) => existsSync(join("node_modules", name)))
  if (name) return resolve("node_modules", name, read(join("node_modules", name, "package.json")).bin.node)
  throw plainFailure(`npm has no Node 24 for ${process.platform} on ${process.arch}: install Node 24 and start again.`)
}

/**
 * Without addresses in the lock file, npm reads every package's list of versions to learn where its archive lies, which
 * is half of its work. So it gets a lock file that tells it, in a folder beside; false when that did not do.
 */
async function installBeside() {
  clearLeftovers()
  const folder = `.build/packages-${process.pid}`
  mkdirSync(folder, { recursive: true })
  for (const file of ["package.json", ".npmrc"].filter(existsSync)) copyFileSync(file, join(folder, file))
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(withAddresses(read("package-lock.json"))))
  try {
    const { isDone } = await npmCi("--prefix", folder, "--replace-registry-host=always")
    if (!isDone) return false
    if (isInstalled()) return true // by another command, meanwhile
    if (existsSync("node_modules")) renameSync("node_modules", join(folder, "replaced"))
    renameSync(join(folder, "node_modules"), "node_modules")
    return true
  } catch (error) {
    if (error.exitCode) throw error // stopped by a signal
    return false // node_modules may be a mount
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What installs that were cut off have left. */
function clearLeftovers() {
  for (const name of readdirSync(".build").filter((name) => name.startsWith("packages-")))
    if (!isRunning(Number(name.slice("packages-".length)))) rmSync(join(".build", name), { recursive: true })
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === "EPERM"
  }
}

/** npm puts the registry that it is set to in place of the host, also one's own. */
function withAddresses(lock) {
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = entry.name ?? path.split("node_modules/").at(-1)
    if (entry.integrity) entry.resolved ??= `https://registry/${name}/-/${basename(name)}-${entry.version}.tgz`
  }
  return lock
}

/** No package needs its install script: the programs of Postgres find their libraries by scripts/postgres/binaries.ts. */
async function npmCi(...more) {
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"]
  const args = ["ci", "--include=dev", "--prefer-offline", "--ignore-scripts", ...quiet, ...more]
  const isWindows = process.platform === "win32"
  // In a process group of its own, npm and its children receive a signal only from us, so we can end after them.
  const npm = spawn("npm", args, { shell: isWindows, detached: !isWindows, stdio: ["ignore", "pipe", "pipe"] })
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"]
  let received
  const stop = (signal) => {
    received ??= signal
    // Killed, because npm finishes its downloads when it is asked to stop. What it has written is removed or installed again.
    if (isWindows) npm.kill()
    else process.kill(-npm.pid, "SIGKILL")
  }
  for (const signal of signals) process.once(signal, stop)
  let output = ""
  for (const stream of [npm.stdout, npm.stderr])
    stream.on("data", (chunk) => {
      output += chunk
    })
  const code = await new Promise((ended) => {
    npm.once("error", ({ message }) => {
      output += message
      ended(null)
    })
    npm.once("close", ended)
  })
  for (const signal of signals) process.off(signal, stop)
  if (received) throw stopped(received)
  return { isDone: code === 0, output }
}

const stopped = (signal) =>
  Object.assign(plainFailure("\nStopped while packages were being installed. The next start installs them again."), {
    exitCode: 128 + constants.signals[signal],
  })

/** npm keeps, as the last thing it does, a copy of the lock file that says what it has installed. */
function isInstalled() {
  if (!existsSync("node_modules/.package-lock.json")) return false
  const wanted = read("package-lock.json").packages
  const found = read("node_modules/.package-lock.json").packages
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    return path === "" || (found[path] ? found[path].version === version : optional)
  })
}

const read = (path) => JSON.parse(readFileSync(path, "utf8"))
