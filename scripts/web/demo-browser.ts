/**
 * Starts a production server with a temporary database, and a browser that is signed in to its demo team. For
 * measurements and screenshots.
 */
import { fork } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type Browser, type BrowserContextOptions, chromium } from "@playwright/test"
import { freePort } from "../free-port"
import { ensureBrowser } from "../test/browser"

type Demo = {
  email: string
  password: string
  team_slug: string
  client_id: string
  report_id: string
  project_id: string
}

export type DemoBrowser = {
  demo: Demo
  baseURL: string
  /** Opens a page in a new context, so that nothing is cached. */
  open(options?: BrowserContextOptions): Promise<import("@playwright/test").Page>
  stop(): Promise<void>
}

export async function startDemoBrowser(): Promise<DemoBrowser> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-web-"))
  const port = await freePort()
  const demoFile = join(folder, "demo.json")
  const server = fork("scripts/run.mjs", ["test-server", String(port), demoFile], { stdio: "inherit" })
  const baseURL = `http://localhost:${port}`
  await waitUntilReady(`${baseURL}/healthz`)
  const demo: Demo = JSON.parse(readFileSync(demoFile, "utf8"))
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: sandboxArguments() })
  const storageState = await signIn(browser, baseURL, demo)
  return {
    demo,
    baseURL,
    open: async (options = {}) => (await browser.newContext({ baseURL, storageState, ...options })).newPage(),
    async stop() {
      await browser.close()
      const ended = new Promise((resolve) => server.once("exit", resolve))
      server.kill("SIGTERM")
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

async function signIn(browser: Browser, baseURL: string, { email, password }: Demo) {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await page.goto("/sign-in")
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"))
  const state = await context.storageState()
  await context.close()
  return state
}

/** Chromium's sandbox does not work as root, and containers often run as root. */
const sandboxArguments = () => (process.getuid?.() === 0 ? ["--no-sandbox"] : [])

async function waitUntilReady(url: string) {
  for (let i = 0; i < 3_000; i++) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await sleep(100)
  }
  throw new Error(`no response from ${url}`)
}

/** The main pages of the demo team, by name. */
export const mainPages = ({ team_slug, client_id, report_id, project_id }: Demo) => ({
  home: `/${team_slug}`,
  client: `/${team_slug}/clients/${client_id}`,
  report: `/${team_slug}/reports/${report_id}`,
  "report editor": `/${team_slug}/reports/${report_id}/edit`,
  "AI visibility": `/${team_slug}/ai-visibility/${project_id}`,
  prompts: `/${team_slug}/ai-visibility/${project_id}/prompts`,
  citations: `/${team_slug}/ai-visibility/${project_id}/citations`,
  signals: `/${team_slug}/signals`,
  sources: `/${team_slug}/sources`,
  "API keys": `/${team_slug}/settings/api`,
  webhooks: `/${team_slug}/settings/api/webhooks`,
  documentation: "/docs",
})
