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
 *
 * `waitingSince` returns when the connection started to wait for a response (`performance.now()`), or undefined if it
 * does not wait. The timer also runs while the connection is idle, so it can end just after a wait has started. Then the
 * connection stays open, and sending the statement starts the timer again.
 */
export function closeOnResponseTimeout(client: ClientBase, waitingSince: () => number | undefined) {
  const socket = socketOf(client)
  const timeout = Object.assign(new Error("Postgres did not respond in time"), { code: "ETIMEDOUT" })
  socket.setTimeout(defaultResponseTimeoutMs)
  socket.on("timeout", () => {
    const since = waitingSince()
    // Half of the time, because timers are not exact.
    if (since !== undefined && performance.now() - since > (socket.timeout ?? 0) / 2) socket.destroy(timeout)
  })
}

export const socketOf = (client: ClientBase) => (client as Client).connection.stream as Socket
