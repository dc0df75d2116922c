/** Sends one HTTP request to a receiver and says what came of it; never throws, follows no redirect, knows one proxy at most. */
import { log } from "../log"
import { classifyAnswer, classifyFault } from "./classify"
import { noProgress } from "./connect"
import { type Connection, Connections } from "./connections"
import { type Deadlines, deadlines as specified } from "./deadlines"
import { DeliveryFault } from "./delivery-errors"
import { type Answer, exchange, type Request } from "./exchange"
import type { Outcome } from "./outcome"
import { resolve as byNameServers, type Resolve } from "./resolve"
import { retryAfterSeconds } from "./retry-after"

export type Send = (
  request: { url: string; headers: Record<string, string>; body: string },
  poolKey: string,
) => Promise<Outcome>

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
  return async ({ url: text, headers, body }, poolKey) => {
    const began = performance.now()
    const url = URL.parse(text)
    const isHttp = url?.protocol === "https:" || url?.protocol === "http:"
    const outcome = isHttp
      ? await post(connections, poolKey, { url, headers, body })
      : ofFault(new DeliveryFault("address_blocked"), null)
    // How long a refusal took would tell whether the name exists.
    return outcome.errorCode === "address_blocked" ? outcome : { ...outcome, totalMs: performance.now() - began }
  }
}

async function post(connections: Connections, poolKey: string, request: Request): Promise<Outcome> {
  const key = `${poolKey} ${request.url.origin}`
  const began = performance.now()
  const connection = connections.take(key, request.url)
  const outcome = await postOver(connections, key, connection, request, began)
  // The receiver closed an idle connection at the moment it was used again: that says nothing about the receiver.
  const isStale = outcome.errorCode === "connection_reset" && !connection.isFresh
  return isStale ? postOver(connections, key, connections.make(request.url), request, began) : outcome
}

async function postOver(
  connections: Connections,
  key: string,
  connection: Connection,
  request: Request,
  began: number,
): Promise<Outcome> {
  const { firstByteMs, totalMs } = connections.settings.deadlines
  const left = { firstByteMs, totalMs: totalMs - (performance.now() - began) }
  try {
    const answer = await exchange(connection.client, request, left)
    if (answer.isWhole) connections.give(key, connection)
    else void connection.client.destroy()
    return ofAnswer(answer, connection)
  } catch (error) {
    void connection.client.destroy()
    return ofFault(error, connection)
  }
}

/** Of the answer's headers, what helps to understand it. */
const keptHeaders = ["content-type", "retry-after", "location", "server", "webhook-delivery"]

function ofAnswer({ status, headers, body, isWhole, firstByteMs }: Answer, connection: Connection): Outcome {
  const value = (name: string) => headers[name]?.toString()
  const kept = keptHeaders.flatMap((name) => (value(name) === undefined ? [] : [[name, value(name)]]))
  const isPlain = (value("content-encoding") ?? "identity") === "identity"
  const verdict = classifyAnswer(status, value("webhook-delivery"))
  return {
    ...verdict,
    status,
    retryAfterSeconds: verdict.kind === "failed" ? retryAfterSeconds(value("retry-after")) : null,
    responseHeaders: Object.fromEntries(kept),
    responseBody: isPlain ? body.text : null,
    isBodyTruncated: !isWhole || body.isLongerThanKept,
    ...timings(connection),
    firstByteMs,
  }
}

function ofFault(error: unknown, connection: Connection | null): Outcome {
  const verdict = classifyFault(error)
  if (verdict.kind === "internal") log.error({ err: error }, "a request to a receiver failed on our side")
  return {
    ...verdict,
    status: null,
    retryAfterSeconds: null,
    responseHeaders: {},
    responseBody: null,
    isBodyTruncated: false,
    ...timings(verdict.errorCode === "address_blocked" ? null : connection),
  }
}

/** What it took to open the connection is told once, by the request that opened it. */
function timings(connection: Connection | null) {
  const { dnsMs, connectMs, tlsMs } = connection?.isFresh ? connection.progress : noProgress()
  return { dnsMs, connectMs, tlsMs, firstByteMs: null, totalMs: null, remoteIp: connection?.progress.remoteIp ?? null }
}
