/** What Node cannot parse as HTTP still gets an error in our shape, and its connection is closed. */
import "server-only"
import type { Duplex } from "node:stream"
import { Problem } from "@/domain/errors"
import { newId } from "@/domain/ids"
import { redactKeys } from "@/domain/keys/key-format"
import { problemDocument } from "./rest/problem-document"
import { commonHeaders } from "./rest/respond"
import { basePath } from "./rest/routes"

type ParseError = NodeJS.ErrnoException & { rawPacket?: Buffer }

export function refuseUnparsable(error: ParseError, socket: Duplex) {
  if (!socket.writable || error.code === "ECONNRESET") return socket.destroy()
  const requestId = newId("request")
  const problem = problemOf(error)
  const body = redactKeys(JSON.stringify(problemDocument(problem, { requestId, instance: pathOf(error) })))
  const headers = {
    ...commonHeaders(requestId),
    "Server-Timing": "db;dur=0.00, total;dur=0.00",
    "Content-Type": "application/problem+json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    Connection: "close",
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${problem.status} ${problem.code}`, ...lines, "", body].join("\r\n"))
}

const problemOf = ({ code }: ParseError) =>
  code === "HPE_HEADER_OVERFLOW"
    ? new Problem("headers_too_large", "Address and headers together may have 16,384 bytes.")
    : new Problem("parameter_invalid", "The request cannot be read as HTTP.")

/** The path, where the bytes at hand still begin with the request line. */
function pathOf({ rawPacket }: ParseError) {
  const [, path] = /^[A-Z]+ (\/[^\s?#]*)/.exec(rawPacket?.toString("latin1", 0, 2_048) ?? "") ?? []
  return path ?? basePath
}
