/**
 * Sends one HTTP request to a receiver and returns the outcome. Never throws and follows no redirects. Connects
 * directly, or through the egress proxy if one is configured.
 */
import { log } from "@/domain/kernel/log"
import { retryAfterSeconds } from "@/domain/kernel/retry-after"
import { emptyProgress } from "@/domain/security/connect"
import { type Deadlines, deadlines as defaultDeadlines } from "@/domain/security/deadlines"
import { type Resolve, resolve as resolveByNameServers } from "@/domain/security/resolve"
import { EgressProxyError } from "@/domain/security/tunnel"
import { classifyError, classifyResponse } from "./classify"
import { type Connection, Connections } from "./connections"
import { exchange, type ReceivedResponse, type Request } from "./exchange"
import type { Outcome } from "./outcome"

export type Send = (request: Request, poolKey: string) => Promise<Outcome>

/** Reuses connections only within one `poolKey`, which is the endpoint. */
export const send: Send = sender()

/** Creates a `send` with its own connections and optionally other deadlines or another resolver. */
export function sender({
  deadlines = defaultDeadlines,
  resolve = resolveByNameServers,
}: {
  deadlines?: Deadlines
  resolve?: Resolve
} = {}): Send {
  const connections = new Connections({ deadlines, resolve })
  return (request, poolKey) => post(connections, `${poolKey} ${request.url}`, request, performance.now())
}

/** A closed idle connection resets the next request immediately, so a later reset has another reason. */
const maxStaleResetMs = 1_000

/** `isRetry`: this is the second try. It uses a new connection, because the receiver had closed the reused one. */
async function post(
  connections: Connections,
  key: string,
  request: Request,
  startedAt: number,
  isRetry = false,
): Promise<Outcome> {
  const { firstByteMs, totalMs } = connections.settings.deadlines
  let connection: Connection | undefined
  try {
    connection = isRetry ? connections.create(request.url) : connections.take(key, request.url)
    const response = await exchange(connection, request, {
      firstByteMs,
      totalMs: totalMs - (performance.now() - startedAt),
    })
    if (response.isComplete) connections.release(key, connection)
    else void connection.client.destroy()
    return outcomeOfResponse(response, connection, startedAt)
  } catch (error) {
    void connection?.client.destroy()
    const outcome = outcomeOfError(error, connection, performance.now() - startedAt)
    // The receiver probably closed the idle connection just as we reused it. A later reset is a failure of the receiver.
    const isStale =
      outcome.errorCode === "connection_reset" &&
      connection?.isFresh === false &&
      !isRetry &&
      performance.now() - startedAt < maxStaleResetMs
    return isStale ? post(connections, key, request, startedAt, true) : outcome
  }
}

/** Response headers that the log stores for debugging. */
const storedResponseHeaders = ["content-type", "retry-after", "location", "server", "webhook-delivery"]

function outcomeOfResponse(response: ReceivedResponse, connection: Connection, startedAt: number): Outcome {
  const totalMs = performance.now() - startedAt
  const { status, headers, body, isComplete, firstByteAt } = response
  const headerValue = (name: string) => headers[name]?.toString()
  const responseHeaders: Record<string, string> = {}
  for (const name of storedResponseHeaders)
    if (headers[name] !== undefined) responseHeaders[name] = headers[name].toString()
  const isUncompressed = (headerValue("content-encoding") ?? "identity") === "identity"
  const classified = classifyResponse(status, headerValue("webhook-delivery"))
  const opening = openingTimings(connection)
  const openingMs = (opening.dnsMs ?? 0) + (opening.connectMs ?? 0) + (opening.tlsMs ?? 0)
  return {
    ...classified,
    status,
    retryAfterSeconds: classified.kind === "failed" ? retryAfterSeconds(headerValue("retry-after")) : null,
    responseHeaders,
    responseBody: isUncompressed ? body.text : null,
    isBodyTruncated: !isComplete || body.isLongerThanStored,
    ...opening,
    firstByteMs: firstByteAt - startedAt - openingMs,
    totalMs,
  }
}

function outcomeOfError(error: unknown, connection: Connection | undefined, totalMs: number): Outcome {
  const classified = classifyError(error)
  if (classified.kind === "internal")
    log.error(
      { err: error, dependency: error instanceof EgressProxyError ? "The egress proxy" : null },
      "webhook request failed with an internal error; the delivery is retried",
    )
  // Leave out the timings of a blocked address: they would reveal whether the host name exists.
  const isBlocked = classified.errorCode === "address_blocked"
  return {
    ...classified,
    status: null,
    retryAfterSeconds: null,
    responseHeaders: {},
    responseBody: null,
    isBodyTruncated: false,
    ...openingTimings(isBlocked ? undefined : connection),
    firstByteMs: null,
    totalMs: isBlocked ? null : totalMs,
  }
}

/** Timings of opening the connection. Only the request that opened it reports them. */
function openingTimings(connection: Connection | undefined) {
  const { dnsMs, connectMs, tlsMs } = connection?.isFresh ? connection.progress : emptyProgress()
  return { dnsMs, connectMs, tlsMs, remoteIp: connection?.progress.remoteIp ?? null }
}
