/** Prepares the query and the problem of a request for the request log: limited in length and without secrets. */
import { redactKeys } from "@/domain/kernel/key-format"

/** Stored texts are cut to these lengths (characters). */
const maxQueryLength = 1_000
const maxProblemLength = 4_000

/** Parameter names that callers may use for credentials, although the API has none of them. */
const secretName = /^(.*[_-])?(key|token|secret|password|passwd|authorization|auth|signature|sig)$/i

/** The query without its question mark, each pair as the caller wrote it: `limit=0&token=[redacted]`. */
export function loggedQuery(search: string): string | null {
  if (search.length <= 1) return null
  const pairs = redactKeys(search.slice(1))
    .split("&")
    .map((pair) => {
      const [name = ""] = pair.split("=")
      return secretName.test(name) && pair.includes("=") ? `${name}=[redacted]` : pair
    })
  return pairs.join("&").slice(0, maxQueryLength)
}

/**
 * The body of a problem as it was sent; it contains no keys. When it is too long, the last of its `errors` are dropped.
 */
export function loggedProblem(text: string): string {
  if (text.length <= maxProblemLength) return text
  const { errors, ...rest } = JSON.parse(text) as { detail: string; errors?: unknown[] }
  const shortened = { ...rest, detail: rest.detail.slice(0, 1_000) }
  const kept: unknown[] = []
  for (const error of errors ?? []) {
    if (JSON.stringify({ ...shortened, errors: [...kept, error] }).length > maxProblemLength) break
    kept.push(error)
  }
  return JSON.stringify({ ...shortened, errors: kept })
}
