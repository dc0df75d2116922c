/** Runs one server under test: `bench-server <kind> <port>`. Only the benchmarks start it. */
import { createServer } from "node:http"
import pg from "pg"
import { applicationPoolConfig } from "@/prisma/pool"
import { load } from "./bundle"

type ServerModule = { serve(options: { port: number; hostname: string; dev: boolean }): Promise<unknown> }

export async function run([kind, port]: string[]) {
  if (kind?.startsWith("bare")) return serveStatement(Number(port), kind === "bare-isolated")
  if (kind === "mcp-example") return serveMcpExample(Number(port))
  const { serve } = await load<ServerModule>("server/main.ts")
  await serve({ port: Number(port), hostname: "127.0.0.1", dev: false })
}

async function serveMcpExample(port: number) {
  const { serveExample } = await import("./bench/mcp-example")
  serveExample(port, process.env.SIGNALBOX_BENCH_KEY ?? "")
}

/**
 * Baseline: a plain node:http server that runs the SQL statement of SIGNALBOX_BENCH_STATEMENT for each request. With
 * `isIsolated` the statement runs as the application's role, which measures the cost of row-level security.
 */
function serveStatement(port: number, isIsolated: boolean) {
  const { text, values, team } = JSON.parse(process.env.SIGNALBOX_BENCH_STATEMENT ?? "{}")
  const url = process.env.DATABASE_URL ?? ""
  const pool = new pg.Pool(isIsolated ? applicationPoolConfig(url) : { connectionString: url, max: 10 })
  if (isIsolated)
    pool.on("connect", (client) => void client.query("select set_config('app.team_id', $1, false)", [team]))
  createServer(async (request, response) => {
    if (request.url === "/healthz") return response.end("ok")
    const result = await pool.query({ name: "bench", text, values })
    const body = JSON.stringify(result.rows)
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) }).end(body)
  }).listen(port, "127.0.0.1")
}
