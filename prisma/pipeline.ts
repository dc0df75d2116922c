/** One connection in pg's pipeline mode: a statement is sent at once, behind those that have no answer yet. */
import type { Socket } from "node:net"
import { Client, type ClientConfig, type QueryConfig, type QueryResult } from "pg"
import { endWhenSilent, socketOf, tellTeam } from "./connection"

/** A prepared statement; one name always has the same text. */
export type Statement = QueryConfig & { name: string }

export class Pipeline {
  /** Statements without an answer, in the order of their answers. */
  readonly line: Statement[] = []
  /** Whose rows the next statement sees. */
  team = ""
  #lastAnswer = performance.now()
  #isCorked = false
  #isBroken = false
  readonly #socket: Socket

  /** `onEnd`: it takes no statement more, for whatever reason. */
  static async open(config: ClientConfig, onEnd: (pipeline: Pipeline) => void): Promise<Pipeline> {
    const client = new Client({ ...config, pipeline: true })
    client.on("error", () => {}) // whoever waits for an answer is told by pg
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

  /** Answers with the team's rows, or fails. */
  ask(statement: Statement, team: string): Promise<QueryResult> {
    this.#gather()
    if (this.team !== team) this.#tell(team)
    this.line.push(statement)
    return new Promise((resolve, reject) => {
      this.client.query(statement, (failure: Error | null, result) => {
        this.line.shift()
        this.#lastAnswer = performance.now()
        if (failure) reject(failure)
        // Postgres may have answered it as another team, in the same packet that says so.
        else if (this.#isBroken) reject(new Error("Connection terminated: Postgres was not told the team"))
        else resolve(result)
      })
    })
  }

  /** Milliseconds for which nothing was asked or answered. */
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

  /** What is asked in one turn of the event loop leaves in one packet. */
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
