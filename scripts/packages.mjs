// Installs the packages of the lock file, and finds the Node 24 that is among them.
import { spawnSync } from "node:child_process"
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
import { basename, join, resolve } from "node:path"
import { plainFailure } from "./bootstrap.mjs"

/** Installs what the lock file names, unless exactly that is there already. */
export function install() {
  if (isInstalled()) return
  const began = Date.now()
  console.log("  Packages      installing with npm ci, about half a minute ...")
  if (!installBeside()) {
    const npm = npmCi()
    const reason = npm.error?.message ?? `${npm.stdout}${npm.stderr}`.trim()
    if (npm.status !== 0)
      throw plainFailure(`${reason}\nThe packages could not be installed: npm ci failed (its words are above).`)
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
function installBeside() {
  clearLeftovers()
  const folder = `.build/packages-${process.pid}`
  mkdirSync(folder, { recursive: true })
  for (const file of ["package.json", ".npmrc"].filter(existsSync)) copyFileSync(file, join(folder, file))
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(withAddresses(read("package-lock.json"))))
  try {
    if (npmCi("--prefix", folder, "--replace-registry-host=always").status !== 0) return false
    if (isInstalled()) return true // by another command, meanwhile
    rmSync("node_modules", { recursive: true, force: true })
    renameSync(join(folder, "node_modules"), "node_modules")
    return true
  } catch {
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
function npmCi(...more) {
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"]
  const args = ["ci", "--include=dev", "--prefer-offline", "--ignore-scripts", ...quiet, ...more]
  return spawnSync("npm", args, { encoding: "utf8", shell: process.platform === "win32" })
}

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
