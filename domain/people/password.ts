/** Hashes passwords with argon2id and the parameters that OWASP recommends, and verifies them. */
import { type Algorithm, hash, verify } from "@node-rs/argon2"

// The library's enum is ambient and does not exist at run time: 2 is argon2id.
const owasp = { algorithm: 2 as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, owasp)

/**
 * Returns false without a stored hash, but does the same amount of work. So the response time does not reveal whether
 * an account exists.
 */
export async function verifyPassword(password: string, storedHash: string | null | undefined): Promise<boolean> {
  decoyHash ??= hashPassword("no account has this password")
  const matches = await verify(storedHash ?? (await decoyHash), password)
  return matches && typeof storedHash === "string"
}

let decoyHash: Promise<string> | undefined
