/** Finds a free TCP port, and checks whether a port is free. */
import { createServer, type Server } from "node:net"

export async function freePort() {
  const server = createServer()
  await listen(server, 0)
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  if (address === null || typeof address === "string") throw new Error("no TCP address")
  return address.port
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
