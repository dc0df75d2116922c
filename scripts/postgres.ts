/** Starts the embedded Postgres of a data folder, waits until it accepts connections, and stops it. */
import { type ChildProcess, spawn } from "node:child_process"
import { closeSync, existsSync, fstatSync, openSync, readFileSync, renameSync, statSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { sessionConfig } from "@/prisma/session-config"
import { openFolder } from "./data-dir"
import { freePort } from "./free-port"
import {
  chownCluster,
  createCluster,
  hasCluster,
  requireIncludedVersion,
  setPassword,
  spawnOptions,
  withPrefix,
} from "./postgres/cluster"
import { chooseLaunch, type Launch } from "./postgres/launch"
import { clearLeftovers } from "./postgres/leftovers"
import {
  applicationUrl,
  clearStartFields,
  databaseName,
  findRunningPostgres,
  newPassword,
  postgresUrl,
  readState,
  writeState,
} from "./postgres/state"
import { identify } from "./process-identity"
import { explainFileError, hasCode, UserError } from "./user-error"

export type Postgres = {
  /** The address for the login that owns the database. */
  url: string
  /** The address for the application's login, which the migration step creates. */
  applicationUrl: string
  pid: number
  stop(): Promise<void>
  /** Settles when the Postgres process has ended, for any reason. */
  exited: Promise<void>
}
/** `isDurable: false` is for tests: faster, but a power failure destroys the database. */
type Options = { dataDir: string; log?: (line: string) => void; isDurable?: boolean }

export async function startPostgres({ log = () => {}, isDurable = true, ...options }: Options): Promise<Postgres> {
  const dataDir = openFolder(options.dataDir)
  const running = findRunningPostgres(dataDir)
  if (running)
    throw new UserError(`Process ${running.owner.pid} already runs the Postgres of ${dataDir}. Stop it first.`)
  const launch = await prepareCluster(dataDir, isDurable, log)
  const port = await freePort()
  const { child, readLog } = launchServer(launch, { port, isDurable, logFile: join(dataDir, "postgres.log") })
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()).once("error", () => resolve()))
  // A full disk must not hide why Postgres ended.
  const exited = ended.then(() => clearStartFields(dataDir)).catch(() => {})
  const killOnExit = () => child.kill("SIGINT")
  process.once("exit", killOnExit)
  void exited.then(() => process.off("exit", killOnExit))

  // The application's password is new at each start, and only this start uses it.
  const applicationPassword = newPassword()
  const state = {
    password: readState(dataDir)?.password ?? "",
    applicationPassword,
    port,
    owner: identify(process.pid),
  }
  try {
    writeState(dataDir, state)
    await waitUntilReady(postgresUrl(state, "postgres"), child, { dataDir, readLog })
  } catch (error) {
    await stop(child, exited)
    throw error
  }
  return {
    url: postgresUrl(state),
    applicationUrl: applicationUrl(state),
    pid: child.pid ?? 0,
    stop: () => stop(child, exited),
    exited,
  }
}

/** Creates the cluster, or cleans up the existing one after a crash. Then postgres.json contains its password. */
async function prepareCluster(dataDir: string, isDurable: boolean, log: (line: string) => void) {
  try {
    const launch = chooseLaunch(dataDir)
    if (hasCluster(launch.cluster)) {
      requireIncludedVersion(launch)
      await clearLeftovers(launch.cluster, log)
      chownCluster(launch, launch.cluster)
    }
    const state = readState(dataDir)
    const password = state?.password ?? newPassword()
    if (!hasCluster(launch.cluster)) createCluster(launch, { password, isDurable })
    else if (state === null) setPassword(launch, password)
    writeState(dataDir, { ...state, password })
    return launch
  } catch (error) {
    throw explainFileError(error, dataDir)
  }
}

function launchServer(
  launch: Launch,
  { port, isDurable, logFile }: { port: number; isDurable: boolean; logFile: string },
) {
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    timezone: "UTC",
    // Leaves out error details, which quote rows with email addresses and password hashes.
    log_error_verbosity: "terse",
    ...(isDurable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])
  const [command, args] = withPrefix(launch, launch.binaries.postgres, ["-D", launch.cluster, ...flags])
  if (existsSync(logFile) && statSync(logFile).size > maxLogBytes) renameSync(logFile, `${logFile}.1`)
  const output = openSync(logFile, "a", 0o600)
  const earlierBytes = fstatSync(output).size
  // Detached, because Ctrl-C reaches the whole process group, and the server must drain before its database stops.
  const child = spawn(command, args, { ...spawnOptions(launch), detached: true, stdio: ["ignore", output, output] })
  closeSync(output)
  /** What Postgres has logged since this start. */
  const readLog = () => readFileSync(logFile).subarray(earlierBytes).toString().trim()
  return { child, readLog }
}

const maxLogBytes = 10_000_000

async function waitUntilReady(
  url: string,
  child: ChildProcess,
  { dataDir, readLog }: { dataDir: string; readLog(): string },
) {
  for (let attempt = 0; ; attempt++) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
      const reason = readLog().split("\n").slice(-3).join(" ")
      throw new UserError(`Postgres did not start: ${reason} (log: ${join(dataDir, "postgres.log")})`)
    }
    // A busy machine can take seconds to accept the first connection.
    const client = new pg.Client({ ...sessionConfig(url), connectionTimeoutMillis: 30_000 })
    client.on("error", () => {})
    try {
      await client.connect()
      const { rowCount } = await client.query("select from pg_database where datname = $1", [databaseName])
      if (rowCount === 0) await client.query(`create database ${databaseName}`)
      return
    } catch (error) {
      if (hasCode(error, "28P01"))
        throw new UserError(
          `The password in ${join(dataDir, "postgres.json")} does not belong to this database. Delete the file and start again to create a new one.`,
        )
      // ECONNREFUSED: the socket is not open yet. 57P03: Postgres recovers from a crash, which may take minutes.
      if (!hasCode(error, "ECONNREFUSED", "57P03")) throw error
      await sleep(Math.min(20 + attempt * 5, 200))
    } finally {
      await client.end().catch(() => {})
    }
  }
}

/**
 * SIGINT ends open connections and shuts Postgres down cleanly. If that takes more than 20 s, SIGQUIT stops it
 * immediately, and the next start recovers from the write-ahead log.
 */
async function stop(child: ChildProcess, exited: Promise<void>) {
  child.kill("SIGINT")
  const hasExited = await Promise.race([exited.then(() => true), sleep(20_000, false, { ref: false })])
  if (hasExited) return
  child.kill("SIGQUIT")
  await exited
}
