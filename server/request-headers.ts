/** Reads the headers of a Node request as those of a fetch Request are read. */
import "server-only"
import type { IncomingMessage } from "node:http"

/** Call `get` with a name in lower case. */
export const headersOf = ({ headers }: IncomingMessage): Pick<Headers, "get"> => ({
  get(name) {
    const value = headers[name]
    return Array.isArray(value) ? value.join(", ") : (value ?? null)
  },
})
