/** The product's Node server: serves REST and MCP itself, and passes everything else to Next. */
import "server-only"
import { createServer, type IncomingMessage, type Server } from "node:http"
import next from "next"
import { flushConnectionCalls } from "@/domain/connections/log-call"
import { flushRequestLog } from "@/domain/keys/request-log"
import { jobRunnerName, startBackgroundWork } from "@/inngest/start"
import { disconnect } from "@/prisma/client"
import { compressPages } from "./compress-pages"
import { createFrontServer } from "./front-server"
import { drain } from "./readiness"

/** A running server. `engine` is the name of the engine that runs the Inngest functions. */
export type RunningServer = { engine: string; close(): Promise<void> }

/**
 * Listens on `port`. With `dev`, Next compiles on demand and serves REST and MCP through its own routes, so that they
 * reload as well.
 */
export async function serve({
  port,
  hostname,
  dev,
}: {
  port: number
  hostname: string
  dev: boolean
}): Promise<RunningServer> {
  // Next listens for upgrades on the server that it is given. In production that server never listens. Next's own log
  // lines about errors are turned off in production, because instrumentation.ts logs them.
  const production = { httpServer: createServer(), quiet: true }
  const app = next({ dev, dir: process.cwd(), hostname, port, ...(!dev && production) })
  const pages = compressPages(app.getRequestHandler())
  await app.prepare()
  const server = createFrontServer(pages, restMount(dev), dev ? { shouldUpgradeCallback: isHotReload } : {})
  await listen(server, port, hostname)
  const background = startBackgroundWork()
  return { engine: jobRunnerName(), close: () => close(server, app, background) }
}

/** SIGNALBOX_REST_MOUNT=next serves REST and MCP through Next in production, too. */
const restMount = (dev: boolean) => (dev || process.env.SIGNALBOX_REST_MOUNT === "next" ? "next" : "front")

/** True for the WebSocket connection over which Next reloads pages in development. */
const isHotReload = ({ headers, url = "" }: IncomingMessage) =>
  headers.upgrade?.toLowerCase() === "websocket" && url.startsWith("/_next/")

const listen = (server: Server, port: number, hostname: string) =>
  new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, hostname, () => resolve()))

/**
 * Drains (see readiness.ts), then waits up to 10 s for requests in flight and running functions. Then writes the
 * buffered logs of requests and MCP calls, and closes the connections to Postgres.
 */
async function close(server: Server, app: { close(): Promise<void> }, background: { stop(): Promise<void> }) {
  await drain()
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const closeTimer = setTimeout(() => server.closeAllConnections(), 10_000)
  await Promise.all([closed, background.stop()])
  clearTimeout(closeTimer)
  await app.close()
  await flushRequestLog()
  await flushConnectionCalls()
  await disconnect()
}
