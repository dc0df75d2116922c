import { setTimeout as sleep } from "node:timers/promises"
import { beforeEach, expect, it, vi } from "vitest"
import { ownPostgres } from "@/domain/deliveries/testing/own-postgres"
import { queryRows } from "@/domain/deliveries/testing/rows-of"
import { log } from "@/domain/kernel/log"
import { vendorOfFile, vendorProject } from "@/domain/scans/testing/vendor-project"
import { sql } from "@/prisma/client"
import { backgroundProcess, backgroundWork } from "./testing/background"

const postgres = ownPostgres()
const vendor = vendorOfFile()
beforeEach(() => {
  for (const level of ["warn", "error"] as const) vi.spyOn(log, level).mockReturnValue()
})

const prompts = 60

it.each(["stopped", "killed"] as const)(
  "stores every answer that arrived while Postgres was %s, asks none again, and continues the scan afterwards",
  async (how) => {
    vendor.delayMs = 1_000
    const { start } = await vendorProject(vendor, { prompts, runs: 1, engine: { concurrency: 10 } })
    await backgroundWork()
    await backgroundProcess()
    const { id } = await start()
    await expect.poll(() => vendor.asked.length, { interval: 5 }).toBeGreaterThan(prompts / 3)
    await postgres.end(how)
    await sleep(3_000)
    const meanwhile = vendor.asked.length
    expect(meanwhile).toBeLessThan(prompts)
    await postgres.start()
    const scan = () =>
      queryRows<{ status: string; answers_valid: number }>(sql`select status, answers_valid from scan where id = ${id}`)
    await expect.poll(scan, { interval: 500 }).toEqual([{ status: "completed", answers_valid: prompts }])
    const times = Map.groupBy(vendor.asked, ({ body }) => String(body["input"]))
    expect([...times.values()].filter((asked) => asked.length > 1)).toEqual([])
    expect(times.size).toBe(prompts)
    expect(await queryRows(sql`select 1 from answer where scan_id = ${id}`)).toHaveLength(prompts)
    expect(
      await queryRows(
        sql`select 1 from webhook_message where type = 'scan.completed' and dedup_key = ${`scan.completed:${id}`}`,
      ),
    ).toHaveLength(1)
  },
)
