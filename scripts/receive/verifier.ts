/** Verifies signatures of webhooks against several secrets, with the official Standard Webhooks library. */
import { Webhook } from "standardwebhooks"

export type Verification = { state: "verified" } | { state: "refused"; reason: string } | { state: "unverified" }

export class Verifier {
  readonly #webhooks: Webhook[] = []

  constructor(secrets: string[]) {
    for (const secret of secrets) this.add(secret)
  }

  get isEmpty() {
    return this.#webhooks.length === 0
  }

  /**
   * Adds a secret. Returns false when the text is not one. Earlier secrets stay valid, because a rotation uses both.
   */
  add(text: string) {
    const webhook = parseSecret(text)
    if (webhook) this.#webhooks.push(webhook)
    return webhook !== null
  }

  verify(body: string, headers: Record<string, string>): Verification {
    if (this.isEmpty) return { state: "unverified" }
    const reasons = this.#webhooks.map((webhook) => findRejectionReason(webhook, body, headers))
    if (reasons.includes(null)) return { state: "verified" }
    return { state: "refused", reason: reasons[0] ?? "" }
  }
}

/** Parses a signing secret: `whsec_` and 24 to 64 bytes in base64. Returns null for any other text. */
export function parseSecret(text: string): Webhook | null {
  const [, base64 = ""] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text.trim()) ?? []
  const bytes = Buffer.from(base64, "base64").length
  return bytes >= 24 && bytes <= 64 ? new Webhook(text.trim()) : null
}

/** Returns null if the signature is valid. */
function findRejectionReason(webhook: Webhook, body: string, headers: Record<string, string>) {
  try {
    webhook.verify(body, headers, { jsonParse: false })
    return null
  } catch (error) {
    // For some malformed headers the library throws other error types. None of them may end this program.
    return error instanceof Error ? error.message : String(error)
  }
}
