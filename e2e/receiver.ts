/** Test fixture: a webhook receiver on this machine. Each test gets a separate one. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { test as base } from "./test"

export type Received = { headers: Record<string, string>; body: string }

/**
 * Stores requests. When `until` of `responseSettings` resolves, responds with its `status` and `headers`. Tests can
 * change the settings. Responds with 410 to paths that contain /gone.
 */
async function startReceiver() {
  const received: Received[] = []
  const responseSettings = { status: 204, headers: {} as Record<string, string>, until: Promise.resolve() }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
    received.push({ headers: Object.fromEntries(headers), body })
    const status = request.url?.includes("/gone") ? 410 : responseSettings.status
    await responseSettings.until
    response.writeHead(status, responseSettings.headers).end(status === 204 ? undefined : "not today")
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const url = `http://localhost:${(server.address() as AddressInfo).port}/hooks`
  return { url, received, responseSettings, stop: () => server.close() }
}

export const test = base.extend<{ receiver: Awaited<ReturnType<typeof startReceiver>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  receiver: async ({}, use) => {
    const receiver = await startReceiver()
    await use(receiver)
    receiver.stop()
  },
})
