/** Sends one HTTP request to a receiver and says what came of it; never throws, follows no redirect, knows one proxy at most. */
import { log } from "../log"
import { classifyAnswer, classifyFault } from "./classify"
import { noProgress } from "./connect"
import { type Connection, Connections } from "./connections"
import { type Deadlines, deadlines as specified } from "./deadlines"
import { type Answer, exchange, type Request } from "./exchange"
import type { Outcome } from "./outcome"
import { resolve as byNameServers, type Resolve } from "./resolve"
import { retryAfterSeconds } from "./retry-after"
import { EgressProxyAway } from "./tunnel"

export type Send = (request: Request, poolKey: string) => Promise<Outcome>

/** Connections are used again within one `poolKey` only: the endpoint. */
export const send: Send = sender()

/** With other deadlines or name servers, and connections of its own. */
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

/** `again`: over a new connection, for the last one had been closed. */
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
    // It closed an idle connection at the moment that was used again: that says nothing about the receiver.
    const isStale = outcome.errorCode === "connection_reset" && connection?.isFresh === false && !again
    return isStale ? post(connections, key, request, began, true) : outcome
  }
}

/** Of the answer's headers, what helps to understand it. */
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
      "a request to a receiver failed on our side",
    )
  // How long a refusal took would tell whether the name exists.
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

/** What it took to open the connection is told once, by the request that opened it. */
function opening(connection: Connection | undefined) {
  const { dnsMs, connectMs, tlsMs } = connection?.isFresh ? connection.progress : noProgress()
  return { dnsMs, connectMs, tlsMs, remoteIp: connection?.progress.remoteIp ?? null }
}
