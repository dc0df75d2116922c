/** One connection in pg's pipeline mode: statements are sent at once, without waiting for earlier results. */
import type { Socket } from "node:net"
import { Client, type ClientConfig, type QueryConfig, type QueryResult } from "pg"
import { endWhenSilent, socketOf, tellTeam } from "./connection"

/** A prepared statement. The same name always has the same text. */
export type Statement = QueryConfig & { name: string }

export class Pipeline {
  /** Statements without a result yet, in the order in which Postgres returns the results. */
  readonly line: Statement[] = []
  /** The team whose rows the next statement sees. */
  team = ""
  #lastAnswer = performance.now()
  #isCorked = false
  #isBroken = false
  readonly #socket: Socket

  /** Opens a connection. `onEnd` is called when it can take no more statements, for any reason. */
  static async open(config: ClientConfig, onEnd: (pipeline: Pipeline) => void): Promise<Pipeline> {
    const client = new Client({ ...config, pipeline: true })
    client.on("error", () => {}) // pg rejects the pending statements itself
    await client.connect()
    return new Pipeline(client, onEnd)
  }

  private constructor(
    readonly client: Client,
    onEnd: (pipeline: Pipeline) => void,
  ) {
    this.#socket = socketOf(client)
    endWhenSilent(client, () => this.line.length > 0)
    for (const event of ["error", "end"] as const) client.on(event, () => onEnd(this))
  }

  /** Runs a statement as the team. */
  ask(statement: Statement, team: string): Promise<QueryResult> {
    this.#gather()
    if (this.team !== team) this.#tell(team)
    this.line.push(statement)
    return new Promise((resolve, reject) => {
      this.client.query(statement, (failure: Error | null, result) => {
        this.line.shift()
        this.#lastAnswer = performance.now()
        if (failure) reject(failure)
        // The result may be for another team: it arrives in the same packet as the error that setting the team failed.
        else if (this.#isBroken) reject(new Error("Connection terminated: Postgres was not told the team"))
        else resolve(result)
      })
    })
  }

  /** Milliseconds without a request or a result. */
  idleMs(now: number) {
    return this.line.length > 0 ? 0 : now - this.#lastAnswer
  }

  #tell(team: string) {
    this.team = team
    this.client.query(tellTeam(team), (failure: Error | null) => {
      if (!failure) return
      this.#isBroken = true
      this.#socket.destroy(failure)
    })
  }

  /** Sends everything that is asked in one turn of the event loop in one packet. */
  #gather() {
    if (this.#isCorked) return
    this.#isCorked = true
    this.#socket.cork()
    setImmediate(() => {
      this.#isCorked = false
      this.#socket.uncork()
    })
  }
}
