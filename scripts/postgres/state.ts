/**
 * Reads and writes postgres.json (mode 0600) beside a cluster: its passwords, its port, and the process that started
 * it.
 */
import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { isAlive, type ProcessIdentity } from "../process-identity"
import { hasCode, UserError } from "../user-error"
import { writePrivateFile } from "../write-private-file"

/**
 * `password` is that of the login postgres, and stays the same from start to start. The other fields belong to one
 * start and are stale after a crash. `owner` is the process that started Postgres, not Postgres itself.
 */
export type PostgresState = {
  password: string
  applicationPassword?: string
  port?: number
  owner?: ProcessIdentity | null
}

/**
 * Returns null when the file is missing or damaged, so that the start sets a new password. Throws when it cannot be
 * read, because its password may still be in use.
 */
export function readState(dataDir: string): PostgresState | null {
  const path = statePath(dataDir)
  try {
    const state: PostgresState | null = JSON.parse(readFileSync(path, "utf8"))
    return typeof state?.password === "string" ? state : null
  } catch (error) {
    if (error instanceof SyntaxError || hasCode(error, "ENOENT", "ENOTDIR")) return null
    throw new UserError(`Cannot read ${path}: ${(error as Error).message}.`)
  }
}

export function writeState(dataDir: string, state: PostgresState) {
  writePrivateFile(statePath(dataDir), `${JSON.stringify(state)}\n`)
}

/** Removes the fields of this start when Postgres has ended. The password stays, because the next start needs it. */
export function clearStartFields(dataDir: string) {
  const state = readState(dataDir)
  if (state) writeState(dataDir, { password: state.password })
}

export function newPassword() {
  return randomBytes(24).toString("base64url")
}

export function postgresUrl({ password, port }: PostgresState, database = databaseName) {
  return `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`
}

/** The address for the application's login, which is created after the migrations. */
export function applicationUrl({ applicationPassword, port }: PostgresState) {
  return `postgresql://${applicationLogin}:${applicationPassword}@127.0.0.1:${port}/${databaseName}`
}

/** Returns the application's address of the running Postgres and the process that started it. Null when none runs. */
export function findRunningPostgres(dataDir: string) {
  const state = readState(dataDir)
  return state?.owner && isAlive(state.owner) ? { url: applicationUrl(state), owner: state.owner } : null
}

const applicationLogin = "signalbox"

export const databaseName = "signalbox"

const statePath = (dataDir: string) => join(dataDir, "postgres.json")
