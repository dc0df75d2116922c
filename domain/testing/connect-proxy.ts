/**
 * Runs a real CONNECT proxy on loopback. It records what it was asked for, and leads every tunnel to one address of the
 * test.
 */
import { createServer, type IncomingMessage } from "node:http"
import { createServer as createTlsServer } from "node:https"
import { type AddressInfo, connect, type Socket } from "node:net"

type ConnectRequest = { target: string | undefined; authorization: string | undefined }

/** `status` returns the status for a target, 200 by default. With undefined the proxy never responds. */
export async function connectProxy(
  to: { port: number },
  {
    status = () => 200,
    tls,
  }: { status?: (target: string) => number | undefined; tls?: { key: string; cert: string } } = {},
) {
  const asked: ConnectRequest[] = []
  const sockets = new Set<Socket>()
  const server = tls ? createTlsServer(tls) : createServer()
  server.on("connection", (socket: Socket) => void sockets.add(socket.on("error", () => {})))
  server.on("connect", ({ url: target = "", headers }: IncomingMessage, client: Socket) => {
    asked.push({ target, authorization: headers["proxy-authorization"] })
    const code = status(target)
    client.on("error", () => {})
    if (code === undefined) return
    if (code !== 200) return client.end(`HTTP/1.1 ${code} No\r\nContent-Length: 2\r\n\r\nno`)
    const receiver = connect(to.port, "127.0.0.1", () => client.write("HTTP/1.1 200 Connection established\r\n\r\n"))
    sockets.add(receiver.on("error", () => client.destroy()))
    client.pipe(receiver).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    asked,
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
