/** Sends one request over one connection and reads the response within the deadlines. A response counts as soon as its head has arrived. */
import type { Client, Dispatcher } from "undici"
import type { Deadlines } from "@/domain/security/deadlines"
import { RequestError, type RequestErrorCode } from "@/domain/security/request-errors"
import type { Connection } from "./connections"
import { ResponseBody } from "./response-body"

export type Request = { url: string; headers: Record<string, string>; body: string }

export type Answer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: ResponseBody
  /** false: the body was cut off by a deadline, by the receiver, or because it was too long */
  isWhole: boolean
  /** as performance.now() measures */
  firstByteAt: number
}

/** Rejects with the error that prevented a response. */
export function exchange(
  { client, path }: Connection,
  { headers, body }: Request,
  { firstByteMs, totalMs }: Pick<Deadlines, "firstByteMs" | "totalMs">,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const handler = new Exchange(client, { firstByteMs, totalMs, resolve, reject })
    client.dispatch({ method: "POST", path, headers: { ...headers, "accept-encoding": "identity" }, body }, handler)
  })
}

type Ends = { firstByteMs: number; totalMs: number; resolve: (answer: Answer) => void; reject: (error: Error) => void }

class Exchange implements Dispatcher.DispatchHandler {
  readonly #client: Client
  readonly #ends: Ends
  readonly #body = new ResponseBody()
  readonly #total: NodeJS.Timeout
  #firstByte: NodeJS.Timeout | undefined
  #controller: Dispatcher.DispatchController | undefined
  #firstByteAt: number | undefined
  #answer: Omit<Answer, "isWhole"> | undefined

  constructor(client: Client, ends: Ends) {
    this.#client = client
    this.#ends = ends
    this.#total = setTimeout(() => this.#stop("timeout_total"), ends.totalMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController) {
    this.#controller = controller
    this.#firstByte = setTimeout(() => this.#stop("timeout_first_byte"), this.#ends.firstByteMs)
  }

  onResponseStarted() {
    clearTimeout(this.#firstByte)
    this.#firstByteAt ??= performance.now()
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Answer["headers"]) {
    if (status < 200) return
    this.#answer = { status, headers, body: this.#body, firstByteAt: this.#firstByteAt ?? performance.now() }
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer) {
    this.#body.take(chunk)
    if (this.#body.isEnough) this.#stop("timeout_total")
  }

  onResponseEnd() {
    this.#end(true)
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error) {
    this.#end(false, error)
  }

  #end(isWhole: boolean, error?: Error) {
    clearTimeout(this.#total)
    clearTimeout(this.#firstByte)
    if (this.#answer) this.#ends.resolve({ ...this.#answer, isWhole })
    else this.#ends.reject(error ?? new RequestError("protocol_error"))
  }

  /**
   * Ends the exchange and closes the socket. While the socket is opening there is no controller yet, so the client is
   * destroyed. `code` is the error if no response has arrived.
   */
  #stop(code: RequestErrorCode) {
    const fault = new RequestError(code)
    this.#end(false, fault)
    if (this.#controller) this.#controller.abort(fault)
    else void this.#client.destroy(fault)
  }
}
