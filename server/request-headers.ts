/** Gives the headers of a Node request the `get` method of fetch's `Headers`. */
import "server-only"
import type { IncomingMessage } from "node:http"

/** `get` expects a name in lower case. */
export const headersOf = ({ headers }: IncomingMessage): Pick<Headers, "get"> => ({
  get(name) {
    const value = headers[name]
    return Array.isArray(value) ? value.join(", ") : (value ?? null)
  },
})
