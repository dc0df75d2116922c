/** Creates an empty Postgres cluster, completely or not at all, and sets the password of its owner. */
import { spawnSync } from "node:child_process"
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { UserError } from "../user-error"
import { includedMajorVersion } from "./binaries"
import type { Account, Launch } from "./launch"

export function hasCluster(cluster: string) {
  return existsSync(join(cluster, "PG_VERSION"))
}

/** Throws if another major version of Postgres created the cluster, because the included one cannot open it. */
export function requireIncludedVersion({ cluster }: Launch) {
  const version = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim()
  const included = includedMajorVersion()
  if (version === included) return
  throw new UserError(
    `The database in ${cluster} was created by Postgres ${version}. This version of Signalbox includes Postgres ${included}. Export it with the earlier version (pg_dump).`,
  )
}

export function createCluster(launch: Launch, { password, isDurable }: { password: string; isDurable: boolean }) {
  // initdb writes PG_VERSION early, so an incomplete cluster would look complete. Therefore the cluster gets its final
  // name only when it is complete.
  const unfinished = { ...launch, cluster: `${launch.cluster}.unfinished` }
  rmSync(unfinished.cluster, { recursive: true, force: true })
  mkdirSync(dirname(unfinished.cluster), { recursive: true })
  mkdirSync(unfinished.cluster, { mode: 0o700 })
  chownCluster(launch, unfinished.cluster)
  try {
    const options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-instructions"]
    const args = ["-D", unfinished.cluster, ...options, ...(isDurable ? [] : ["--no-sync"])]
    run(unfinished, launch.binaries.initdb, args, { purpose: `create the database in ${launch.cluster}` })
    writeFileSync(join(unfinished.cluster, "pg_hba.conf"), "host all all 127.0.0.1/32 scram-sha-256\n")
    setPassword(unfinished, password)
    renameSync(unfinished.cluster, launch.cluster)
  } finally {
    rmSync(unfinished.cluster, { recursive: true, force: true })
  }
}

/** Sets the password in a cluster that is not running. Also used when the stored password was lost. */
export function setPassword(launch: Launch, password: string) {
  run(launch, launch.binaries.postgres, ["--single", "-D", launch.cluster, "postgres"], {
    purpose: `set the password of the database in ${launch.cluster}`,
    input: `alter role postgres password '${password}'\n`,
  })
}

/**
 * Changes the folder's owner to the account that Postgres runs as. An earlier start may have used a different account.
 */
export function chownCluster({ account }: Launch, path: string) {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = account ?? { uid: 0, gid: 0 }
  if (lstatSync(path).uid !== uid) chownAll(path, { uid, gid })
}

function chownAll(path: string, account: Account) {
  chownSync(path, account.uid, account.gid)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) chownAll(join(path, entry.name), account)
    else chownSync(join(path, entry.name), account.uid, account.gid)
  }
}

/** Puts the command of `launch.prefix` before the program. Returns the command and the arguments to spawn. */
export function withPrefix({ prefix }: Launch, program: string, args: string[]): [command: string, args: string[]] {
  const [command, ...prefixArgs] = prefix
  return command === undefined ? [program, args] : [command, [...prefixArgs, program, ...args]]
}

/** Runs one of Postgres's programs to its end. `purpose` completes "Cannot ..." in the error message. */
function run(launch: Launch, program: string, args: string[], { purpose, input }: { purpose: string; input?: string }) {
  const [command, commandArgs] = withPrefix(launch, program, args)
  const options = { ...spawnOptions(launch), encoding: "utf8", ...(input !== undefined && { input }) } as const
  const result = spawnSync(command, commandArgs, options)
  if (result.status === 0) return
  const output = result.error?.message ?? `${result.stderr}`.trim()
  if (/No space left on device|quota exceeded/i.test(output)) {
    throw new UserError(`Cannot ${purpose}: the disk is full. Free some space and start again.`)
  }
  throw new UserError(`Cannot ${purpose}: ${output.split("\n").slice(-3).join(" ")}`)
}

/** Includes a minimal environment: Postgres needs none of our variables, and must not see the secrets in them. */
export function spawnOptions({ account }: Launch) {
  const env = { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" } as unknown as NodeJS.ProcessEnv
  return { ...account, cwd: "/", env }
}
