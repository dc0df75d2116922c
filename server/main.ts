/** The product's own Node server: REST is answered here, everything else by Next behind it. */
import "server-only"
import { createServer, type IncomingMessage, type Server } from "node:http"
import next from "next"
import { flushRequestLog } from "@/domain/keys/request-log"
import { engineName, startBackgroundWork } from "@/inngest/start"
import { disconnect } from "@/prisma/client"
import { frontServer } from "./front-server"
import { drain } from "./readiness"

/** `engine` says who carries out the functions. */
export type Serving = { engine: string; close(): Promise<void> }

/** Listens on `port`; with `dev` Next compiles on demand and serves REST through its own route, so that both reload. */
export async function serve({
  port,
  hostname,
  dev,
}: {
  port: number
  hostname: string
  dev: boolean
}): Promise<Serving> {
  // Next listens for upgrades on the server that it is given. In production that is one which never listens.
  // Its own lines about failures are left out in production: instrumentation.ts writes them into the log.
  const production = { httpServer: createServer(), quiet: true }
  const app = next({ dev, dir: process.cwd(), hostname, port, ...(!dev && production) })
  const pages = app.getRequestHandler()
  await app.prepare()
  const server = frontServer(pages, restMount(dev), dev ? { shouldUpgradeCallback: isHotReload } : {})
  await listen(server, port, hostname)
  const background = startBackgroundWork()
  return { engine: engineName(), close: () => close(server, app, background) }
}

/** While developing REST goes through Next, so that both reload; SIGNALBOX_REST_MOUNT=next does the same in production. */
const restMount = (dev: boolean) => (dev || process.env.SIGNALBOX_REST_MOUNT === "next" ? "next" : "front")

/** While developing, pages reload over a WebSocket of Next's. */
const isHotReload = ({ headers, url = "" }: IncomingMessage) =>
  headers.upgrade?.toLowerCase() === "websocket" && url.startsWith("/_next/")

const listen = (server: Server, port: number, hostname: string) =>
  new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, hostname, () => resolve()))

/** Requests and functions under way may finish (10 s at most); then the log is written and every connection closed. */
async function close(server: Server, app: { close(): Promise<void> }, background: { stop(): Promise<void> }) {
  await drain()
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const patience = setTimeout(() => server.closeAllConnections(), 10_000)
  await Promise.all([closed, background.stop()])
  clearTimeout(patience)
  await app.close()
  await flushRequestLog()
  await disconnect()
}
