import pg from "pg"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { log } from "@/domain/kernel/log"
import { whyNotReady } from "@/domain/operating/database-readiness"
import { longWait } from "@/domain/testing/long-wait"
import { isOutdated, stopWhenOutdated } from "./stop-when-outdated"

ownDatabase()

async function asOwner(text: string) {
  const owner = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
  await owner.connect()
  await owner.query(text)
  await owner.end()
}
const newer = (name: string) =>
  asOwner(
    `insert into _prisma_migrations (id, checksum, migration_name, started_at) values (gen_random_uuid(), 'x', '${name}', now())`,
  )

beforeEach(() => {
  const { signalboxProcessWide: values } = globalThis as { signalboxProcessWide?: Map<string, unknown> }
  values?.delete("stopped-for")
})
afterEach(() => asOwner("delete from _prisma_migrations where migration_name like '2999%'"))

it("continues while newer migrations only add, and stops for good after one that does more", async () => {
  const reported = vi.spyOn(log, "fatal").mockReturnValue()
  const stop = vi.fn(async () => {})
  const cancel = stopWhenOutdated(stop, 5)
  await asOwner("insert into additive_migration values ('29990101000000_adds')")
  await newer("29990101000000_adds")
  expect(await whyNotReady()).toBeNull()
  expect([isOutdated(), stop.mock.calls.length]).toEqual([false, 0])

  await newer("29990102000000_drops")
  expect(await whyNotReady()).toBe("the database was migrated by a newer version: 29990102000000_drops")
  await vi.waitUntil(() => stop.mock.calls.length > 0, longWait)
  expect(isOutdated()).toBe(true)
  expect(reported).toHaveBeenCalledOnce()
  cancel()
  await asOwner("delete from _prisma_migrations where migration_name like '2999%'")
  expect(await whyNotReady(), "work that has stopped does not start again").toMatch(/29990102000000_drops/)
})
