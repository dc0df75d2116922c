import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { expect, onTestFinished, test, vi } from "vitest"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"

ownDatabase()

/** The two addresses of an Inngest server that a process talks to by itself. */
async function inngestServer() {
  const asked: { path: string; body: string }[] = []
  const server = createServer(async (request, response) => {
    asked.push({ path: request.url ?? "", body: await text(request) })
    response.setHeader("content-type", "application/json")
    response.end(
      JSON.stringify(request.url?.startsWith("/e/") ? { ids: ["1"], status: 200 } : { ok: true, modified: true }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked }
}

test("with a server in the environment the functions are registered there, wake-ups go there, and no engine runs here", async () => {
  const { url, asked } = await inngestServer()
  vi.stubEnv("INNGEST_DEV", url)
  vi.stubEnv("SIGNALBOX_BASE_URL", "https://signalbox.example")
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.resetModules()
  const { startBackgroundWork, engineName } = await import("./start")
  const { embedded } = await import("./client")
  const background = startBackgroundWork()
  onTestFinished(() => background.stop())
  await background.ready
  expect(engineName()).toBe(`Inngest at ${url}`)
  expect(embedded.engine).toBeUndefined()
  const registration = JSON.parse(asked.find(({ path }) => path.startsWith("/fn/register"))?.body ?? "{}")
  expect(registration.url).toBe("https://signalbox.example/api/inngest")
  expect(registration.functions.map(({ id }: { id: string }) => id)).toContain("signalbox-deliver")
  await expect.poll(() => asked.find(({ path }) => path.startsWith("/e/"))?.body).toContain("webhooks/due")
})
