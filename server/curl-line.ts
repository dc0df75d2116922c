/** A call of the REST API as a line for a terminal. */
import "server-only"
import { baseUrl } from "@/domain/base-url"

export { baseUrl }

/** `path` below /api/v1, e.g. /clients?limit=25; the key comes from the shell, never from the page. */
export const curlLine = (path: string, key = "$SIGNALBOX_KEY") =>
  `curl "${baseUrl()}/api/v1${path}" \\\n  -H "Authorization: Bearer ${key}"`
