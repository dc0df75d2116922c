/** Builds the HTTP response: headers, ETag and 304, HEAD, compression. */
import "server-only"
import { hash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import type { RequestOrigin } from "@/domain/kernel/context"
import { apiVersion, type Meta } from "@/domain/kernel/envelope"
import type { Problem } from "@/domain/kernel/errors"

/** The parts of a request that REST needs. A `Request` has them. */
export type RestRequest = { method: string; url: string; headers: Pick<Headers, "get"> }

/**
 * A response before it is sent. `restFetchHandler` converts it to a fetch Response. The front server writes it to the
 * socket.
 */
export type Reply = { status: number; headers: HeaderFields; body: string | Uint8Array | null }

/**
 * The headers of one response. Each step adds to the same object, because copies would cost more than the additions.
 */
type HeaderFields = Record<string, string>

/** A REST request in progress. */
export type Call = {
  requestId: string
  request: RestRequest
  /** Without the query. */
  path: string
  url: URL
  origin: RequestOrigin
  /** By the clock of `performance.now()`. */
  startedAt: number
  /** The headers of the response so far. */
  headers: HeaderFields
}

/** Shorter bodies fit into one network packet, so compressing them saves no time. */
const minCompressedCharacters = 1_024

/**
 * Builds a success response. Its ETag is a hash of `etagParts`. Without `etagParts`, it is a hash of the data and
 * `meta`, excluding request_id and generated_at. The `scopes` of the key are part of the hash, so that keys with
 * different scopes get different ETags.
 */
export function successReply(
  call: Call,
  { dataJson, meta, etagParts }: { dataJson: string; meta: Meta; etagParts?: unknown[] | undefined },
  scopes: string,
): Promise<Reply> {
  const { request_id, generated_at, ...stable } = meta
  const metaJson = JSON.stringify(stable)
  const content = etagParts ? JSON.stringify(etagParts) : `${dataJson}${metaJson}`
  const fingerprint = hash("sha1", `${content}${scopes}`, "base64url")
  const text = `{"data":${dataJson},"meta":{"request_id":"${request_id}","generated_at":"${generated_at}",${metaJson.slice(1)}}`
  const headers: HeaderFields = { ...call.headers, "Cache-Control": "private, no-cache" }
  if (meta.next_cursor) headers.Link = nextLink(call.url, meta.next_cursor)
  return taggedReply(call, text, fingerprint, headers)
}

/** Builds the response to a problem. `document`: the JSON of its problem document. */
export const problemReply = (call: Call, { status, headers }: Problem, document: string): Promise<Reply> =>
  textReply(call, status, document, {
    ...call.headers,
    ...headers,
    "Content-Type": "application/problem+json; charset=utf-8",
  })

/**
 * Builds a JSON response with a strong ETag that includes the encoding. Returns 304 when the caller has the content in
 * any encoding.
 */
export async function taggedReply(
  call: Call,
  text: string,
  fingerprint: string,
  headers: HeaderFields,
  compress: Compress = compressText,
): Promise<Reply> {
  const encoding = encodingFor(call, text)
  headers.ETag = `"${fingerprint}${encoding ? `.${encoding}` : ""}"`
  if (isKnown(fingerprint, call.request.headers.get("if-none-match"))) return { status: 304, headers, body: null }
  headers["Content-Type"] = "application/json; charset=utf-8"
  return textReply(call, 200, text, headers, encoding, compress)
}

/**
 * Builds a response with a text body, compressed if the caller accepts it and the body is large enough. A response to
 * HEAD has the same headers and no body.
 */
async function textReply(
  call: Call,
  status: number,
  text: string,
  headers: HeaderFields,
  encoding = encodingFor(call, text),
  compress: Compress = compressText,
): Promise<Reply> {
  const body = encoding ? await compress(encoding, text) : text
  headers["Content-Length"] = String(typeof body === "string" ? Buffer.byteLength(body) : body.byteLength)
  if (encoding) headers["Content-Encoding"] = encoding
  return { status, headers, body: call.request.method === "HEAD" ? null : body }
}

const encodingFor = ({ request }: Call, text: string) =>
  text.length < minCompressedCharacters ? undefined : preferredEncoding(request.headers.get("accept-encoding"))

/** The headers of every response, including errors. */
export const commonHeaders = (requestId: string) => ({
  "Request-Id": requestId,
  "Signalbox-Version": apiVersion,
  "Cache-Control": "private, no-store",
  Vary: "Authorization, Accept-Encoding, Signalbox-Version",
  "X-Content-Type-Options": "nosniff",
})

/** Returns the Link header with the address of the next page. Cursors need no escaping. */
function nextLink({ pathname, search }: URL, cursor: string) {
  const otherParameters = search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !part.startsWith("cursor="))
  return `<${pathname}?${[...otherParameters, `cursor=${cursor}`].join("&")}>; rel="next"`
}

function isKnown(fingerprint: string, ifNoneMatch: string | null) {
  if (isAnyEtag(ifNoneMatch)) return true
  const etags = ifNoneMatch?.split(",").map((etag) => etag.trim().replace(/^W\//, ""))
  return etags?.some((etag) => etag === `"${fingerprint}"` || etag.startsWith(`"${fingerprint}.`)) ?? false
}

/** `If-None-Match: *` matches every representation, even one that the caller never had. */
export const isAnyEtag = (ifNoneMatch: string | null) => ifNoneMatch?.trim() === "*"

export type Encoding = "br" | "gzip"
type Compress = (encoding: Encoding, text: string) => Promise<Uint8Array>
const brotli = promisify(brotliCompress)
/** Levels go from 0 to 11. A low one, because most compressed bodies are sent only once. */
const brotliLevel = 4

export const compressText: Compress = (encoding, text) =>
  encoding === "br"
    ? brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliLevel } })
    : promisify(gzip)(text)

/** Prefers br over gzip. An encoding with q=0 is not used. */
function preferredEncoding(accepted: string | null): Encoding | undefined {
  if (!accepted) return undefined
  const offers = new Map(
    accepted.split(",").map((part) => {
      const [name = "", ...parameters] = part.trim().split(";")
      const quality = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("q="))
      return [name.trim().toLowerCase(), quality ? Number(quality.slice("q=".length)) : 1] as const
    }),
  )
  return (["br", "gzip"] as const).find((name) => (offers.get(name) ?? offers.get("*") ?? 0) > 0)
}
