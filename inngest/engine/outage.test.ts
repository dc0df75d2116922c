import { setTimeout as sleep } from "node:timers/promises"
import { ulid } from "ulid"
import { beforeEach, expect, it, onTestFinished, vi } from "vitest"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { log } from "@/domain/kernel/log"
import { disconnect } from "@/prisma/client"
import { DatabaseProxy } from "@/server/testing/database-proxy"
import { Journal } from "../testing/journal"
import { localEngine } from "../testing/local-engine"

ownDatabase()

beforeEach(() => {
  vi.spyOn(log, "warn").mockImplementation(() => {})
})

/** The database behind a proxy that the test can disconnect. */
async function databaseBehindProxy() {
  const proxy = new DatabaseProxy()
  const address = new URL(process.env.DATABASE_URL ?? "")
  const port = Number(address.port)
  address.port = String(await proxy.open(port))
  vi.stubEnv("DATABASE_URL", address.href)
  await disconnect()
  onTestFinished(async () => {
    await disconnect()
    await proxy.cut()
    vi.unstubAllEnvs()
  })
  return { disconnect: () => proxy.cut(), reconnect: () => proxy.open(port) }
}

it("repeats no step while the database is unreachable, and continues when it is back", async () => {
  const database = await databaseBehindProxy()
  const journal = new Journal()
  const engine = localEngine(`outage-${ulid().toLowerCase()}`)
  const twoSteps = engine.client.createFunction(
    { id: "two", triggers: [{ event: "two" }] },
    async ({ event, step }) => {
      const { subject } = event.data as { subject: string }
      await step.run("one", async () => {
        journal.note(subject, "one")
        await sleep(500)
      })
      await step.run("two", () => journal.note(subject, "two"))
    },
  )
  const close = await engine.open([twoSteps])
  await engine.client.send({ name: "two", data: { subject: "before" } })
  await journal.until("before", "one")
  await database.disconnect()
  const during = engine.client.send({ name: "two", data: { subject: "during" } }).catch(() => "refused")
  await sleep(3_000)
  await database.reconnect()
  await journal.until("before", "two")
  expect(journal.of("before")).toEqual(["one", "two"])
  if ((await during) !== "refused") await journal.until("during", "two")
  await engine.client.send({ name: "two", data: { subject: "after" } })
  expect(await journal.until("after", "two")).toEqual(["one", "two"])
  await close()
})
