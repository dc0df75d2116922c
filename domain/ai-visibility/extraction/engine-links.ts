/** Recognizes links that are not sources: an engine's links to itself, and redirectors in front of the real address. */

/** Pattern for the host, and pattern for the path. /^/ matches every path. */
const ownLinks: [host: RegExp, path: RegExp][] = [
  [/(?:^|\.)chatgpt\.com$/, /^/],
  [/^chat\.openai\.com$/, /^/],
  [/(?:^|\.)perplexity\.ai$/, /^\/(?:search|page)(?:\/|$)/],
  [/^(?:www\.)?google\.[a-z.]+$/, /^\/(?:search|aimode|ai)(?:\/|$)/],
  [/^(?:www\.)?bing\.com$/, /^\/(?:search|chat)(?:\/|$)/],
  [/^(?:gemini\.google\.com|copilot\.microsoft\.com|claude\.ai)$/, /^/],
]

/** True for pages of the engine itself, for example `https://chatgpt.com/?hints=search&q=…`. */
export const isEnginesOwnLink = ({ hostname, pathname }: URL) =>
  ownLinks.some(([host, path]) => host.test(hostname) && path.test(pathname))

/** Pattern for the host, pattern for the path, and the query parameters that can hold the target. */
const redirectors: [host: RegExp, path: RegExp, parameters: string[]][] = [
  [/^(?:www\.)?google\.[a-z.]+$/, /^\/url$/, ["q", "url"]],
  [/^(?:www\.)?bing\.com$/, /^\/ck\/a$/, ["u"]],
  [/^(?:l|lm)\.(?:facebook|instagram)\.com$/, /^\/(?:l\.php)?$/, ["u"]],
  [/^(?:www\.)?duckduckgo\.com$/, /^\/l\/?$/, ["uddg"]],
  [/^vertexaisearch\.cloud\.google\.com$/, /^\/grounding-api-redirect/, ["url"]],
]

/** Returns the target of a redirector, or null. */
export function redirectTarget({ hostname, pathname, searchParams }: URL): string | null {
  const found = redirectors.find(([host, path]) => host.test(hostname) && path.test(pathname))
  const value = found?.[2].map((name) => searchParams.get(name)).find((target) => target)
  return value ? decoded(value) : null
}

/** Bing encodes the target as `a1` followed by base64url. */
const decoded = (value: string) =>
  value.startsWith("a1") ? Buffer.from(value.slice(2), "base64url").toString() : value
