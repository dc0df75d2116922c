/** Sends one request over an open connection and reads the response, within the deadlines. */
import type { Client, Dispatcher } from "undici"
import type { Deadlines } from "@/domain/security/deadlines"
import { RequestError, type RequestErrorCode } from "@/domain/security/request-errors"
import type { Connection } from "./connections"

export type Request = { url: string; headers: Record<string, string>; body: string }

export type ReceivedResponse = {
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
export function exchange(
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
    if (this.#body.hasReachedLimit) this.#stop("timeout_total")
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

  get hasReachedLimit(): boolean {
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
