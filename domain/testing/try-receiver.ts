/** One request to a receiver of the test's own, with deadlines short enough to see each of them pass. */
import { onTestFinished } from "vitest"
import { sender } from "../deliveries/send"

export const shortDeadlines = { dnsMs: 500, connectMs: 500, tlsMs: 500, firstByteMs: 500, totalMs: 1_000 }

export const sentBody = JSON.stringify({ type: "test.ping", data: { name: "café ☃" } })

const send = sender({ deadlines: shortDeadlines })

export const post = (url: string, key = url, headers: Record<string, string> = {}) =>
  send({ url, headers, body: sentBody }, key)

/** Takes part in the test, and is closed after it. */
export async function started<R extends { close(): Promise<void> }>(starting: Promise<R>): Promise<R> {
  const running = await starting
  onTestFinished(() => running.close())
  return running
}
