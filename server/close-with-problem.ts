/** Writes a problem to a socket as a whole HTTP response, then closes the connection for good. */
import "server-only"
import type { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { Problem } from "@/domain/errors"
import { newId } from "@/domain/ids"
import { redactKeys } from "@/domain/keys/key-format"
import { log } from "@/domain/log"
import { problemDocument } from "./rest/problem-document"
import { commonHeaders } from "./rest/respond"

/**
 * How long the connection stays half open after the response. Closing at once would reset it while the client still sends,
 * and many clients then lose the response.
 */
const lingerMs = 1_000

/** Answers a request that is not worth reading any further. Later requests on its connection are not answered. */
export function refuseRequest(request: IncomingMessage, response: ServerResponse, problem: Problem) {
  const isHead = request.method === "HEAD"
  const [instance = "/"] = request.url?.startsWith("/") ? request.url.split("?", 1) : []
  response.statusCode = problem.status // the metrics read it
  if (problem.status >= 500) log.error({ err: problem.cause ?? problem, path: redactKeys(instance) }, problem.message)
  if (response.socket) return closeWithProblem(response.socket, problem, { instance, isHead })
  // An earlier response on this connection is not finished: Node sends ours after it.
  const { headers, body } = written(problem, instance)
  response.writeHead(problem.status, headers).end(isHead ? undefined : body)
}

/** `instance` is the path of the request, without its query. A response to HEAD has no body. */
export function closeWithProblem(socket: Duplex, problem: Problem, { instance, isHead = false }: Call) {
  const { headers, body } = written(problem, instance)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  endAndDestroy(socket, [`HTTP/1.1 ${problem.status} ${problem.code}`, ...lines, "", isHead ? "" : body].join("\r\n"))
}

type Call = { instance: string; isHead?: boolean }

function written(problem: Problem, instance: string) {
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

/** Sends the last bytes. The connection is destroyed after the linger, even if the client never closes its side. */
function endAndDestroy(socket: Duplex, lastBytes: string) {
  socket.on("error", () => {}) // the client went away first
  socket.end(lastBytes)
  socket.resume()
  // A reset leaves nothing in the kernel. A plain close would wait there (FIN-WAIT-2) for a client that is gone.
  const destroy = () => (socket instanceof Socket ? socket.resetAndDestroy() : socket.destroy())
  const timer = setTimeout(destroy, lingerMs).unref()
  socket.once("close", () => clearTimeout(timer))
}
