/** Builds the curl command for a call of the REST API. */
import "server-only"
import { baseUrl } from "@/domain/kernel/base-url"

/**
 * `path` is relative to /api/v1, for example /clients?limit=25. The key is read from a shell variable, so the page
 * never contains it.
 */
export const curlCommand = (path: string) =>
  `curl "${baseUrl()}/api/v1${encodeForShell(path)}" \\\n  -H "Authorization: Bearer $SIGNALBOX_KEY"`

/** Encodes what a shell or curl would interpret inside double quotes. In a URL it means the same. */
const encodeForShell = (path: string) =>
  path.replaceAll(/["$`\\!{}[\]]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
