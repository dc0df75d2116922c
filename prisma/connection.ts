/** Setup that every connection to Postgres needs, in the pools and in the shared connections for reads. */
import type { Socket } from "node:net"
import type { Client, ClientBase } from "pg"

/** Adds up the time in milliseconds that one call waited for the database. */
export type Meter = { dbMs: number }

/** The statement that sets the team whose rows the following statements can see. */
export const setTeam = (team: string) => ({
  name: "set-team",
  text: "select set_config('app.team_id', $1, false)",
  values: [team],
})

/**
 * A connection that gets no response for this long is closed, even if its socket is still open. Longer than the
 * statement timeout of Postgres, so that Postgres reports a slow statement first.
 */
export const defaultResponseTimeoutMs = 8_000

/**
 * Closes a connection that gets no response in time. Uses the socket's timer, because pg's `query_timeout` creates a
 * timer per query, whose memory costs 8% of the throughput.
 */
export function closeOnResponseTimeout(client: ClientBase, isWaiting: () => boolean) {
  const socket = socketOf(client)
  const timeout = Object.assign(new Error("Postgres did not respond in time"), { code: "ETIMEDOUT" })
  socket.setTimeout(defaultResponseTimeoutMs, () => void (isWaiting() && socket.destroy(timeout)))
}

export const socketOf = (client: ClientBase) => (client as Client).connection.stream as Socket
