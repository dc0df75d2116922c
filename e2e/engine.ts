/** Test fixture: a fake AI engine on this machine. Tests control its answers, delays and errors. */
import { test as base } from "@playwright/test"
import { startVendorServer, type VendorServer } from "@/domain/ai-engines/testing/vendor-server"

export const test = base.extend<{ engine: VendorServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  engine: async ({}, use) => {
    const engine = await startVendorServer()
    await use(engine)
    await engine.close()
  },
})
