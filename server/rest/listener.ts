/**
 * Serves REST on node:http without building Request and Response objects, which would cost as much as the response
 * itself.
 */
import "server-only"
import type { IncomingMessage, RequestListener } from "node:http"
import { answerRest } from "."
import type { Asked } from "./respond"

export const restListener: RequestListener = (incoming, outgoing) => {
  answerRest(asked(incoming)).then(
    ({ status, headers, body }) => outgoing.writeHead(status, headers).end(body ?? undefined),
    () => outgoing.destroy(), // not even an error response could be sent
  )
}

/** The host is a placeholder: addresses in responses come from the settings, never from the caller. */
const asked = ({ method = "GET", url = "/", headers }: IncomingMessage): Asked => ({
  method,
  url: `http://localhost${url}`,
  headers: { get: (name) => text(headers[name]) },
})

const text = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(", ") : (value ?? null))
