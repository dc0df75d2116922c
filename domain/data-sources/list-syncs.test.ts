import { expect, it } from "vitest"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { freshSource } from "@/domain/testing/facts"
import { asKey, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { listSyncs } from "./list-syncs"

it("lists the newest syncs first, and filters by the time when they started", async () => {
  const team = await freshTeam()
  const data_source_id = await freshSource(team, await freshClient(team), [])
  const days = ["2026-11-01", "2026-11-02", "2026-11-03"]
  const syncs = days.map((day) => ({ id: newId("syncRun"), started_at: new Date(`${day}T12:00:00Z`) }))
  await inTeam(team.id, () =>
    prisma.syncRun.createMany({
      data: syncs.map((sync) => ({
        ...sync,
        team_id: team.id,
        data_source_id,
        trigger: "manual",
        status: "succeeded",
      })),
    }),
  )
  const started = async (input: object) => {
    const { data } = await run(listSyncs, asKey(team), { data_source_id, ...input })
    return data.map(({ started_at }) => started_at.slice(0, 10))
  }
  expect(await started({})).toEqual(days.toReversed())
  expect(await started({ started_after: "2026-11-02" })).toEqual(["2026-11-03", "2026-11-02"])
  expect(await started({ started_after: "2026-11-02", started_before: "2026-11-03" })).toEqual(["2026-11-02"])
})
