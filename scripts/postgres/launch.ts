/**
 * Chooses the account, programs and cluster folder for Postgres. Postgres refuses to run as root, and its account must
 * be able to enter every folder.
 */
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { cpSync, existsSync, readFileSync, renameSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { UserError } from "../user-error"
import { type Binaries, binariesIn, findBinaries } from "./binaries"

export type Account = { uid: number; gid: number }
export type Launch = {
  binaries: Binaries
  cluster: string
  /** A command that runs Postgres's programs (`unshare ... --`). Empty when none is needed. */
  prefix: string[]
  /** The account that owns the cluster's files and runs the programs. Null: the account of this process. */
  account: Account | null
}

/**
 * Returns the first way that works:
 *
 * 1. Not as root: with the account of this process, and the cluster in the data folder.
 * 2. As root: with an unprivileged account that can enter the folders.
 * 3. In a new user namespace, if a folder above is closed to others (/root has mode 0700). Postgres then has the rights
 *    of root on disk, and is unprivileged inside.
 * 4. With copied programs and a cluster in /var/lib/signalbox. Later starts find the cluster there. Throws if the data
 *    folder already has a cluster, because a new one would be empty.
 */
export function chooseLaunch(dataDir: string): Launch {
  const installed = findBinaries()
  const cluster = clusterFolder(dataDir)
  if (process.getuid?.() !== 0) return { binaries: installed, cluster, prefix: [], account: null }

  const account = findUnprivilegedAccount()
  if (canReach(account, installed.native) && canReach(account, dirname(cluster))) {
    return { binaries: installed, cluster, prefix: [], account }
  }
  const prefix = ["unshare", "--user", `--map-user=${account.uid}`, `--map-group=${account.gid}`, "--"]
  if (canRun([...prefix, installed.postgres, "--version"])) {
    return { binaries: installed, cluster, prefix, account: null }
  }
  const fallback = fallbackCluster(dataDir)
  if (cluster !== fallback && existsSync(join(cluster, "PG_VERSION")))
    throw new UserError(
      `The database in ${cluster} cannot be opened as root: the account of Postgres cannot enter the folder, and user namespaces are not available. Allow others to enter every folder above it (chmod o+x), or start Signalbox as the owner of the folder.`,
    )
  return { binaries: copyBinaries(installed), cluster: fallback, prefix: [], account }
}

/** Returns the folder of the existing cluster, or the one in which most starts would create it. */
export function clusterFolder(dataDir: string) {
  const fallback = fallbackCluster(dataDir)
  return existsSync(fallback) ? fallback : join(dataDir, "postgres")
}

/** In /var/lib and not in /var/tmp, which the system cleans up. */
const stateFolder = "/var/lib/signalbox"

const fallbackCluster = (dataDir: string) =>
  join(stateFolder, createHash("sha256").update(dataDir).digest("hex").slice(0, 16))

function findUnprivilegedAccount(): Account {
  const accounts = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
  const line = ["postgres", "nobody"].map((name) => accounts.find((entry) => entry[0] === name)).find(Boolean)
  if (!line)
    throw new UserError(
      "Postgres cannot run as root, and this machine has neither a user postgres nor a user nobody. Start Signalbox as another user.",
    )
  return { uid: Number(line[2]) >>> 0, gid: Number(line[3]) >>> 0 }
}

/** Whether the account may enter the folder and every folder above it. */
function canReach(account: Account, folder: string): boolean {
  const isRoot = folder === dirname(folder)
  return canEnter(account, folder) && (isRoot || canReach(account, dirname(folder)))
}

/** Reads the permission that applies to the account: that of the owner, of the group, or of all others. */
function canEnter(account: Account, folder: string): boolean {
  const { mode, uid, gid } = statSync(folder)
  if (uid === account.uid) return (mode & 0o100) !== 0
  return (mode & (gid === account.gid ? 0o010 : 0o001)) !== 0
}

function canRun([program = "", ...args]: string[]) {
  return spawnSync(program, args, { cwd: "/", stdio: "ignore" }).status === 0
}

function copyBinaries({ native }: Binaries) {
  const target = join(stateFolder, `programs-${Math.trunc(statSync(native).mtimeMs).toString(36)}`)
  if (existsSync(target)) return binariesIn(target)
  const unfinished = `${target}.${process.pid}`
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  renameSync(unfinished, target)
  return binariesIn(target)
}
