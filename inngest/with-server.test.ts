import { createHash, createHmac } from "node:crypto"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { callServeHandler } from "./engine/serve-handler"

ownDatabase()
afterEach(() => void vi.unstubAllEnvs())
beforeEach(() => void vi.resetModules())

/** A fake Inngest server with the two addresses that a process calls: register and send events. */
async function inngestServer() {
  const asked: { method: string; path: string; headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer(async (request, response) => {
    const { method = "", url: path = "", headers } = request
    asked.push({ method, path, headers, body: await text(request) })
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify(path.startsWith("/e/") ? { ids: ["1"], status: 200 } : { ok: true, modified: true }))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const sent = (path: string) => asked.find((request) => request.path.startsWith(path))
  return { url: `http://127.0.0.1:${port}`, sent }
}

async function startWork() {
  const { startBackgroundWork, jobRunnerName } = await import("./start")
  const { embedded } = await import("./client")
  const background = startBackgroundWork()
  onTestFinished(() => background.stop())
  await background.ready
  expect(embedded.engine).toBeUndefined()
  return jobRunnerName()
}

it("with a development server, registers the functions and sends events there, and runs no embedded engine", async () => {
  const { url, sent } = await inngestServer()
  vi.stubEnv("INNGEST_DEV", url)
  vi.stubEnv("SIGNALBOX_BASE_URL", "https://signalbox.example")
  expect(await startWork()).toBe(`Inngest at ${url}`)
  const registration = JSON.parse(sent("/fn/register")?.body ?? "{}")
  expect(registration.url).toBe("https://signalbox.example/api/inngest")
  expect(registration.functions.map(({ id }: { id: string }) => id)).toContain("signalbox-deliver")
  await expect.poll(() => sent("/e/")?.body).toContain("webhooks/due")
})

describe("with a server that has keys", () => {
  const signingKey = `signkey-prod-${"5a".repeat(32)}`
  const hashedKey = `signkey-prod-${createHash("sha256")
    .update(Buffer.from("5a".repeat(32), "hex"))
    .digest("hex")}`

  async function inProduction() {
    const server = await inngestServer()
    vi.stubEnv("NODE_ENV", "production")
    vi.stubEnv("INNGEST_BASE_URL", server.url)
    vi.stubEnv("INNGEST_EVENT_KEY", "event-key")
    vi.stubEnv("INNGEST_SIGNING_KEY", signingKey)
    vi.stubEnv("INNGEST_SERVE_ORIGIN", "http://proxy.internal:8081")
    return server
  }

  it("registers with the hashed key and the callback address, and sends events with the event key", async () => {
    const { url, sent } = await inProduction()
    expect(await startWork()).toBe(`Inngest at ${url}`)
    const registration = sent("/fn/register")
    expect([registration?.method, registration?.headers.authorization]).toEqual(["POST", `Bearer ${hashedKey}`])
    const { url: wayBack, functions } = JSON.parse(registration?.body ?? "{}")
    expect(wayBack).toBe("http://proxy.internal:8081/api/inngest")
    const steps = functions.map(
      (config: { steps: { step: { runtime: { url: string } } } }) => config.steps.step.runtime.url,
    )
    expect(steps).toContain("http://proxy.internal:8081/api/inngest?fnId=signalbox-deliver&stepId=step")
    await expect.poll(() => sent("/e/event-key")?.body).toContain("webhooks/due")
  })

  it("accepts only calls that are signed with the key and current", async () => {
    await inProduction()
    const { serveFunctions } = await import("./index")
    const { log } = await import("@/domain/kernel/log")
    vi.spyOn(log, "error").mockReturnValue()
    const run = {
      event: { name: "inngest/scheduled.timer", data: {} },
      steps: {},
      ctx: { run_id: "01RUN", attempt: 0 },
    }
    const call = {
      method: "POST" as const,
      search: { fnId: "signalbox-sweep", stepId: "step" },
      body: { ...run, events: [run.event] },
    }
    const answered = await callServeHandler({ handle: serveFunctions, signingKey }, call)
    expect([answered.status, await answered.text()]).toEqual([200, expect.stringContaining('"released":0')])
    const otherServer = { handle: serveFunctions, signingKey: `signkey-prod-${"00".repeat(32)}` }
    expect((await callServeHandler(otherServer, call)).status).toBe(401)
    const hourAgo = Date.now() - 3_600_000
    vi.spyOn(Date, "now").mockReturnValueOnce(hourAgo)
    expect((await callServeHandler({ handle: serveFunctions, signingKey }, call)).status).toBe(401)
    const unsigned = new Request("http://localhost/api/inngest?fnId=signalbox-sweep&stepId=step", {
      method: "POST",
      headers: { host: "localhost", "content-type": "application/json" },
      body: JSON.stringify(call.body),
    })
    expect((await serveFunctions(unsigned)).status).toBe(401)
  })

  it("lists its functions only for signed calls", async () => {
    await inProduction()
    const { serveFunctions } = await import("./index")
    const ask = async (headers: Record<string, string> = {}) => {
      const response = await serveFunctions(
        new Request("http://localhost/api/inngest", { headers: { host: "localhost", ...headers } }),
      )
      return { status: response.status, said: await response.text() }
    }
    expect(await ask()).toEqual({ status: 401, said: '{"message":"Unauthorized"}' })
    const seconds = Math.floor(Date.now() / 1000)
    const signature = createHmac("sha256", "5a".repeat(32)).update(`${seconds}`).digest("hex")
    const { status, said } = await ask({ "x-inngest-signature": `t=${seconds}&s=${signature}` })
    expect([status, JSON.parse(said)]).toEqual([
      200,
      expect.objectContaining({
        function_count: expect.any(Number),
        has_signing_key: true,
        has_event_key: true,
        mode: "cloud",
      }),
    ])
    expect(said).not.toContain("5a5a")
  })
})
