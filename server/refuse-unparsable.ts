/** Responds with a Problem to requests that Node cannot parse or that arrive too slowly, and closes the connection. */
import "server-only"
import type { Duplex } from "node:stream"
import { Problem } from "@/domain/kernel/errors"
import { closeWithProblem } from "./close-with-problem"
import { basePath } from "./rest/routes"

type ParseError = NodeJS.ErrnoException & { rawPacket?: Buffer }

export function refuseUnparsable(error: ParseError, socket: Duplex) {
  // More bytes of a request that was already rejected. Its connection closes soon.
  if (socket.writableEnded) return
  if (!socket.writable || error.code === "ECONNRESET") return socket.destroy()
  closeWithProblem(socket, problemOf(error), { instance: pathOf(error) })
}

function problemOf({ code }: ParseError) {
  if (code === "HPE_HEADER_OVERFLOW")
    return new Problem("headers_too_large", "The request line and the headers together can have at most 16,384 bytes.")
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new Problem("request_timeout", "The request did not arrive completely in time.")
  return new Problem("parameter_invalid", "The request is not valid HTTP.")
}

/** The path, if the received bytes still start with the request line. */
function pathOf({ rawPacket }: ParseError) {
  const [, path] = /^[A-Z]+ (\/[^\s?#]*)/.exec(rawPacket?.toString("latin1", 0, 2_048) ?? "") ?? []
  return path ?? basePath
}
