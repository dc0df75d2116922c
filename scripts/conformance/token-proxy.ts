/** Creates a proxy that adds an access token to every request, because the conformance suite cannot send one. */
import { createServer, type Server, request as send } from "node:http"
import type { AddressInfo } from "node:net"

/**
 * Forwards requests to the server at `port`. Changes nothing but the token, so a forged Host header reaches the server.
 */
export const proxyTo = (port: number, token: string) =>
  createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming
    const authorized = { ...headers, authorization: `Bearer ${token}` }
    const forwarded = send({ host: "127.0.0.1", port, method, path: url, headers: authorized }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    forwarded.on("error", () => outgoing.destroy())
    outgoing.on("close", () => forwarded.destroy())
    incoming.pipe(forwarded)
  })

/** Listens on a free port of this machine, and returns it. */
export const listen = (server: Server) =>
  new Promise<number>((resolve) => server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)))
