import pg from "pg"
import { expect, it, onTestFinished, vi } from "vitest"
import type { TeamEngine } from "@/domain/ai-engines/team-engines"
import { log } from "@/domain/kernel/log"
import { markProcessLockLost, takeProcessLock } from "@/domain/kernel/process-lock"
import { inTeam } from "@/prisma/client"
import { expireAbandonedLeases } from "./expire-abandoned-leases"
import { openScan } from "./open-scan"
import { claimTasks, trackedLeases, trackLease, withLease } from "./tasks"
import { vendorOfFile, vendorProject } from "./testing/vendor-project"

const vendor = vendorOfFile()

it("a task is released whose claim was lost in a Postgres crash, and one that this process works on stays leased", async () => {
  vi.spyOn(log, "warn").mockReturnValue()
  const client = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
  await client.connect()
  onTestFinished(() => client.end())
  expect(await takeProcessLock(client)).toBe(true)
  onTestFinished(markProcessLockLost)
  const { start } = await vendorProject(vendor, { prompts: 2, runs: 1 })
  const open = await openScan((await start()).id)
  if (!open) throw new Error("not open")
  const claim = (token: string) =>
    inTeam(open.team_id, () => claimTasks(open, open.engines.get("openai_api") as TeamEngine, 1, { token }))
  const lost = trackLease()
  const [lostTask] = await claim(lost)
  await withLease(async (token) => {
    expect(await claim(token)).toHaveLength(1)
    trackedLeases().delete(lost) // the response to its claim never arrived
    expect(await expireAbandonedLeases([])).toBe(1)
    expect(await expireAbandonedLeases([])).toBe(0)
    expect(await claim(token)).toMatchObject([{ id: lostTask?.id }])
  })
  expect(trackedLeases().size).toBe(0)
})
