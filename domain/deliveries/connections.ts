/** Open connections, kept for a few seconds and used again for the same endpoint only; each carries one request at a time. */
import { Client } from "undici"
import { type ConnectSettings, connect, noProgress, type Progress } from "./connect"
import { DeliveryFault } from "./delivery-errors"

export type Connection = {
  client: Client
  /** of its URL, with the query */
  path: string
  /** of the socket in use */
  progress: Progress
  /** true when the request under way had to open the socket */
  isFresh: boolean
  openedAt: number
}

const idleMs = 4_000
const limits = {
  /** after this the name is looked up, and its addresses are checked, anew */
  oldestMs: 60_000,
  /** of all endpoints together */
  mostIdle: 1_000,
}
const maxResponseHeaderBytes = 16 * 1024

export class Connections {
  /** The endpoint that was used last is the last. */
  readonly #idle = new Map<string, Connection[]>()
  #idleCount = 0

  constructor(
    readonly settings: ConnectSettings,
    readonly limit = limits,
  ) {}

  take(key: string, url: string): Connection {
    const connection = this.#takeIdle(key) ?? this.make(url)
    connection.isFresh = false
    return connection
  }

  give(key: string, connection: Connection) {
    if (performance.now() - connection.openedAt > this.limit.oldestMs) return void connection.client.destroy()
    const idle = this.#idle.get(key) ?? []
    this.#idle.delete(key)
    this.#idle.set(key, idle)
    idle.push(connection)
    this.#idleCount++
    if (this.#idleCount > this.limit.mostIdle) this.#dropOldest()
  }

  /** Throws at what is no URL of HTTP. */
  make(text: string): Connection {
    const url = URL.parse(text)
    if (url?.protocol !== "https:" && url?.protocol !== "http:") throw new DeliveryFault("address_blocked")
    const connection: Connection = {
      path: url.pathname + url.search,
      client: new Client(url.origin, {
        connect: (_options, answer) => {
          connection.progress = noProgress()
          connection.isFresh = true
          connection.openedAt = performance.now()
          connect(url, connection.progress, this.settings).then(
            (socket) => answer(null, socket),
            (error) => answer(error, null),
          )
        },
        keepAliveTimeout: idleMs,
        keepAliveMaxTimeout: idleMs,
        maxHeaderSize: maxResponseHeaderBytes,
        // Ours are exact, and tell one stretch from another.
        headersTimeout: 0,
        bodyTimeout: 0,
      }),
      progress: noProgress(),
      isFresh: false,
      openedAt: performance.now(),
    }
    return connection
  }

  #takeIdle(key: string) {
    const idle = this.#idle.get(key)
    const connection = idle?.pop()
    if (!connection) return undefined
    this.#idleCount--
    if (idle?.length === 0) this.#idle.delete(key)
    return connection
  }

  #dropOldest() {
    const [key] = this.#idle.keys()
    const connection = key === undefined ? undefined : this.#takeIdle(key)
    void connection?.client.destroy()
  }
}
