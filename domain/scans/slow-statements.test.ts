/** Tests that scans whose tasks take longer than 5 s to write can be started and canceled. */
import pg from "pg"
import { expect, it } from "vitest"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { run } from "@/domain/kernel/operation"
import { cancelScan } from "./cancel"
import { vendorOfFile, vendorProject } from "./testing/vendor-project"

ownDatabase()
const vendor = vendorOfFile()

/** Every statement that writes tasks takes longer than the statement timeout of the application. */
async function slowTaskWrites() {
  const connection = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
  await connection.connect()
  await connection.query(`
    create function slow_write() returns trigger language plpgsql as $$ begin perform pg_sleep(5.2); return null; end $$;
    create trigger slow_write after insert or update on scan_task for each statement execute function slow_write()`)
  await connection.end()
}

it("starts and cancels a scan", async () => {
  const { ada, start, scanOf } = await vendorProject(vendor)
  await slowTaskWrites()
  const { id } = await start()
  await run(cancelScan, ada, { scan_id: id })
  expect(await scanOf(id)).toMatchObject({ status: "canceled", tasks: { total: 8, skipped: 8 } })
})
