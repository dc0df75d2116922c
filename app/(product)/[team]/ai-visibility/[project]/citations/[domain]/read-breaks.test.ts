import { expect, it } from "vitest"
import { freshTeam } from "@/domain/testing/team"
import { countedPanel } from "@/domain/visibility/testing/counted-panel"
import { callerInTeam } from "@/server/testing/team-caller"
import { readBreaks } from "./read-breaks"

const first = { "best one": { Bose: 1 }, "light one": { Bose: 1 } }
const second = { ...first, "loud one": { Bose: 1 } }

it("returns the end of the scan that asked other prompts", async () => {
  const team = await freshTeam()
  const { project_id, scans } = await countedPanel(
    team,
    [
      { date: "2026-03-02", prompts: first },
      { date: "2026-03-09", prompts: second },
      { date: "2026-03-16", prompts: second },
    ],
    { runs: 1 },
  )
  const [march2, march9, march16] = scans.map((scan_id, index) => ({
    scan_id,
    finished_at: `2026-03-${["02", "09", "16"][index]}T10:00:00.000Z`,
  }))
  const breaksOf = (...shown: unknown[]) => readBreaks(callerInTeam(team), project_id, shown as never)
  const changed = { date: "2026-03-09T10:00:00.000Z", reason: "Prompts changed: 1 added" }
  expect(await breaksOf(march2, march9, march16)).toEqual([changed])
  const longAgo = { scan_id: "scn_old", finished_at: "2023-01-02T10:00:00.000Z" }
  expect(await breaksOf(longAgo, march9, march16), "a longer time than a query covers").toEqual([changed])
  expect(await breaksOf(march9, march16)).toEqual([])
  expect(await breaksOf(march9)).toEqual([])
})
