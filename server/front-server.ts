/** The node:http server in front of everything: REST is answered here, the rest by the pages behind it. */
import "server-only"
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http"
import { clientAddress } from "./client-address"
import { clientAddressHeader, front } from "./origin"
import { refuseUnparsable } from "./refuse-unparsable"
import { restListener } from "./rest/listener"
import { basePath } from "./rest/routes"

/** Where REST is answered: in front of Next, or by Next's own route. */
export type RestMount = "front" | "next"
type Pages = (...args: Parameters<RequestListener>) => unknown

export function frontServer(pages: Pages, mount: RestMount): Server {
  front().isOurs = true
  const server = createServer({ keepAliveTimeout: 65_000, maxHeaderSize: 16_384 }, route(pages, mount))
  return server.on("clientError", refuseUnparsable)
}

/** Sends a request to REST or to the pages, and vouches for the caller's address. */
const route =
  (pages: Pages, mount: RestMount): RequestListener =>
  (request, response) => {
    request.headers[clientAddressHeader] = clientAddress(request)
    if (mount === "front" && isApi(request)) return restListener(request, response)
    return pages(request, response)
  }

const isApi = ({ url = "" }: IncomingMessage) =>
  url.startsWith(basePath) && (url.length === basePath.length || "/?".includes(url.charAt(basePath.length)))
