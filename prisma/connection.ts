/** What every connection to Postgres has to do, whether one caller has it or several share it. */
import type { Socket } from "node:net"
import type { Client, ClientBase } from "pg"

/** Adds up the time (ms) that one call waited for answers. */
export type Meter = { dbMs: number }

/** The statement that says whose rows the ones after it may see. */
export const tellTeam = (team: string) => ({
  name: "tell-team",
  text: "select set_config('app.team_id', $1, false)",
  values: [team],
})

/** Postgres ends a statement at its deadline; a Postgres that is silent for longer is gone, though its connection still stands. */
export const longestSilenceMs = 8_000

/** By the socket's own timer: pg's `query_timeout` makes a timer a query, which keeps memory alive that costs 8 % of all requests. */
export function endWhenSilent(client: ClientBase, isWaiting: () => boolean) {
  const socket = socketOf(client)
  const silence = Object.assign(new Error("Postgres is silent"), { code: "ETIMEDOUT" })
  socket.setTimeout(longestSilenceMs, () => void (isWaiting() && socket.destroy(silence)))
}

export const socketOf = (client: ClientBase) => (client as Client).connection.stream as Socket
