/**
 * Forwards events by POST, signed like webhooks. Retries each event until the receiver accepts it, before it sends the
 * next.
 */
import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { Webhook } from "standardwebhooks"
import { describeNetworkError, type StoredEvent } from "./event-api"

const timeoutMs = 15_000

type ForwarderOptions = { to: string; secret?: string; skipAfter?: number; report(line: string): void }

export class Forwarder {
  readonly #options: ForwarderOptions
  readonly #webhook: Webhook

  constructor(options: ForwarderOptions) {
    this.#options = options
    const secret = options.secret ?? `whsec_${randomBytes(32).toString("base64")}`
    this.#webhook = new Webhook(secret)
    if (!options.secret) options.report(`Forwarded events are signed with a new secret, for this run only: ${secret}`)
  }

  async forward(event: StoredEvent) {
    const { to, report, skipAfter = Number.POSITIVE_INFINITY } = this.#options
    for (let attempt = 1; ; attempt++) {
      const { outcome, isAccepted } = await this.#post(event, attempt)
      const line = `${event.type}  ${event.id}  attempt ${attempt}  -> ${outcome}`
      if (isAccepted) return report(line)
      if (attempt >= skipAfter) return report(`${line}; skipped`)
      const waitSeconds = Math.min(60, 2 ** (attempt - 1))
      report(`${line} from ${to}; retrying in ${waitSeconds} s`)
      await sleep(waitSeconds * 1_000)
    }
  }

  async #post(event: StoredEvent, attempt: number) {
    const body = JSON.stringify(event)
    const sentAt = new Date()
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "user-agent": "Signalbox-Listen/1",
      "webhook-id": event.id,
      "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1_000)),
      "webhook-signature": this.#webhook.sign(event.id, sentAt, body),
      "signalbox-attempt": String(attempt),
      "signalbox-event-type": event.type,
      "signalbox-event-seq": String(event.seq),
    }
    const signal = AbortSignal.timeout(timeoutMs)
    const options = { method: "POST", headers, body, signal, redirect: "manual" } as const
    try {
      const response = await fetch(this.#options.to, options)
      await response.body?.cancel()
      return { outcome: String(response.status), isAccepted: response.ok }
    } catch (error) {
      return { outcome: describeNetworkError(error, timeoutMs), isAccepted: false }
    }
  }
}
