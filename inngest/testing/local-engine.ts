/** An embedded engine for one test app, on the tests' database. */
import { Inngest, type InngestFunction } from "inngest"
import { serve } from "inngest/edge"
import { Engine } from "../engine/engine"
import { engineTransport } from "../engine/transport"
import { Listener } from "../listener"
import type { EngineUnderTest } from "./engine-under-test"

const quiet = { info() {}, warn() {}, error() {}, debug() {} }
const signingKey = "signkey-test-00112233445566778899aabbccddeeff"

/** Engines with the same `appId` share their runs, as several processes would. */
export function localEngine(appId: string): EngineUnderTest {
  let engine: Engine | undefined
  const client = new Inngest({
    id: appId,
    isDev: false,
    baseUrl: "http://engine.invalid",
    eventKey: "test",
    signingKey,
    fetch: engineTransport(() => engine),
    logger: quiet,
  })
  return {
    client,
    async open(functions: InngestFunction.Any[]) {
      const listener = new Listener()
      engine = new Engine({
        handler: { handle: serve({ client, functions }), signingKey },
        listener,
        backoffMs: () => 100,
      })
      await listener.open()
      await engine.start()
      return async () => {
        await engine?.stop()
        await listener.close()
      }
    },
  }
}
