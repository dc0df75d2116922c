import { setTimeout as sleep } from "node:timers/promises"
import { ulid } from "ulid"
import { beforeEach, expect, onTestFinished, test, vi } from "vitest"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { log } from "@/domain/kernel/log"
import { disconnect } from "@/prisma/client"
import { DatabaseLine } from "@/server/testing/database-line"
import { Journal } from "../testing/journal"
import { localEngine } from "../testing/local-engine"

ownDatabase()

beforeEach(() => {
  vi.spyOn(log, "warn").mockImplementation(() => {})
})

/** The database behind a proxy that the test can disconnect. */
async function throughLine() {
  const line = new DatabaseLine()
  const address = new URL(process.env.DATABASE_URL ?? "")
  const port = Number(address.port)
  address.port = String(await line.open(port))
  vi.stubEnv("DATABASE_URL", address.href)
  await disconnect()
  onTestFinished(async () => {
    await disconnect()
    await line.cut()
    vi.unstubAllEnvs()
  })
  return { cut: () => line.cut(), mend: () => line.open(port) }
}

test("repeats no step while the database is away, and continues when it is back", async () => {
  const line = await throughLine()
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
  await line.cut()
  const during = engine.client.send({ name: "two", data: { subject: "during" } }).catch(() => "refused")
  await sleep(3_000)
  await line.mend()
  await journal.until("before", "two")
  expect(journal.of("before")).toEqual(["one", "two"])
  if ((await during) !== "refused") await journal.until("during", "two")
  await engine.client.send({ name: "two", data: { subject: "after" } })
  expect(await journal.until("after", "two")).toEqual(["one", "two"])
  await close()
})
