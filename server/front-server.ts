/** The node:http server in front of everything: it answers REST, and passes the rest on to the pages behind it. */
import "server-only"
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http"
import { baseUrl } from "@/domain/base-url"
import { asProblem } from "@/domain/errors"
import { allowedMethods, checkPage, checkRequestLine, notAllowed } from "./check-request"
import { clientAddress } from "./client-address"
import { closeWithProblem, refuseRequest } from "./close-with-problem"
import { clientAddressHeader, front } from "./origin"
import { openMetricsPort, probe } from "./probes"
import { isWatched, measure } from "./prometheus"
import { isDraining } from "./readiness"
import { isDeclaredTooLarge, receiveBody } from "./receive-body"
import { hasKeyInUrl, refuseKeyInUrl } from "./refuse-key-in-url"
import { refuseUnparsable } from "./refuse-unparsable"
import { restListener } from "./rest/listener"
import { basePath } from "./rest/routes"

/** Where REST is answered: in front of Next, or by Next's own route. */
export type RestMount = "front" | "next"
type Pages = (...args: Parameters<RequestListener>) => unknown

const settings = {
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
  /** The headers must arrive in this time, and the whole request in the other. */
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  // `checkRequestLine` answers requests without a Host header with a problem.
  requireHostHeader: false,
  // An `Upgrade` header that we do not understand is ignored: the request is answered in HTTP/1.1, as RFC 9110 wants it.
  shouldUpgradeCallback: () => false,
} satisfies ServerOptions

/** Only this host: others of the same domain may not speak https. */
const oneYear = "max-age=31536000"

/** A connection without traffic is destroyed. The longest call, a step that waits for an AI engine, takes three minutes. */
const idleTimeoutMs = 300_000

export function frontServer(pages: Pages, mount: RestMount, options: ServerOptions = {}): Server {
  front().isOurs = true
  const answer = route(pages, mount)
  const server = createServer({ ...settings, ...options }, answer)
  server.setTimeout(idleTimeoutMs, (socket) => socket.destroy())
  openMetricsPort(server)
  // A body that is announced as too large is refused before the client sends it.
  server.on("checkContinue", (request, response) => {
    if (!isDeclaredTooLarge(request)) response.writeContinue()
    answer(request, response)
  })
  server.on("connect", (_, socket) => closeWithProblem(socket, notAllowed("CONNECT"), { instance: "/" }))
  return server.on("clientError", refuseUnparsable)
}

/** Checks a request, notes the address of its caller, and passes it on with its whole body. */
function route(pages: Pages, mount: RestMount): RequestListener {
  const isMeasured = isWatched()
  const isHttps = baseUrl().startsWith("https:")
  return (request, response) => {
    if (isMeasured) measure(request, response)
    if (isHttps) response.setHeader("Strict-Transport-Security", oneYear)
    if (isDraining()) response.setHeader("Connection", "close")
    const address = clientAddress(request)
    request.headers[clientAddressHeader] = address
    const refuse = (thrown: unknown) => refuseRequest(request, response, asProblem(thrown))
    try {
      checkRequestLine(request)
    } catch (problem) {
      return refuse(problem)
    }
    if (request.url === "*") return response.writeHead(204, { Allow: allowedMethods }).end()
    const receive = () => {
      if (mount === "front" && isApi(request)) return restListener(request, response)
      try {
        checkPage(request)
      } catch (problem) {
        return refuse(problem)
      }
      if (hasKeyInUrl(request.url ?? "")) return refuseLeak(request, response, refuse)
      ;(probe(request) ?? pages)(request, response)
    }
    receiveBody(request, address, { receive, refuse })
  }
}

/** People are led to the page that explains it, whose address has no key. */
async function refuseLeak(request: IncomingMessage, response: ServerResponse, refuse: (thrown: unknown) => unknown) {
  const { url = "", headers } = request
  const origin = { ip: String(headers[clientAddressHeader]), userAgent: headers["user-agent"] ?? null }
  try {
    await refuseKeyInUrl(url, origin)
  } catch (thrown) {
    const isPage = !url.startsWith("/api/") && headers.accept?.includes("text/html")
    if (!isPage || asProblem(thrown).code !== "key_in_url") return refuse(thrown)
    response.writeHead(303, { Location: "/docs/errors/key_in_url", "Cache-Control": "no-store" }).end()
  }
}

const isApi = ({ url = "" }: IncomingMessage) =>
  url.startsWith(basePath) && (url.length === basePath.length || "/?".includes(url.charAt(basePath.length)))
