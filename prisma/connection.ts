/** Setup that every connection to Postgres needs, in the pool and in the shared pipelines. */
import type { Socket } from "node:net"
import type { Client, ClientBase } from "pg"

/** Adds up the time in milliseconds that one call waited for the database. */
export type Meter = { dbMs: number }

/** The statement that sets the team whose rows the following statements can see. */
export const tellTeam = (team: string) => ({
  name: "tell-team",
  text: "select set_config('app.team_id', $1, false)",
  values: [team],
})

/**
 * Longer than the statement timeout of Postgres. After that much silence Postgres counts as gone, even if the
 * connection is still open.
 */
export const maxSilenceMs = 8_000

/**
 * Closes a connection that gets no response in time. Uses the socket's timer, because pg's `query_timeout` creates a
 * timer per query, whose memory costs 8% of the throughput.
 */
export function endWhenSilent(client: ClientBase, isWaiting: () => boolean) {
  const socket = socketOf(client)
  const silence = Object.assign(new Error("Postgres is silent"), { code: "ETIMEDOUT" })
  socket.setTimeout(maxSilenceMs, () => void (isWaiting() && socket.destroy(silence)))
}

export const socketOf = (client: ClientBase) => (client as Client).connection.stream as Socket
