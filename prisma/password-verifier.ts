/**
 * Computes what Postgres stores of a password (SCRAM-SHA-256, RFC 5803), so that the password itself appears in no
 * statement.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto"

const iterations = 4_096

export function passwordVerifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256")
  const hmac = (text: string) => createHmac("sha256", salted).update(text).digest()
  const storedKey = createHash("sha256").update(hmac("Client Key")).digest("base64")
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${storedKey}:${hmac("Server Key").toString("base64")}`
}
