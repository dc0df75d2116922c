/** Finds a free TCP port, and checks whether a port is free. */
import { randomInt } from "node:crypto"
import { createSocket } from "node:dgram"
import { once } from "node:events"
import { createServer, type Server } from "node:net"

/**
 * Operating systems choose higher ports for outgoing connections and for servers that listen on port 0. A port of this
 * range therefore stays free until it is used, and while its server restarts.
 */
const firstPort = 20_000
const lastPort = 32_000

/** Returns a port that no other call returns, in any process, while this process runs. */
export async function freePort(): Promise<number> {
  const port = randomInt(firstPort, lastPort)
  return (await reserve(port)) && (await isPortFree(port, "127.0.0.1")) ? port : freePort()
}

/**
 * Reserves the port by binding its UDP port, which nothing else here uses. Returns false if a process has reserved it.
 * The operating system ends the reservation with this process.
 */
async function reserve(port: number) {
  const socket = createSocket("udp4").unref()
  try {
    socket.bind(port, "127.0.0.1")
    await once(socket, "listening")
    return true
  } catch (error) {
    socket.close()
    if (isInUse(error)) return false
    throw error
  }
}

/** Returns whether a server can listen on the port now. */
export async function isPortFree(port: number, hostname: string) {
  const server = createServer()
  try {
    await listen(server, port, hostname)
  } catch (error) {
    if (isInUse(error)) return false
    throw error
  }
  await new Promise((closed) => server.close(closed))
  return true
}

const isInUse = (error: unknown) => error instanceof Error && "code" in error && error.code === "EADDRINUSE"

function listen(server: Server, port: number, hostname = "127.0.0.1") {
  return new Promise<void>((listening, failed) => {
    server.once("error", failed).listen(port, hostname, () => listening())
  })
}
