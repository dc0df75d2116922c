/**
 * A real Inngest server at INNGEST_TEST_URL (for example `npx inngest-cli dev --no-discovery`), which calls the test
 * app over HTTP.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Inngest, type InngestFunction } from "inngest"
import { serve } from "inngest/node"
import type { EngineUnderTest } from "./engine-under-test"

export function remoteEngine(appId: string, baseUrl: string): EngineUnderTest {
  const client = new Inngest({ id: appId, isDev: true, baseUrl })
  return {
    client,
    async open(functions: InngestFunction.Any[]) {
      const server = createServer(serve({ client, functions, servePath: "/api/inngest" }))
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const { port } = server.address() as AddressInfo
      const registered = await fetch(`http://127.0.0.1:${port}/api/inngest`, { method: "PUT" })
      if (!registered.ok) throw new Error(`the Inngest server refuses the test app: ${await registered.text()}`)
      return () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections())
    },
  }
}
