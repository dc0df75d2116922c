/** Starts a second production server with a separate database. */
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "@/scripts/free-port"
import type { Demo } from "./start"

/** `settings`: environment variables that differ from those of the first server. */
export async function startSecondServer(settings: Record<string, string>) {
  const port = await freePort()
  const demoFile = `.build/e2e-${port}.json`
  const server = spawn(process.execPath, ["scripts/run.mjs", "test-server", String(port), demoFile], {
    env: { ...process.env, ...settings },
    stdio: ["ignore", "inherit", "inherit"],
  })
  const ended = new Promise<never>((_, fail) =>
    server.once("exit", (code) => fail(new Error(`the server ended with exit code ${code}`))),
  )
  ended.catch(() => {})
  await Promise.race([waitUntilUp(`http://localhost:${port}/healthz`), ended])
  const demo: Demo = JSON.parse(readFileSync(demoFile, "utf8"))
  const stop = async () => {
    server.kill()
    await ended.catch(() => {})
  }
  return { demo, stop }
}

async function waitUntilUp(url: string) {
  const isUp = () =>
    fetch(url).then(
      (response) => response.ok,
      () => false,
    )
  while (!(await isUp())) await sleep(100)
}
