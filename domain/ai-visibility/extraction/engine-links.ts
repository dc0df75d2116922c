/** Links that are no source: an engine's links to itself, and redirectors that stand before the real address. */

/** Host (or the end of one) and the start of the path; an empty path means the whole host. */
const ownLinks: [host: RegExp, path: RegExp][] = [
  [/(?:^|\.)chatgpt\.com$/, /^/],
  [/^chat\.openai\.com$/, /^/],
  [/(?:^|\.)perplexity\.ai$/, /^\/(?:search|page)(?:\/|$)/],
  [/^(?:www\.)?google\.[a-z.]+$/, /^\/(?:search|aimode|ai)(?:\/|$)/],
  [/^(?:www\.)?bing\.com$/, /^\/(?:search|chat)(?:\/|$)/],
  [/^(?:gemini\.google\.com|copilot\.microsoft\.com|claude\.ai)$/, /^/],
]

/** True for the engine's own pages, e.g. `https://chatgpt.com/?hints=search&q=…`. */
export const isEnginesOwnLink = ({ hostname, pathname }: URL) =>
  ownLinks.some(([host, path]) => host.test(hostname) && path.test(pathname))

/** Host, path, and the parameter that holds the target. */
const redirectors: [host: RegExp, path: RegExp, parameters: string[]][] = [
  [/^(?:www\.)?google\.[a-z.]+$/, /^\/url$/, ["q", "url"]],
  [/^(?:www\.)?bing\.com$/, /^\/ck\/a$/, ["u"]],
  [/^(?:l|lm)\.(?:facebook|instagram)\.com$/, /^\/(?:l\.php)?$/, ["u"]],
  [/^(?:www\.)?duckduckgo\.com$/, /^\/l\/?$/, ["uddg"]],
  [/^vertexaisearch\.cloud\.google\.com$/, /^\/grounding-api-redirect/, ["url"]],
]

/** The address a redirector leads to, or null. */
export function redirectTarget({ hostname, pathname, searchParams }: URL): string | null {
  const found = redirectors.find(([host, path]) => host.test(hostname) && path.test(pathname))
  const value = found?.[2].map((name) => searchParams.get(name)).find((target) => target)
  return value ? decoded(value) : null
}

/** Bing writes `a1` and base64url. */
const decoded = (value: string) =>
  value.startsWith("a1") ? Buffer.from(value.slice(2), "base64url").toString() : value
