/**
 * Sends one HTTP request to a receiver and returns the outcome. Never throws and follows no redirects. Connects
 * directly, or through the egress proxy if one is configured.
 */
import type { Client, Dispatcher } from "undici"
import { log } from "@/domain/kernel/log"
import { retryAfterSeconds } from "@/domain/kernel/retry-after"
import { emptyProgress } from "@/domain/security/connect"
import { type Deadlines, deadlines as defaultDeadlines } from "@/domain/security/deadlines"
import { RequestError, type RequestErrorCode } from "@/domain/security/request-errors"
import { type Resolve, resolve as resolveByNameServers } from "@/domain/security/resolve"
import { EgressProxyError } from "@/domain/security/tunnel"
import { classifyError, classifyResponse } from "./classify"
import { type Connection, Connections } from "./connections"
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

/** `isRetry`: this is the second try, over a new connection, because the receiver had closed the reused one. */
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
    // The receiver closed an idle connection just as it was reused. That says nothing about the receiver, so try once
    // more.
    const isStale = outcome.errorCode === "connection_reset" && connection?.isFresh === false && !isRetry
    return isStale ? post(connections, key, request, startedAt, true) : outcome
  }
}

/** Response headers that the log stores for debugging. */
const storedResponseHeaders = ["content-type", "retry-after", "location", "server", "webhook-delivery"]

function outcomeOfResponse(response: ReceivedResponse, connection: Connection, startedAt: number): Outcome {
  const totalMs = performance.now() - startedAt
  const { status, headers, body, isComplete, firstByteAt } = response
  const value = (name: string) => headers[name]?.toString()
  const responseHeaders: Record<string, string> = {}
  for (const name of storedResponseHeaders)
    if (headers[name] !== undefined) responseHeaders[name] = headers[name].toString()
  const isPlain = (value("content-encoding") ?? "identity") === "identity"
  const classified = classifyResponse(status, value("webhook-delivery"))
  const opened = opening(connection)
  const openingMs = (opened.dnsMs ?? 0) + (opened.connectMs ?? 0) + (opened.tlsMs ?? 0)
  return {
    ...classified,
    status,
    retryAfterSeconds: classified.kind === "failed" ? retryAfterSeconds(value("retry-after")) : null,
    responseHeaders,
    responseBody: isPlain ? body.text : null,
    isBodyTruncated: !isComplete || body.isLongerThanStored,
    ...opened,
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
  const isRefused = classified.errorCode === "address_blocked"
  return {
    ...classified,
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
  const { dnsMs, connectMs, tlsMs } = connection?.isFresh ? connection.progress : emptyProgress()
  return { dnsMs, connectMs, tlsMs, remoteIp: connection?.progress.remoteIp ?? null }
}

type Request = { url: string; headers: Record<string, string>; body: string }

type ReceivedResponse = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: ResponseBody
  /** False when the body was cut off by a deadline, by the receiver, or because it was too long. */
  isComplete: boolean
  /** By the clock of performance.now(). */
  firstByteAt: number
}

/**
 * Sends one request over one connection and reads the response within the deadlines. A response counts as soon as its
 * head has arrived. Rejects with the error that prevented a response.
 */
function exchange(
  { client, path }: Connection,
  { headers, body }: Request,
  { firstByteMs, totalMs }: Pick<Deadlines, "firstByteMs" | "totalMs">,
): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    const handler = new Exchange(client, { firstByteMs, totalMs, resolve, reject })
    client.dispatch({ method: "POST", path, headers: { ...headers, "accept-encoding": "identity" }, body }, handler)
  })
}

type Callbacks = {
  firstByteMs: number
  totalMs: number
  resolve: (response: ReceivedResponse) => void
  reject: (error: Error) => void
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #client: Client
  readonly #callbacks: Callbacks
  readonly #body = new ResponseBody()
  readonly #total: NodeJS.Timeout
  #firstByte: NodeJS.Timeout | undefined
  #controller: Dispatcher.DispatchController | undefined
  #firstByteAt: number | undefined
  #response: Omit<ReceivedResponse, "isComplete"> | undefined

  constructor(client: Client, callbacks: Callbacks) {
    this.#client = client
    this.#callbacks = callbacks
    this.#total = setTimeout(() => this.#stop("timeout_total"), callbacks.totalMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController) {
    this.#controller = controller
    this.#firstByte = setTimeout(() => this.#stop("timeout_first_byte"), this.#callbacks.firstByteMs)
  }

  /** undici calls this at the first byte of each response, including an informational one (1xx). */
  onResponseStarted() {
    clearTimeout(this.#firstByte)
    this.#firstByteAt ??= performance.now()
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: ReceivedResponse["headers"]) {
    if (status < 200) return
    this.#response = { status, headers, body: this.#body, firstByteAt: this.#firstByteAt ?? performance.now() }
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer) {
    this.#body.take(chunk)
    // The response already counts, so this code is not reported.
    if (this.#body.isEnough) this.#stop("timeout_total")
  }

  onResponseEnd() {
    this.#end(true)
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error) {
    this.#end(false, error)
  }

  #end(isComplete: boolean, error?: Error) {
    clearTimeout(this.#total)
    clearTimeout(this.#firstByte)
    if (this.#response) this.#callbacks.resolve({ ...this.#response, isComplete })
    else this.#callbacks.reject(error ?? new RequestError("protocol_error"))
  }

  /**
   * Ends the exchange and closes the socket. While the socket is opening there is no controller yet, so the client is
   * destroyed. `code` is the error if no response has arrived.
   */
  #stop(code: RequestErrorCode) {
    const error = new RequestError(code)
    this.#end(false, error)
    if (this.#controller) this.#controller.abort(error)
    else void this.#client.destroy(error)
  }
}

const maxStoredBytes = 16 * 1024
const maxReadBytes = 64 * 1024

/** Collects a response body: stores the first 16 KiB and stops reading after 64 KiB. */
export class ResponseBody {
  readonly #stored: Buffer[] = []
  #bytes = 0

  take(chunk: Buffer) {
    const missing = maxStoredBytes - this.#bytes
    if (missing > 0) this.#stored.push(chunk.length > missing ? chunk.subarray(0, missing) : chunk)
    this.#bytes += chunk.length
  }

  get isEnough(): boolean {
    return this.#bytes >= maxReadBytes
  }

  get isLongerThanStored(): boolean {
    return this.#bytes > maxStoredBytes
  }

  /** The stored part as UTF-8. An incomplete character at the end is left out. */
  get text(): string {
    const bytes = this.#stored.length === 1 ? this.#stored[0] : Buffer.concat(this.#stored)
    return new TextDecoder().decode(bytes, { stream: true })
  }
}
