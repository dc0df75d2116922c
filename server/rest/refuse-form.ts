/**
 * Rejects malformed REST requests: a writing method, a key in the URL, an unknown version or an unsupported media type.
 */
import "server-only"
import { apiVersions } from "@/domain/kernel/envelope"
import { Problem } from "@/domain/kernel/errors"
import { refuseKeyInUrl } from "@/server/refuse-key-in-url"
import type { Asked, Call } from "./respond"

export function refuseMethod(method: string) {
  if (method === "GET" || method === "HEAD") return
  throw new Problem(
    "method_not_allowed",
    "The REST API is read-only. Use GET or HEAD. Manage API keys and webhooks under Settings -> API.",
    { headers: { Allow: "GET, HEAD" } },
  )
}

const maxUrlLength = 8_192

export async function refuseUrl({ url, request, origin }: Call) {
  await refuseKeyInUrl(url.pathname + url.search, origin)
  if (request.url.length > maxUrlLength)
    throw new Problem("uri_too_long", `The URL is longer than ${maxUrlLength.toLocaleString("en")} characters.`)
}

export function refuseForm(headers: Asked["headers"]) {
  const version = headers.get("signalbox-version")
  if (version && !apiVersions.includes(version))
    throw new Problem(
      "version_unknown",
      `The API has no version ${version.slice(0, 40)}. Supported versions: ${apiVersions.join(", ")}.`,
    )
  const accept = headers.get("accept")
  if (accept && !/application\/(problem\+)?json|application\/\*|\*\/\*/i.test(accept))
    throw new Problem(
      "not_acceptable",
      "The API can only return application/json, and application/problem+json for errors.",
    )
}
