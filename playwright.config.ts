// Browser tests against a production server with a temporary database and the demo team.
import { defineConfig, devices } from "@playwright/test"
import { freePort } from "./scripts/free-port"
import { findBrowser } from "./scripts/test/browser"

// Playwright reads this file again in every worker, so the values are passed through the environment.
process.env["E2E_PORT"] ??= String(await freePort())
process.env["E2E_DEMO_FILE"] ??= `.build/e2e-${process.env["E2E_PORT"]}.json`
const { E2E_PORT, E2E_DEMO_FILE, PLAYWRIGHT_JSON_OUTPUT_FILE } = process.env

export default defineConfig({
  testDir: "e2e",
  // Long enough for a machine of two cores that is busy with other work. A test that passes never waits for these.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env["CI"]),
  reporter: PLAYWRIGHT_JSON_OUTPUT_FILE ? [["list"], ["json"], ["./scripts/test/playwright-progress.ts"]] : [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    baseURL: `http://localhost:${E2E_PORT}`,
    screenshot: "only-on-failure",
    // Screenshots cost more than the recorded DOM of each step, which is enough.
    trace: { mode: "retain-on-failure", screenshots: false },
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
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
    stdout: "pipe",
    stderr: "pipe",
  },
})
