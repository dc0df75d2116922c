/** Serves `/readyz` and `/metrics` from the front server, so that they work even if the pages do not. */
import "server-only"
import { createHash, timingSafeEqual } from "node:crypto"
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { log } from "@/domain/kernel/log"
import { renderMetrics } from "./prometheus"
import { readiness } from "./readiness"

/** Returns the listener for a probe, or null for other requests. `/metrics` exists only when METRICS_TOKEN is set. */
export function probeListener({ url = "" }: IncomingMessage): RequestListener | null {
  const [path] = url.split("?", 1)
  if (path === "/readyz") return serveReadiness
  if (path === "/metrics" && process.env.METRICS_TOKEN) return serveMetrics
  return null
}

/**
 * METRICS_PORT: serves the metrics without a token on a separate port at the same address, for as long as `server`
 * listens.
 */
export function openMetricsPort(server: Server) {
  const port = process.env.METRICS_PORT
  if (!port) return
  const metricsServer = createServer((request, response) =>
    request.url === "/metrics" ? sendMetrics(response) : send(response, 404, "text/plain", "See /metrics.\n"),
  )
  metricsServer.on("error", (error) =>
    log.error({ err: error, port }, "could not listen on METRICS_PORT; metrics are not served there"),
  )
  server.once("listening", () => metricsServer.listen(Number(port), (server.address() as AddressInfo).address))
  server.once("close", () => {
    metricsServer.close()
    metricsServer.closeAllConnections()
  })
}

const serveReadiness: RequestListener = async (_, response) => {
  const report = await readiness()
  send(response, report.status === "ready" ? 200 : 503, "application/json", JSON.stringify(report))
}

const serveMetrics: RequestListener = (request, response) => {
  if (hasToken(request)) return sendMetrics(response)
  response.setHeader("WWW-Authenticate", "Bearer")
  return send(response, 401, "text/plain", "This path requires METRICS_TOKEN as a bearer token.\n")
}

async function sendMetrics(response: ServerResponse) {
  const { type, text } = await renderMetrics()
  send(response, 200, type, text)
}

const send = (response: ServerResponse, status: number, type: string, body: string) =>
  void response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store" }).end(body)

/** Compares hashes, which have equal length, in constant time. */
function hasToken({ headers }: IncomingMessage) {
  const hash = (text: string) => createHash("sha256").update(text).digest()
  return timingSafeEqual(hash(headers.authorization ?? ""), hash(`Bearer ${process.env.METRICS_TOKEN}`))
}
