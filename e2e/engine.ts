/** Test fixture: a fake AI engine on this machine. Tests control its answers, delays and errors. */
import { startVendorServer, type VendorServer } from "@/domain/ai-engines/testing/vendor-server"
import { test as base } from "./test"

export const test = base.extend<{ engine: VendorServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  engine: async ({}, use) => {
    const engine = await startVendorServer()
    await use(engine)
    await engine.close()
  },
})
