/** Sends one HTTP request to a receiver and returns the outcome. Never throws, follows no redirects, and uses at most one proxy. */
import { log } from "@/domain/kernel/log"
import { noProgress } from "@/domain/security/connect"
import { type Deadlines, deadlines as specified } from "@/domain/security/deadlines"
import { resolve as byNameServers, type Resolve } from "@/domain/security/resolve"
import { EgressProxyAway } from "@/domain/security/tunnel"
import { classifyAnswer, classifyFault } from "./classify"
import { type Connection, Connections } from "./connections"
import { type Answer, exchange, type Request } from "./exchange"
import type { Outcome } from "./outcome"
import { retryAfterSeconds } from "./retry-after"

export type Send = (request: Request, poolKey: string) => Promise<Outcome>

/** Reuses connections only within one `poolKey`, which is the endpoint. */
export const send: Send = sender()

/** Creates a `send` with its own connections and optionally other deadlines or another resolver. */
export function sender({
  deadlines = specified,
  resolve = byNameServers,
}: {
  deadlines?: Deadlines
  resolve?: Resolve
} = {}): Send {
  const connections = new Connections({ deadlines, resolve })
  return (request, poolKey) => post(connections, `${poolKey} ${request.url}`, request, performance.now())
}

/** `again`: retries over a new connection, because the reused one had been closed. */
async function post(
  connections: Connections,
  key: string,
  request: Request,
  began: number,
  again = false,
): Promise<Outcome> {
  const { firstByteMs, totalMs } = connections.settings.deadlines
  let connection: Connection | undefined
  try {
    connection = again ? connections.make(request.url) : connections.take(key, request.url)
    const answer = await exchange(connection, request, { firstByteMs, totalMs: totalMs - (performance.now() - began) })
    if (answer.isWhole) connections.give(key, connection)
    else void connection.client.destroy()
    return ofAnswer(answer, connection, began)
  } catch (error) {
    void connection?.client.destroy()
    const outcome = ofFault(error, connection, performance.now() - began)
    // The receiver closed an idle connection just as it was reused. That says nothing about the receiver, so try once more.
    const isStale = outcome.errorCode === "connection_reset" && connection?.isFresh === false && !again
    return isStale ? post(connections, key, request, began, true) : outcome
  }
}

/** Response headers that the log stores for debugging. */
const keptHeaders = ["content-type", "retry-after", "location", "server", "webhook-delivery"]

function ofAnswer(answer: Answer, connection: Connection, began: number): Outcome {
  const totalMs = performance.now() - began
  const { status, headers, body, isWhole, firstByteAt } = answer
  const value = (name: string) => headers[name]?.toString()
  const responseHeaders: Record<string, string> = {}
  for (const name of keptHeaders) if (headers[name] !== undefined) responseHeaders[name] = headers[name].toString()
  const isPlain = (value("content-encoding") ?? "identity") === "identity"
  const verdict = classifyAnswer(status, value("webhook-delivery"))
  const opened = opening(connection)
  const openingMs = (opened.dnsMs ?? 0) + (opened.connectMs ?? 0) + (opened.tlsMs ?? 0)
  return {
    ...verdict,
    status,
    retryAfterSeconds: verdict.kind === "failed" ? retryAfterSeconds(value("retry-after")) : null,
    responseHeaders,
    responseBody: isPlain ? body.text : null,
    isBodyTruncated: !isWhole || body.isLongerThanKept,
    ...opened,
    firstByteMs: firstByteAt - began - openingMs,
    totalMs,
  }
}

function ofFault(error: unknown, connection: Connection | undefined, totalMs: number): Outcome {
  const verdict = classifyFault(error)
  if (verdict.kind === "internal")
    log.error(
      { err: error, dependency: error instanceof EgressProxyAway ? "The egress proxy" : null },
      "webhook request failed with an internal error; the delivery is retried",
    )
  // Leave out the timings of a blocked address: they would reveal whether the host name exists.
  const isRefused = verdict.errorCode === "address_blocked"
  return {
    ...verdict,
    status: null,
    retryAfterSeconds: null,
    responseHeaders: {},
    responseBody: null,
    isBodyTruncated: false,
    ...opening(isRefused ? undefined : connection),
    firstByteMs: null,
    totalMs: isRefused ? null : totalMs,
  }
}

/** Timings of opening the connection. Only the request that opened it reports them. */
function opening(connection: Connection | undefined) {
  const { dnsMs, connectMs, tlsMs } = connection?.isFresh ? connection.progress : noProgress()
  return { dnsMs, connectMs, tlsMs, remoteIp: connection?.progress.remoteIp ?? null }
}
