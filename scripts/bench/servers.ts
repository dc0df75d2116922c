/**
 * Starts the servers under test. Each is a separate process, so that the load generator does not share their event
 * loop.
 */
import { type ChildProcess, fork } from "node:child_process"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "../free-port"
import { limitsOfBenchmarks } from "./limits"

const mcpLimits = {
  callsPerMinute: 1e9,
  callsPerHour: 1e9,
  teamCallsPerMinute: 1e9,
  callsInFlight: 1e6,
  otherRequestsPerMinute: 1e9,
}

export type RunningServer = { url: string; stop(): void }

/**
 * `product` is the server of npm start. `next` is the same server with REST handled by Next's route. `bare` is a
 * node:http server that runs one SQL statement. `bare-isolated` runs it under row-level security. `mcp-example` is an
 * MCP server of the SDK alone.
 */
export async function startServer(
  kind: "product" | "next" | "bare" | "bare-isolated" | "mcp-example",
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const port = await freePort()
  const child: ChildProcess = fork("scripts/run.mjs", ["bench-server", kind, String(port)], {
    execPath: process.execPath,
    env: {
      ...process.env,
      NODE_ENV: "production",
      LOG_LEVEL: "error",
      SIGNALBOX_LIMITS: limitsOfBenchmarks,
      SIGNALBOX_MCP_LIMITS: JSON.stringify(mcpLimits),
      SIGNALBOX_REST_MOUNT: kind === "next" ? "next" : "front",
      ...env,
    },
  })
  const url = `http://127.0.0.1:${port}`
  await waitUntilReady(`${url}/healthz`, child)
  return { url, stop: () => void child.kill("SIGKILL") }
}

async function waitUntilReady(url: string, child: ChildProcess) {
  for (let i = 0; i < 300 && child.exitCode === null; i++) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await sleep(100)
  }
  throw new Error(`no response from ${url}`)
}
