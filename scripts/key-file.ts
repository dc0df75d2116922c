/**
 * Creates, checks and stores the secrets of an installation, which sign sessions, hash API keys and encrypt stored
 * secrets.
 */
import { randomBytes } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { explainFileError, UserError } from "./user-error"
import { findRingWeakness, findWeakness } from "./weak-secret"
import { writePrivateFile } from "./write-private-file"

const generators = {
  NEXTAUTH_SECRET: () => randomBytes(32).toString("base64url"),
  SIGNALBOX_KEY_PEPPER: () => randomBytes(32).toString("base64url"),
  /** A key ring: `id:key` pairs separated by commas. The first key encrypts, all keys decrypt. */
  SIGNALBOX_ENCRYPTION_KEYS: () => `1:${randomBytes(32).toString("base64")}`,
}
export type Secrets = Record<keyof typeof generators, string>
const secretNames = Object.keys(generators) as (keyof Secrets)[]

export function newSecrets(): Secrets {
  return Object.fromEntries(secretNames.map((name) => [name, generators[name]()])) as Secrets
}

/** Throws if a secret is missing from the environment or can be guessed. */
export function requireSecrets(environment: NodeJS.ProcessEnv) {
  const missing = secretNames.filter((name) => !environment[name])
  if (missing.length > 0)
    throw new UserError(`${missing.join(", ")} must be set in production. .env.example shows how to create them.`)
  const weak = secretNames.flatMap((name) => {
    const secret = environment[name] ?? ""
    const reason = name === "SIGNALBOX_ENCRYPTION_KEYS" ? findRingWeakness(secret) : findWeakness(secret)
    return reason ? [`${name} ${reason}.`] : []
  })
  if (weak.length > 0) throw new UserError(`${weak.join(" ")} Create a random value with: openssl rand -base64 32`)
}

type Installation = {
  dataDir: string
  /** Whether there is a database already. New secrets could not decrypt its contents, so none are created then. */
  hasDatabase(): Promise<boolean>
}

/**
 * Returns the secrets that the environment does not set, from keys.json. Creates the file once, before the database
 * exists.
 */
export async function loadSecrets(
  { dataDir, hasDatabase }: Installation,
  environment: NodeJS.ProcessEnv,
): Promise<Partial<Secrets>> {
  const missing = secretNames.filter((name) => !environment[name])
  if (missing.length === 0) return {}
  const file = keyFilePath(dataDir)
  if (!existsSync(file)) {
    if (await hasDatabase()) throw new UserError(describeLostSecrets(file, missing))
    writeSecrets(dataDir, newSecrets())
  }
  const stored = readKeyFile(file)
  const lost = missing.filter((name) => typeof stored?.[name] !== "string")
  if (stored && lost.length === 0) return Object.fromEntries(missing.map((name) => [name, stored[name]]))
  throw new UserError(
    `${file} is damaged: it ${stored ? `lacks ${lost.join(", ")}` : "is not JSON"}. Restore it from your backup, or move it away and run: npm run secrets -- replace-lost`,
  )
}

/** Returns null when the file is damaged. */
function readKeyFile(file: string): Partial<Secrets> | null {
  try {
    const stored = JSON.parse(readFileSync(file, "utf8"))
    return typeof stored === "object" ? stored : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw new UserError(`Cannot read ${file}: ${(error as Error).message}.`)
  }
}

/** Returns the secrets that the environment sets. */
export const readSecrets = (environment: NodeJS.ProcessEnv): Partial<Secrets> =>
  Object.fromEntries(secretNames.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])))

export function writeSecrets(dataDir: string, secrets: Secrets) {
  try {
    writePrivateFile(keyFilePath(dataDir), `${JSON.stringify(secrets, null, 2)}\n`)
  } catch (error) {
    throw explainFileError(error, dataDir)
  }
}

export const keyFilePath = (dataDir: string) => join(dataDir, "keys.json")

const describeLostSecrets = (file: string, missing: string[]) =>
  `There is a database, but the secrets that it was used with are missing: ${missing.join(", ")}.
Restore ${file} from your backup, or set them in the environment.
If they are lost, create new ones with: npm run secrets -- replace-lost. Then every API key stops working, everyone must sign in
again, webhook secrets, custom headers and keys of AI engines must be entered again, and data sources must be reconnected.`
