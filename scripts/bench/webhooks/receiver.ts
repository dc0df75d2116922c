/** Starts a receiver in a separate process: it reads the body and responds with 200, immediately or later. */
import { spawn } from "node:child_process"
import { once } from "node:events"

/** `at` is the time when the request's headers were read, in milliseconds since 1970. */
export type Arrival = { id: string; at: number }
export type Receiver = { url: string; stop(): void }

const program = `
  const reports = process.argv.includes("reports")
  const responseMs = Number(process.argv.at(-1))
  let arrivals = []
  const server = require("node:http").createServer((request, response) => {
    if (reports) arrivals.push({ id: request.headers["webhook-id"], at: performance.timeOrigin + performance.now() })
    request.resume().on("end", () => {
      if (responseMs > 0) setTimeout(() => response.end("ok"), responseMs)
      else response.end("ok")
    })
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, "127.0.0.1", () => process.send(server.address().port))
  if (reports) setInterval(() => {
    if (arrivals.length > 0) process.send(arrivals)
    arrivals = []
  }, 100)
  process.on("disconnect", () => process.exit())`

/** `onArrivals` receives the arrivals in batches every 100 ms. `responseMs`: the time until the response. */
export async function startReceiver({
  onArrivals,
  responseMs = 0,
}: {
  onArrivals?: (arrivals: Arrival[]) => void
  responseMs?: number
} = {}): Promise<Receiver> {
  const child = spawn(process.execPath, ["--eval", program, onArrivals ? "reports" : "ignores", String(responseMs)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  })
  const [port] = await once(child, "message")
  if (onArrivals) child.on("message", onArrivals)
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill("SIGKILL") }
}
