/**
 * Pool of open connections. An idle connection stays open for 4 s and is reused for the same endpoint only. Each
 * carries one request at a time.
 */
import { Client } from "undici"
import { type ConnectSettings, connect, emptyProgress, type Progress } from "@/domain/security/connect"
import { RequestError } from "@/domain/security/request-errors"

export type Connection = {
  client: Client
  /** Path of the URL, with the query. */
  path: string
  /** Timings and address of the current socket. */
  progress: Progress
  /** True when the current request had to open the socket. */
  isFresh: boolean
  /** By the clock of performance.now(). */
  openedAt: number
}

const idleMs = 4_000
const limits = {
  /** An older connection is closed. The next one resolves the host name and checks its addresses again. */
  maxAgeMs: 60_000,
  /** Maximum idle connections of all endpoints together. */
  maxIdle: 1_000,
}
const maxResponseHeaderBytes = 16 * 1024

export class Connections {
  /** In order of last use: the least recently used endpoint comes first. */
  readonly #idle = new Map<string, Connection[]>()
  #idleCount = 0

  constructor(
    readonly settings: ConnectSettings,
    readonly limit = limits,
  ) {}

  /** Takes the newest idle connection of `key`, or creates one. Afterwards, `release` it or destroy its client. */
  take(key: string, url: string): Connection {
    const connection = this.#takeIdle(key) ?? this.create(url)
    connection.isFresh = false
    return connection
  }

  /** Makes a connection idle after its response is complete. Destroys it if it is older than `maxAgeMs`. */
  release(key: string, connection: Connection) {
    if (performance.now() - connection.openedAt > this.limit.maxAgeMs) return void connection.client.destroy()
    const idle = this.#idle.get(key) ?? []
    this.#idle.delete(key)
    this.#idle.set(key, idle)
    idle.push(connection)
    this.#idleCount++
    if (this.#idleCount > this.limit.maxIdle) this.#dropOldest()
  }

  /** Throws if the text is not an HTTP or HTTPS URL. */
  create(text: string): Connection {
    const url = URL.parse(text)
    if (url?.protocol !== "https:" && url?.protocol !== "http:") throw new RequestError("address_blocked")
    const connection: Connection = {
      path: url.pathname + url.search,
      client: new Client(url.origin, {
        connect: (_options, callback) => {
          connection.progress = emptyProgress()
          connection.isFresh = true
          connection.openedAt = performance.now()
          connect(url, connection.progress, this.settings).then(
            (socket) => callback(null, socket),
            (error) => callback(error, null),
          )
        },
        keepAliveTimeout: idleMs,
        keepAliveMaxTimeout: idleMs,
        maxHeaderSize: maxResponseHeaderBytes,
        // Off: our timers (send.ts) are exact and distinguish the phases of a request.
        headersTimeout: 0,
        bodyTimeout: 0,
      }),
      progress: emptyProgress(),
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
