// Installs the packages of the lock file, and finds the Node 24 program that is one of them.
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
import { userError } from "./bootstrap.mjs"

/**
 * Installs the packages of the lock file unless they are installed already. A signal stops npm first, and then this
 * process.
 */
export async function install() {
  if (isInstalled()) return
  const startedAt = Date.now()
  console.log("  Packages      installing with npm ci, about 30 s ...")
  if (!(await installWithArchiveUrls())) {
    const { succeeded, output } = await npmCi()
    if (!succeeded)
      throw userError(
        `${output.trim()}\nThe packages could not be installed, because npm ci failed. Its output is above.`,
      )
  }
  console.log(`  Packages      ${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`)
}

/** Returns the path of the Node 24 program that npm installed for this machine. */
export function node24() {
  const allPlatforms = Object.keys(read("package.json").optionalDependencies)
  const name = allPlatforms.find((name) => existsSync(join("node_modules", name)))
  if (name) return resolve("node_modules", name, read(join("node_modules", name, "package.json")).bin.node)
  throw userError(`npm has no Node 24 for ${process.platform} on ${process.arch}. Install Node 24 and start again.`)
}

/**
 * Installs faster, in a folder under .build, with a copy of the lock file that contains archive URLs. Without the URLs
 * npm fetches every package's list of versions to find its archive, which is half of its work. Returns false when this
 * did not work.
 */
async function installWithArchiveUrls() {
  clearLeftovers()
  const folder = `.build/packages-${process.pid}`
  mkdirSync(folder, { recursive: true })
  for (const file of ["package.json", ".npmrc"].filter(existsSync)) copyFileSync(file, join(folder, file))
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(withArchiveUrls(read("package-lock.json"))))
  try {
    const { succeeded } = await npmCi("--prefix", folder, "--replace-registry-host=always")
    if (!succeeded) return false
    if (isInstalled()) return true // another command has installed them meanwhile
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

/** Removes the folders of interrupted installs. */
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

/**
 * Adds archive URLs to the lock file. npm replaces the host "registry" with the registry that it is configured to use.
 */
function withArchiveUrls(lock) {
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = entry.name ?? path.split("node_modules/").at(-1)
    if (entry.integrity) entry.resolved ??= `https://registry/${name}/-/${basename(name)}-${entry.version}.tgz`
  }
  return lock
}

/**
 * Runs `npm ci` without install scripts. No package needs one: scripts/postgres/binaries.ts links the libraries of
 * Postgres.
 */
async function npmCi(...extraArgs) {
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"]
  const args = ["ci", "--include=dev", "--prefer-offline", "--ignore-scripts", ...quiet, ...extraArgs]
  // npm runs in a separate process group. It and its children receive signals only from this process, which therefore
  // ends after them.
  const npm = spawn("npm", args, { detached: true, stdio: ["ignore", "pipe", "pipe"] })
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"]
  let receivedSignal
  const stop = (signal) => {
    receivedSignal ??= signal
    // SIGKILL, because npm finishes its downloads after any other signal. Files it has written are removed or installed
    // again.
    process.kill(-npm.pid, "SIGKILL")
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
  if (receivedSignal) throw stoppedError(receivedSignal)
  return { succeeded: code === 0, output }
}

const stoppedError = (signal) =>
  Object.assign(userError("\nStopped while packages were being installed. The next start installs them again."), {
    exitCode: 128 + constants.signals[signal],
  })

/** Compares the lock file with node_modules/.package-lock.json, which npm writes as its last step. */
function isInstalled() {
  if (!existsSync("node_modules/.package-lock.json")) return false
  const wanted = read("package-lock.json").packages
  const installed = read("node_modules/.package-lock.json").packages
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    return path === "" || (installed[path] ? installed[path].version === version : optional)
  })
}

const read = (path) => JSON.parse(readFileSync(path, "utf8"))
