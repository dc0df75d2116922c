/** Writes a Problem to a socket as a complete HTTP response, then closes the connection. */
import "server-only"
import type { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { Problem } from "@/domain/kernel/errors"
import { newId } from "@/domain/kernel/ids"
import { redactKeys } from "@/domain/kernel/redact-keys"
import { logInternalError } from "./log-internal-error"
import { problemDocument } from "./rest/problem-document"
import { commonHeaders } from "./rest/respond"
import { basePath } from "./rest/routes"

/**
 * How long the connection stays half open after the response. A connection that is closed while the client still sends
 * is reset, and many clients then lose the response.
 */
const lingerMs = 1_000

/** Responds to a request without reading the rest of it. Later requests on the same connection get no response. */
export function refuseRequest(request: IncomingMessage, response: ServerResponse, problem: Problem) {
  const isHead = request.method === "HEAD"
  const [instance = "/"] = request.url?.startsWith("/") ? request.url.split("?", 1) : []
  response.statusCode = problem.status // read by the metrics
  logInternalError(problem, { path: redactKeys(instance) })
  if (response.socket) return closeWithProblem(response.socket, problem, { instance, isHead })
  // An earlier response on this connection is not finished, so Node must send ours after it.
  const { headers, body } = httpResponse(problem, instance)
  response.writeHead(problem.status, headers).end(isHead ? undefined : body)
}

type ParseError = NodeJS.ErrnoException & { rawPacket?: Buffer }

/** Responds to a request that Node cannot parse or that arrives too slowly. */
export function refuseUnparsable(error: ParseError, socket: Duplex) {
  // These are further bytes of a request that was already rejected. Its connection closes soon.
  if (socket.writableEnded) return
  if (!socket.writable || error.code === "ECONNRESET") return socket.destroy()
  closeWithProblem(socket, problemOfParseError(error), { instance: requestPath(error) })
}

/** `instance` is the path of the request without its query. A response to HEAD has no body. */
export function closeWithProblem(socket: Duplex, problem: Problem, { instance, isHead = false }: RefusedRequest) {
  const { headers, body } = httpResponse(problem, instance)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  endAndDestroy(socket, [`HTTP/1.1 ${problem.status} ${problem.code}`, ...lines, "", isHead ? "" : body].join("\r\n"))
}

type RefusedRequest = { instance: string; isHead?: boolean }

function problemOfParseError({ code }: ParseError) {
  if (code === "HPE_HEADER_OVERFLOW")
    return new Problem("headers_too_large", "The request line and the headers together can have at most 16,384 bytes.")
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new Problem("request_timeout", "The request did not arrive completely in time.")
  return new Problem("parameter_invalid", "The request is not valid HTTP.")
}

/** Returns the path if the received bytes start with the request line, else the path of the API. */
function requestPath({ rawPacket }: ParseError) {
  const [, path] = /^[A-Z]+ (\/[^\s?#]*)/.exec(rawPacket?.toString("latin1", 0, 2_048) ?? "") ?? []
  return path ?? basePath
}

function httpResponse(problem: Problem, instance: string) {
  const requestId = newId("request")
  const body = redactKeys(JSON.stringify(problemDocument(problem, { requestId, instance })))
  const headers = {
    ...commonHeaders(requestId),
    ...problem.headers,
    "Server-Timing": "db;dur=0.00, total;dur=0.00",
    "Content-Type": "application/problem+json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    Connection: "close",
  }
  return { headers, body }
}

/** Sends the last bytes, and destroys the connection after `lingerMs` if the client has not closed it before. */
function endAndDestroy(socket: Duplex, lastBytes: string) {
  socket.on("error", () => {}) // the client closed the connection first
  socket.end(lastBytes)
  socket.resume()
  // A reset frees the connection in the kernel immediately. Without it, the connection to an unreachable client would
  // stay in FIN-WAIT-2.
  const destroy = () => (socket instanceof Socket ? socket.resetAndDestroy() : socket.destroy())
  const timer = setTimeout(destroy, lingerMs).unref()
  socket.once("close", () => clearTimeout(timer))
}
