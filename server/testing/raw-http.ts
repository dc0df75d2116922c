/** Sends HTTP requests exactly as written. `fetch` would normalize dot segments, invalid escapes and headers. */
import { connect } from "node:net"
import { brotliDecompressSync, gunzipSync } from "node:zlib"

export type RawResponse = { status: number; headers: Headers; bytes: Buffer; text: string }

/** Sends a request line and headers as they are, and reads the response until the connection closes. */
export async function rawRequest(
  port: number,
  { method = "GET", target, headers = [] }: { method?: string; target: string; headers?: string[] },
): Promise<RawResponse> {
  const host = headers.some((line) => /^host:/i.test(line)) ? [] : ["Host: localhost"]
  const lines = [`${method} ${target} HTTP/1.1`, ...host, ...headers, "Connection: close", "", ""]
  return parse(await exchange(port, lines.join("\r\n")))
}

/**
 * A connection for requests written piece by piece. `ended` resolves to everything the server sent once it ends its
 * side.
 */
export function rawConnection(port: number) {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true })
  const chunks: Buffer[] = []
  socket.on("data", (chunk: Buffer) => chunks.push(chunk))
  socket.on("error", () => {}) // the server may reset a connection that it has rejected
  const ended = new Promise<string>((resolve) => {
    const finish = () => resolve(Buffer.concat(chunks).toString("latin1"))
    socket.once("end", finish).once("close", finish)
  })
  return { socket, write: (text: string) => socket.write(text, "latin1"), ended }
}

async function exchange(port: number, request: string): Promise<Buffer> {
  const socket = connect(port, "127.0.0.1")
  socket.write(request, "latin1")
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function parse(response: Buffer): RawResponse {
  const end = response.indexOf("\r\n\r\n")
  const [statusLine = "", ...lines] = response.toString("latin1", 0, end).split("\r\n")
  const headers = new Headers(
    lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]),
  )
  const bytes = response.subarray(end + 4)
  return {
    status: Number(statusLine.split(" ")[1]),
    headers,
    bytes,
    text: bytes.length > 0 ? decoded(bytes, headers) : "",
  }
}

function decoded(bytes: Buffer, headers: Headers) {
  const encoding = headers.get("content-encoding")
  if (encoding === "br") return brotliDecompressSync(bytes).toString()
  return (encoding === "gzip" ? gunzipSync(bytes) : bytes).toString()
}
