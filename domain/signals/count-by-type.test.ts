import { expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam } from "@/prisma/client"
import { countByType } from "./count-by-type"
import { dismissSignals } from "./dismiss"
import { recordFindings } from "./record-findings"
import { checkOf, foundNow } from "./testing/findings"

const before = "2026-11-19T09:00:00Z"
const at = "2026-11-19T10:00:00Z"
const after = "2026-11-19T11:00:00Z"

it("the operation counts the team's signals of any status by type, since a time", async () => {
  const team = await freshTeam()
  const client = await freshClient(team)
  const found = [
    foundNow({ dedupe_key: "1" }),
    foundNow({ dedupe_key: "2" }),
    foundNow({ dedupe_key: "3", type: "metric_flatline" }),
  ]
  const [first = ""] = await inTeam(team.id, () => recordFindings(checkOf(team, client), found, new Date(at)))
  await run(dismissSignals, asPerson(team), { signal_ids: [first] })
  const countSince = async (created_after: string) => (await run(countByType, asPerson(team), { created_after })).data
  expect(await countSince(before)).toEqual([
    { type: "metric_anomaly", n: 2 },
    { type: "metric_flatline", n: 1 },
  ])
  expect(await countSince(after)).toEqual([])
  const stranger = asPerson(await freshTeam())
  expect((await run(countByType, stranger, { created_after: before })).data).toEqual([])
})
