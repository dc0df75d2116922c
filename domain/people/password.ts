/**
 * Hashes passwords with argon2id and the parameters that OWASP recommends. Checks take the same time for accounts that
 * do not exist.
 */
import { type Algorithm, hash, verify } from "@node-rs/argon2"

// The library's enum is ambient and does not exist at run time: 2 is argon2id.
const owasp = { algorithm: 2 as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, owasp)

/** Returns false for an account without a password, after the same amount of work. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  decoy ??= hashPassword("nobody has this password")
  const matches = await verify(hash ?? (await decoy), password)
  return matches && typeof hash === "string"
}

let decoy: Promise<string> | undefined
