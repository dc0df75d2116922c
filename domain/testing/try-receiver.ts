/** Sends one webhook request to a receiver of the test, with the timeouts of production. */
import { onTestFinished } from "vitest"
import { sender } from "@/domain/deliveries/send"

export const sentBody = JSON.stringify({ type: "test.ping", data: { name: "café ☃" } })

const send = sender()

/** Requests with the same `key` and URL may share a connection. */
export const post = (url: string, key = url, headers: Record<string, string> = {}) =>
  send({ url, headers, body: sentBody }, key)

/** Waits until a server of the test has started, and closes it after the test. */
export async function closedAfterTest<R extends { close(): Promise<void> }>(starting: Promise<R>): Promise<R> {
  const running = await starting
  onTestFinished(() => running.close())
  return running
}
