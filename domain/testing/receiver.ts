/**
 * Runs a real webhook receiver on loopback. It records every request, and responds with 200 unless the handler
 * responds.
 */
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http"
import { createServer as createTlsServer } from "node:https"
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from "node:net"
import { text } from "node:stream/consumers"

export type Received = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** `performance.now()` when the request's headers arrived */
  at: number
}

type Handler = (...args: [...Parameters<RequestListener>, Received]) => unknown
type ListenOptions = { host?: string; port?: number; tls?: { key: string; cert: string } }

/**
 * Starts a receiver. `handle` is called with each request after its body arrived. A handler that never ends the
 * response simulates a receiver that hangs.
 */
export async function receiver(
  handle: Handler = (_request, response) => response.end(),
  { tls, ...listenOptions }: ListenOptions = {},
) {
  const requests: Received[] = []
  const listener: RequestListener = async (request, response) => {
    const at = performance.now()
    const body = await text(request).catch(() => null)
    if (body === null) return
    const { method = "", url: path = "", headers } = request
    const received = { method, path, headers, body, at }
    requests.push(received)
    await handle(request, response, received)
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  const { origin, ...rest } = await listening(server, tls ? "https" : "http", listenOptions)
  return { url: `${origin}/hook`, origin, requests, ...rest }
}

/** A receiver below HTTP: each new connection is passed to `speak`. */
export async function rawReceiver(speak: (socket: Socket) => void, listenOptions: Omit<ListenOptions, "tls"> = {}) {
  const server = createSocketServer(speak)
  const { origin, ...rest } = await listening(server, "http", listenOptions)
  return { url: `${origin}/hook`, origin, ...rest }
}

async function listening(
  server: Server,
  scheme: "http" | "https",
  { host = "127.0.0.1", port: wanted = 0 }: ListenOptions,
) {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on("connection", (socket: Socket) => {
    connections++
    sockets.add(socket)
    socket.on("error", () => {}).on("close", () => sockets.delete(socket))
  })
  server.on("tlsClientError", () => {})
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(wanted, host, resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    origin: `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`,
    /** Number of connections, including failed ones. */
    connections: () => connections,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
