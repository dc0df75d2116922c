/** The secrets of an installation: for signing sessions, for hashing keys, for encrypting what is stored. */
import { randomBytes } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { PlainFailure } from "./plain-failure"
import { writePrivately } from "./write-privately"

const makers = {
  NEXTAUTH_SECRET: () => randomBytes(32).toString("base64url"),
  SIGNALBOX_KEY_PEPPER: () => randomBytes(32).toString("base64url"),
  /** A ring: `id:key` pairs with commas between them; the first one encrypts, all of them decrypt. */
  SIGNALBOX_ENCRYPTION_KEYS: () => `1:${randomBytes(32).toString("base64")}`,
}
export type Secrets = Record<keyof typeof makers, string>
const names = Object.keys(makers) as (keyof Secrets)[]

export function newSecrets(): Secrets {
  return Object.fromEntries(names.map((name) => [name, makers[name]()])) as Secrets
}

/** Stops with the name of the first secret that the environment lacks. */
export function demandSecrets(environment: NodeJS.ProcessEnv) {
  const missing = names.filter((name) => !environment[name])
  if (missing.length === 0) return
  throw new PlainFailure(`${missing.join(", ")} must be set in production (.env.example says how to make one).`)
}

/** The folder's own key file, made once; what the environment sets wins over it. */
export function ownSecrets(dataDir: string, environment: NodeJS.ProcessEnv): Partial<Secrets> {
  const missing = names.filter((name) => !environment[name])
  if (missing.length === 0) return {}
  const file = join(dataDir, "keys.json")
  if (!existsSync(file)) writePrivately(file, `${JSON.stringify(newSecrets(), null, 2)}\n`)
  const kept: Secrets = JSON.parse(readFileSync(file, "utf8"))
  return Object.fromEntries(missing.map((name) => [name, kept[name]]))
}
