/** The product's own Node server: REST is answered here, everything else by Next behind it. */
import "server-only"
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http"
import next from "next"
import { flushRequestLog } from "@/domain/keys/request-log"
import { disconnect } from "@/prisma/client"
import { clientAddress } from "./client-address"
import { clientAddressHeader, front } from "./origin"
import { restListener } from "./rest/listener"
import { basePath } from "./rest/routes"

export type Serving = { close(): Promise<void> }

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
  const app = next({ dev, dir: process.cwd(), hostname, port })
  const pages = app.getRequestHandler()
  front().isOurs = true
  await app.prepare()
  const server = createServer(
    { keepAliveTimeout: 65_000, maxHeaderSize: 16_384 },
    route(restListener, pages, restMount(dev)),
  )
  server.on("clientError", refuseUnparsable)
  await listen(server, port, hostname)
  return { close: () => close(server, app) }
}

/** Where REST is answered: in front of Next, or by Next's own route (while developing, or when SIGNALBOX_REST_MOUNT=next). */
type RestMount = "front" | "next"
const restMount = (dev: boolean): RestMount => (dev || process.env.SIGNALBOX_REST_MOUNT === "next" ? "next" : "front")

/** Sends a request to REST or to the pages, and vouches for the caller's address. */
export function route(
  api: RequestListener,
  pages: (...args: Parameters<RequestListener>) => unknown,
  mount: RestMount,
): RequestListener {
  return (request, response) => {
    request.headers[clientAddressHeader] = clientAddress(request)
    if (mount === "front" && isApi(request)) return api(request, response)
    return pages(request, response)
  }
}

const isApi = ({ url = "" }: IncomingMessage) => url.startsWith(`${basePath}/`)

const listen = (server: Server, port: number, hostname: string) =>
  new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, hostname, () => resolve()))

/** Requests under way may finish (10 s at most); then the log is written and every connection closed. */
async function close(server: Server, app: { close(): Promise<void> }) {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const patience = setTimeout(() => server.closeAllConnections(), 10_000)
  await closed
  clearTimeout(patience)
  await app.close()
  await flushRequestLog()
  await disconnect()
}

/** What Node cannot parse gets an error in our shape, as far as that goes without a request. */
function refuseUnparsable(error: NodeJS.ErrnoException, socket: import("node:stream").Duplex) {
  if (!socket.writable) return
  const isTooLarge = error.code === "HPE_HEADER_OVERFLOW"
  const [status, code, title] = isTooLarge
    ? [431, "headers_too_large", "The headers are too large"]
    : [400, "parameter_invalid", "The request cannot be read as HTTP"]
  const body = JSON.stringify({ type: "about:blank", title, status, code })
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}
