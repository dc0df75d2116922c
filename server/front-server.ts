/** The node:http server in front of everything: REST is answered here, the rest by the pages behind it. */
import "server-only"
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http"
import { clientAddress } from "./client-address"
import { clientAddressHeader, front } from "./origin"
import { openMetricsPort, probe } from "./probes"
import { isWatched, measure } from "./prometheus"
import { isDraining } from "./readiness"
import { refuseUnparsable } from "./refuse-unparsable"
import { restListener } from "./rest/listener"
import { basePath } from "./rest/routes"

/** Where REST is answered: in front of Next, or by Next's own route. */
export type RestMount = "front" | "next"
type Pages = (...args: Parameters<RequestListener>) => unknown

export function frontServer(pages: Pages, mount: RestMount): Server {
  front().isOurs = true
  const server = createServer({ keepAliveTimeout: 65_000, maxHeaderSize: 16_384 }, route(pages, mount))
  openMetricsPort(server)
  return server.on("clientError", refuseUnparsable)
}

/** Sends a request to REST or to the pages, and vouches for the caller's address. */
function route(pages: Pages, mount: RestMount): RequestListener {
  const isMeasured = isWatched()
  return (request, response) => {
    if (isMeasured) measure(request, response)
    if (isDraining()) response.setHeader("Connection", "close")
    request.headers[clientAddressHeader] = clientAddress(request)
    if (mount === "front" && isApi(request)) return restListener(request, response)
    return (probe(request) ?? pages)(request, response)
  }
}

const isApi = ({ url = "" }: IncomingMessage) =>
  url.startsWith(basePath) && (url.length === basePath.length || "/?".includes(url.charAt(basePath.length)))
