/** Finds a free TCP port, and checks whether a port is free. */
import { randomInt } from "node:crypto"
import { createServer, type Server } from "node:net"

/**
 * Operating systems choose higher ports for outgoing connections and for servers that listen on port 0. A port of this
 * range therefore stays free until it is used, and while its server restarts.
 */
const firstPort = 20_000
const lastPort = 32_000

export async function freePort(): Promise<number> {
  const port = randomInt(firstPort, lastPort)
  return (await isPortFree(port, "127.0.0.1")) ? port : freePort()
}

/** Returns whether a server can listen on the port now. */
export async function isPortFree(port: number, hostname: string) {
  const server = createServer()
  try {
    await listen(server, port, hostname)
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return false
    throw error
  }
  await new Promise((closed) => server.close(closed))
  return true
}

function listen(server: Server, port: number, hostname = "127.0.0.1") {
  return new Promise<void>((listening, failed) => {
    server.once("error", failed).listen(port, hostname, () => listening())
  })
}
