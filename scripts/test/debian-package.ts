/** Installs a package of Debian for the tests that need its program: as root and on Debian only. */
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { PlainFailure } from "../plain-failure"

/** Ubuntu is not Debian: its `chromium` is an empty shell around a snap. */
export const canInstallDebianPackage = () =>
  process.getuid?.() === 0 &&
  existsSync("/etc/os-release") &&
  /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"))

export function installDebianPackage(name: string) {
  run("apt-get", ["update"])
  run("apt-get", ["install", "--yes", "--no-install-recommends", name])
}

export function run(command: string, args: string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  const { status, stderr, error } = spawnSync(command, args, { encoding: "utf8", env })
  if (status !== 0) throw new PlainFailure(`${command} ${args.join(" ")} failed: ${error?.message ?? stderr.trim()}`)
}
