/** Installs Debian packages for tests that need their programs. Works only as root on Debian. */
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { UserError } from "../user-error"

/** False on Ubuntu, whose `chromium` package only installs a snap. */
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
  if (status !== 0) throw new UserError(`${command} ${args.join(" ")} failed: ${error?.message ?? stderr.trim()}`)
}
