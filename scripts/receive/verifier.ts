/** Says whether an event was signed with one of the secrets at hand, by the official library. */
import { Webhook } from "standardwebhooks"

export type Verdict = { state: "verified" } | { state: "refused"; reason: string } | { state: "unverified" }

export class Verifier {
  readonly #webhooks: Webhook[] = []

  constructor(secrets: string[]) {
    for (const secret of secrets) this.add(secret)
  }

  get isEmpty() {
    return this.#webhooks.length === 0
  }

  /** False when the text is no secret. Earlier secrets stay: during a rotation both are in use. */
  add(text: string) {
    const webhook = secretOf(text)
    if (webhook) this.#webhooks.push(webhook)
    return webhook !== null
  }

  verdict(body: string, headers: Record<string, string>): Verdict {
    if (this.isEmpty) return { state: "unverified" }
    const reasons = this.#webhooks.map((webhook) => reasonAgainst(webhook, body, headers))
    if (reasons.includes(null)) return { state: "verified" }
    return { state: "refused", reason: reasons[0] ?? "" }
  }
}

/** Null for what is no secret: `whsec_` and 24 to 64 bytes in base64. */
export function secretOf(text: string): Webhook | null {
  const [, base64 = ""] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text.trim()) ?? []
  const bytes = Buffer.from(base64, "base64").length
  return bytes >= 24 && bytes <= 64 ? new Webhook(text.trim()) : null
}

function reasonAgainst(webhook: Webhook, body: string, headers: Record<string, string>) {
  try {
    webhook.verify(body, headers, { jsonParse: false })
    return null
  } catch (error) {
    // The library has other errors for some malformed headers; none of them may end this program.
    return error instanceof Error ? error.message : String(error)
  }
}
