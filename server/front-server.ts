/**
 * Creates the node:http server that receives every request. It serves REST, MCP and the probes itself and passes all
 * other requests to the pages.
 */
import "server-only"
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http"
import { baseUrl } from "@/domain/kernel/base-url"
import { asProblem } from "@/domain/kernel/errors"
import {
  allowedMethods,
  checkPage,
  checkRequestLine,
  hasKeyInUrl,
  methodNotAllowed,
  revokeKeyInUrl,
} from "./check-request"
import { closeWithProblem, refuseRequest, refuseUnparsable } from "./close-with-problem"
import { isMcp, mcpListener } from "./mcp/node-listener"
import { clientAddress, clientAddressHeader, frontServerState } from "./origin"
import { openMetricsPort, probeListener } from "./probes"
import { areMetricsExported, measureRequest } from "./prometheus"
import { isDraining } from "./readiness"
import { isDeclaredTooLarge, receiveBody } from "./receive-body"
import { headersOf } from "./request-headers"
import { handleRest } from "./rest"
import type { RestRequest } from "./rest/respond"
import { basePath } from "./rest/routes"

/** What serves REST and MCP: the front server, or Next's routes. */
export type RestMount = "front" | "next"
type Pages = (...args: Parameters<RequestListener>) => unknown

const settings = {
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
  /** Time limit for the headers. `requestTimeout` limits the whole request. */
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  // `checkRequestLine` responds with a Problem to requests without a Host header.
  requireHostHeader: false,
  // Ignore unsupported `Upgrade` headers and respond in HTTP/1.1, as RFC 9110 requires.
  shouldUpgradeCallback: () => false,
} satisfies ServerOptions

/** One year, without includeSubDomains, because other hosts of the domain may not support https. */
const strictTransportSecurity = "max-age=31536000"

/**
 * Closes connections without traffic after 5 minutes. The longest call, a step that waits for an AI engine, takes up to
 * 3 minutes.
 */
const idleTimeoutMs = 300_000

export function createFrontServer(pages: Pages, mount: RestMount, options: ServerOptions = {}): Server {
  frontServerState().isRunning = true
  const handle = createRequestHandler(pages, mount)
  const server = createServer({ ...settings, ...options }, handle)
  server.setTimeout(idleTimeoutMs, (socket) => socket.destroy())
  openMetricsPort(server)
  // Reject a body whose declared length is too large before the client sends it.
  server.on("checkContinue", (request, response) => {
    if (!isDeclaredTooLarge(request)) response.writeContinue()
    handle(request, response)
  })
  server.on("connect", (_, socket) => closeWithProblem(socket, methodNotAllowed("CONNECT"), { instance: "/" }))
  return server.on("clientError", refuseUnparsable)
}

/** Checks a request, adds the caller's address, and dispatches it once its body is complete. */
function createRequestHandler(pages: Pages, mount: RestMount): RequestListener {
  const isMeasured = areMetricsExported()
  const isHttps = baseUrl().startsWith("https:")
  return (request, response) => {
    if (isMeasured) measureRequest(request, response)
    if (isHttps) response.setHeader("Strict-Transport-Security", strictTransportSecurity)
    if (isDraining()) response.setHeader("Connection", "close")
    const address = clientAddress(request)
    request.headers[clientAddressHeader] = address
    try {
      checkRequestLine(request)
    } catch (problem) {
      return refuse(request, response, problem)
    }
    if (request.url === "*") return response.writeHead(204, { Allow: allowedMethods }).end()
    receiveBody(request, address, {
      receive: () => dispatch(request, response, pages, mount),
      refuse: (problem) => refuse(request, response, problem),
    })
  }
}

/** Passes a complete request to REST, MCP, a probe or the pages. REST checks itself whether the URL contains a key. */
function dispatch(request: IncomingMessage, response: ServerResponse, pages: Pages, mount: RestMount) {
  if (mount === "front" && isApi(request)) return restListener(request, response)
  if (hasKeyInUrl(request.url ?? "")) return refuseLeak(request, response)
  if (mount === "front" && isMcp(request)) return mcpListener(request, response)
  try {
    checkPage(request)
  } catch (problem) {
    return refuse(request, response, problem)
  }
  const listener = probeListener(request) ?? pages
  listener(request, response)
}

const refuse = (request: IncomingMessage, response: ServerResponse, thrown: unknown) =>
  refuseRequest(request, response, asProblem(thrown))

/**
 * Rejects a request with a key in its URL. Browsers are redirected to the page about this error, so that the key does
 * not stay in the address bar.
 */
async function refuseLeak(request: IncomingMessage, response: ServerResponse) {
  const { url = "", headers } = request
  const origin = { ip: String(headers[clientAddressHeader]), userAgent: headers["user-agent"] ?? null }
  try {
    await revokeKeyInUrl(url, origin)
  } catch (thrown) {
    const isPage = !url.startsWith("/api/") && !isMcp(request) && headers.accept?.includes("text/html")
    if (!isPage || asProblem(thrown).code !== "key_in_url") return refuse(request, response, thrown)
    response.writeHead(303, { Location: "/docs/errors/key_in_url", "Cache-Control": "no-store" }).end()
  }
}

const isApi = ({ url = "" }: IncomingMessage) =>
  url.startsWith(basePath) && (url.length === basePath.length || "/?".includes(url.charAt(basePath.length)))

/** Serves REST without Request and Response objects. Building them would take as long as the response itself. */
const restListener: RequestListener = (incoming, outgoing) => {
  handleRest(toRestRequest(incoming)).then(
    ({ status, headers, body }) => outgoing.writeHead(status, headers).end(body ?? undefined),
    () => outgoing.destroy(), // not even an error response could be sent
  )
}

/** The host is a placeholder, because addresses in responses come from the settings and never from the caller. */
function toRestRequest(incoming: IncomingMessage): RestRequest {
  const { method = "GET", url = "/" } = incoming
  return { method, url: `http://localhost${url}`, headers: headersOf(incoming) }
}
