/**
 * Holds one Postgres session that receives notifications. When it breaks, the listener reconnects and calls every
 * `onOpen` again.
 */
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { z } from "zod"
import { log } from "@/domain/kernel/log"
import { checkedRows } from "@/prisma/checked-rows"
import { sessionConfig } from "@/prisma/session-config"

export class Listener {
  readonly #channels = new Map<string, (payload: string) => void>()
  readonly #onOpen: ((session: pg.Client) => void)[] = []
  readonly #closing = new AbortController()
  #client: pg.Client | undefined
  #pingTimer: NodeJS.Timeout | undefined
  /** Postgres backend pid of the session; 0 while disconnected. */
  pid = 0

  /** Call before `open`. */
  on(channel: string, onPayload: (payload: string) => void) {
    this.#channels.set(channel, onPayload)
  }

  /**
   * Calls `onSession` each time a session opens. Notifications sent while disconnected are lost, so `onSession` must
   * check for pending work.
   */
  onOpen(onSession: (session: pg.Client) => void) {
    this.#onOpen.push(onSession)
  }

  /** Connects, and retries with growing delays while Postgres is unreachable. Does not throw. */
  async open(url = process.env.DATABASE_URL ?? "") {
    for (let waitMs = 100; !this.#closing.signal.aborted; waitMs = Math.min(waitMs * 2, maxReconnectDelayMs)) {
      try {
        return await this.#connect(url)
      } catch (err) {
        log.warn({ err }, "could not listen for Postgres notifications; retrying")
        await sleep(waitMs, undefined, { signal: this.#closing.signal }).catch(() => {})
      }
    }
  }

  async close() {
    this.#closing.abort()
    clearInterval(this.#pingTimer)
    await this.#client?.end().catch(() => {})
  }

  async #connect(url: string) {
    const client = new pg.Client({ ...sessionConfig(url), keepAlive: true, connectionTimeoutMillis: 5_000 })
    client.on("error", () => {}) // "end" follows and reconnects
    client.on("notification", ({ channel, payload = "" }) => this.#channels.get(channel)?.(payload))
    await client.connect()
    try {
      for (const channel of this.#channels.keys()) await client.query(`listen ${client.escapeIdentifier(channel)}`)
      const { rows } = await client.query(pidStatement)
      // `close` ran while this session was opening. It could not end it.
      if (this.#closing.signal.aborted) return await client.end()
      this.pid = checkedRows(pidRow, rows, pidStatement)[0]?.pid ?? 0
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    this.#client = client
    client.once("end", () => this.#reopen(url))
    this.#pingTimer = setInterval(() => ping(client), pingMs).unref()
    for (const onSession of this.#onOpen) onSession(client)
  }

  #reopen(url: string) {
    clearInterval(this.#pingTimer)
    this.pid = 0
    if (!this.#closing.signal.aborted) void this.open(url)
  }
}

const pidStatement = "select pg_backend_pid() as pid"
const pidRow = z.object({ pid: z.int() })

/** Shorter than the time after which other processes consider this one gone (heartbeat.ts). */
const maxReconnectDelayMs = 2_000

/** Milliseconds between two checks of an idle session. */
const pingMs = 10_000

/** Destroys the socket if a query gets no response, because the other end is gone. The `end` event then reconnects. */
function ping(client: pg.Client) {
  const timeout = setTimeout(() => client.connection.stream.destroy(), pingMs / 2).unref()
  client.query("select 1").then(
    () => clearTimeout(timeout),
    () => {},
  )
}
