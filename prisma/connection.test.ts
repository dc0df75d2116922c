import pg from "pg"
import { describe, expect, it, onTestFinished } from "vitest"
import { closeOnResponseTimeout, defaultResponseTimeoutMs, socketOf } from "./connection"

async function connected(waitingSince: () => number | undefined) {
  const client = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
  client.on("error", () => {})
  await client.connect()
  onTestFinished(() => client.end())
  closeOnResponseTimeout(client, waitingSince)
  return socketOf(client)
}

/** Lets the timer of the socket end, as it does after 8 seconds without data. Returns whether the connection is open. */
function endTimer(socket: Awaited<ReturnType<typeof connected>>) {
  socket.emit("timeout")
  return !socket.destroyed
}

describe("when the timer of a connection ends", () => {
  it("an idle connection stays open", async () => {
    const socket = await connected(() => undefined)
    expect(endTimer(socket)).toBe(true)
  })

  it("a connection stays open if it was idle and has just been given a statement", async () => {
    const socket = await connected(() => performance.now())
    expect(endTimer(socket)).toBe(true)
  })

  it("a connection that has waited for its response is closed, also after it was idle once", async () => {
    let since: number | undefined
    const socket = await connected(() => since)
    expect(endTimer(socket)).toBe(true)
    since = performance.now() - defaultResponseTimeoutMs
    expect(endTimer(socket)).toBe(false)
  })
})
