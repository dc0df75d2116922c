import { expect, it } from "vitest"
import { freshTeam } from "@/domain/testing/team"
import { countedPanel } from "@/domain/visibility/testing/counted-panel"
import { callerInTeam } from "@/server/testing/team-caller"
import { readBreaks } from "./read-breaks"

const first = { "best one": { Bose: 1 }, "light one": { Bose: 1 } }
const second = { ...first, "loud one": { Bose: 1 } }
const endOf = (date: string) => ({ finished_at: `${date}T10:00:00.000Z` })

it("returns the day of the scan that asked other prompts", async () => {
  const team = await freshTeam()
  const { project_id } = await countedPanel(
    team,
    [
      { date: "2026-03-02", prompts: first },
      { date: "2026-03-09", prompts: second },
      { date: "2026-03-16", prompts: second },
    ],
    { runs: 1 },
  )
  const breaksOf = (...dates: string[]) => readBreaks(callerInTeam(team), project_id, dates.map(endOf))
  const changed = { date: "2026-03-09", reason: "Prompts changed: 1 added" }
  expect(await breaksOf("2026-03-02", "2026-03-09", "2026-03-16")).toEqual([changed])
  expect(await breaksOf("2023-01-02", "2026-03-16"), "a longer time than a query covers").toEqual([changed])
  expect(await breaksOf("2026-03-09", "2026-03-16")).toEqual([])
  expect(await breaksOf("2026-03-09")).toEqual([])
})
