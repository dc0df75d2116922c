/** Browser tests against a production server with a temporary database and the demo team. */
import { defineConfig, devices } from "@playwright/test"
import { freePort } from "./scripts/free-port"
import { findBrowser } from "./scripts/test/browser"

// Playwright reads this file again in every worker, so the values are passed through the environment.
process.env["E2E_PORT"] ??= String(await freePort())
process.env["E2E_DEMO_FILE"] ??= `.build/e2e-${process.env["E2E_PORT"]}.json`
// The server reads Meta Ads from a fake that e2e/sources.test.ts starts on this port.
process.env["E2E_META_PORT"] ??= String(await freePort())
const fakeOfMeta = {
  DATA_SOURCE_URLS: JSON.stringify({ meta_ads: `http://127.0.0.1:${process.env["E2E_META_PORT"]}` }),
  META_APP_ID: "fake-app",
  META_APP_SECRET: "fake-secret",
}
const { E2E_PORT, E2E_DEMO_FILE, PLAYWRIGHT_JSON_OUTPUT_FILE } = process.env

export default defineConfig({
  testDir: "e2e",
  // Long enough for a machine of two cores that is busy with other work. A test that passes never waits for these.
  timeout: 240_000,
  expect: { timeout: 60_000, toPass: { timeout: 120_000 } },
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env["CI"]),
  reporter: PLAYWRIGHT_JSON_OUTPUT_FILE ? [["list"], ["json"], ["./scripts/test/playwright-progress.ts"]] : [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    actionTimeout: 60_000,
    baseURL: `http://localhost:${E2E_PORT}`,
    // Clicks would wait for each transition to end.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    // A trace costs a tenth of the CPU. To record one, run: npx playwright test --trace on e2e/<file>
    trace: "off",
    launchOptions: {
      executablePath: findBrowser() ?? undefined,
      // Chromium's sandbox does not work as root, and containers often run as root.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
  webServer: {
    command: `node scripts/run.mjs test-server ${E2E_PORT} ${E2E_DEMO_FILE}`,
    url: `http://localhost:${E2E_PORT}/healthz`,
    timeout: 300_000,
    env: fakeOfMeta,
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
    stdout: "pipe",
    stderr: "pipe",
  },
})
