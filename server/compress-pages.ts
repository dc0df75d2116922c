/**
 * Compresses pages, scripts and styles. Next's own compression offers only gzip. Brotli makes scripts 6% smaller in
 * about the same time.
 */
import "server-only"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { constants } from "node:zlib"
import compression from "compression"

/** Brotli's levels go from 0 to 11. Level 9 takes six times as long as 5 and makes scripts only 2% smaller. */
const brotliLevel = 5

/** The library's types name Express, but it needs only node:http. */
type Compress = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** Wraps the handler of the pages. */
export function compressPages(pages: (...args: Parameters<RequestListener>) => unknown): RequestListener {
  const options = { brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliLevel } } }
  const compress = compression(options) as unknown as Compress
  return (request, response) => compress(request, response, () => pages(request, response))
}
