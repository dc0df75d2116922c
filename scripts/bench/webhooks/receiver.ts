/** A healthy receiver in a process of its own: reads the body, answers 200. */
import { spawn } from "node:child_process"
import { once } from "node:events"

const program = `
  const server = require("node:http").createServer((request, response) => request.resume().on("end", () => response.end("ok")))
  server.keepAliveTimeout = 60_000
  server.listen(0, "127.0.0.1", () => process.send(server.address().port))
  process.on("disconnect", () => process.exit())`

export async function startReceiver(): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, ["--eval", program], { stdio: ["ignore", "inherit", "inherit", "ipc"] })
  const [port] = await once(child, "message")
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill("SIGKILL") }
}
