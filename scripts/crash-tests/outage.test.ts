/** Tests what the server logs while Postgres is unreachable and people open pages. */
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { disconnect } from "@/prisma/client"
import { DatabaseProxy } from "@/server/testing/database-proxy"
import { startTemporaryDatabase } from "../temporary-database"
import { newFolder, startSignalbox } from "./signalbox"

const proxy = new DatabaseProxy()
const { folder, remove } = newFolder()
let database: Awaited<ReturnType<typeof startTemporaryDatabase>>
let signalbox: Awaited<ReturnType<typeof startSignalbox>>

beforeAll(async () => {
  database = await startTemporaryDatabase()
  const address = new URL(database.url)
  address.port = String(await proxy.open(Number(address.port)))
  const secrets = ["NEXTAUTH_SECRET", "SIGNALBOX_KEY_PEPPER", "SIGNALBOX_ENCRYPTION_KEYS"]
  const env = Object.fromEntries(secrets.map((name) => [name, process.env[name] ?? ""]))
  signalbox = await startSignalbox({ dataDir: join(folder, "data"), env: { ...env, DATABASE_URL: address.href } })
  await signalbox.ready()
})

afterAll(async () => {
  signalbox?.kill("SIGTERM")
  await signalbox?.ended
  await disconnect()
  await proxy.cut()
  await database?.stop()
  remove()
})

const visit = (path: string) => fetch(`http://localhost:${signalbox.port}${path}`).then(({ status }) => status)

const count = (text: string, part: string) => text.split(part).length - 1
/** True when every logged outage has ended. A busy machine can slow Postgres down enough to log additional outages. */
const allOutagesEnded = (text: string) => count(text, '"outage":"started"') === count(text, '"outage":"ended"')

it("logs only the start and the end of an outage, also when pages fail", async () => {
  expect(await visit("/invitations/unknown")).toBe(200)
  await expect.poll(() => allOutagesEnded(signalbox.output())).toBe(true)
  const before = signalbox.output().length
  const since = () => signalbox.output().slice(before)
  await proxy.cut()
  for (let i = 0; i < 5; i++) expect(await visit("/invitations/unknown")).toBe(500)
  expect(await visit("/api/auth/session")).toBe(200)
  await proxy.open(Number(new URL(database.url).port))
  await expect.poll(() => since().includes('"outage":"ended"') && allOutagesEnded(since())).toBe(true)
  expect(await visit("/invitations/unknown")).toBe(200)
  const printed = since().trim().split("\n").map(read)
  const outages = printed.map((_, i) => ({ level: 50, outage: i % 2 ? "ended" : "started", dependency: "Postgres" }))
  expect(printed).toEqual(outages)
})

/** Parses a log line. A line that is not JSON is returned unchanged, and fails the comparison. */
function read(printed: string) {
  try {
    const { level, outage, dependency } = JSON.parse(printed)
    return { level, outage, dependency }
  } catch {
    return printed
  }
}
