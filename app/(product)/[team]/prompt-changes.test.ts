import { describe, expect, it } from "vitest"
import { freshTeam } from "@/domain/testing/team"
import { countedPanel } from "@/domain/visibility/testing/counted-panel"
import { callerInTeam } from "@/server/testing/team-caller"
import { readContributions, readMovedPrompts, readPromptChanges } from "./prompt-changes"

const runs = 6
const steady = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`steady ${i}`, { Bose: 3, Sony: 3 }]))
const before = {
  falls: { Bose: 6, Sony: 3 },
  "Is Bose light?": { Bose: 0, Sony: 3 },
  rises: { Bose: 0, Sony: 3 },
  "falls for Sony": { Bose: 3, Sony: 6 },
  ...steady,
}
const after = {
  falls: { Bose: 0, Sony: 3 },
  "Is Bose light?": { Bose: 5, Sony: 3 },
  rises: { Bose: 4, Sony: 3 },
  "falls for Sony": { Bose: 3, Sony: 0 },
  ...steady,
}

/** Two engines and 13 prompts. The third scan repeats the first. */
async function threeScans() {
  const team = await freshTeam()
  const scans = [
    { date: "2026-03-02", prompts: before },
    { date: "2026-03-09", prompts: after },
    { date: "2026-03-16", prompts: before },
  ]
  return { api: callerInTeam(team), ...(await countedPanel(team, scans, { runs, engines: 2 })) }
}

describe("readMovedPrompts", () => {
  it("returns the prompts that changed significantly between a scan and the one before, the largest change first", async () => {
    const { api, project_id, scans, prompts } = await threeScans()
    const moved = await readMovedPrompts(api, { project_id, scan_id: scans[1] as string, engine: undefined }, 2)
    expect(moved).toMatchObject({ total: 3, canTell: true })
    expect(moved.prompts.map(({ id, text }) => [id, text])).toEqual([
      [prompts["falls"], prompts["falls"]], // the text of these prompts is their id
      [prompts["Is Bose light?"], prompts["Is Bose light?"]],
    ])
    const [falls, branded] = moved.prompts.map(({ row }) => row)
    expect(falls).toMatchObject({
      brand: { name: "Bose" },
      visibility: { value: 0, numerator: 0, denominator: 12 },
      change: {
        verdict: "down",
        method: "pooled_t",
        delta_abs: -1,
        delta_compared: -1,
        cells_compared: 2,
        previous: { visibility: { value: 1, numerator: 12, denominator: 12 } },
      },
    })
    // Each cell has 6 of 12 mentions: V = 2 * 1/2 * 1/2 * (1/6 + 1/6) * 12/11 = 2/11, t = 2 / sqrt(2/11) = 4.690, and
    // p = 0.000422 with 13 degrees of freedom, one for each prompt. It is the smallest of 13 p-values.
    expect(falls?.change?.p_value).toBeCloseTo(0.00042246825, 9)
    expect(falls?.change?.p_adjusted).toBeCloseTo(13 * 0.00042246825, 8)
    // 5 of 12 mentions: V = 35/198, t = (10/6) / sqrt(35/198) = 3.964, p = 0.001618, the second of 13.
    expect(branded?.change).toMatchObject({ verdict: "up", previous: { visibility: { numerator: 0 } } })
    expect(branded?.change?.p_value).toBeCloseTo(0.0016178445, 9)
    expect(branded?.change?.p_adjusted).toBeCloseTo((13 * 0.0016178445) / 2, 8)
  })

  it("compares each scan with the one before it, and returns nothing for the first scan", async () => {
    const { api, project_id, scans } = await threeScans()
    const verdicts = async (scan_id = "") => {
      const { prompts, total } = await readMovedPrompts(api, { project_id, scan_id, engine: undefined }, 5)
      return [total, ...prompts.map(({ row }) => row.change?.verdict)]
    }
    expect(await verdicts(scans[1])).toEqual([3, "down", "up", "up"])
    expect(await verdicts(scans[2])).toEqual([3, "up", "down", "down"])
    expect(await verdicts(scans[0])).toEqual([0])
  })

  it("reads the prompts of another brand, as in the signal of a competitor", async () => {
    const { api, project_id, scans, prompts, brands } = await threeScans()
    const selection = { project_id, scan_id: scans[1] as string, engine: undefined, brand_id: brands["Sony"] }
    const moved = await readMovedPrompts(api, selection, 5)
    expect(moved.total).toBe(1)
    expect(moved.prompts).toMatchObject([
      {
        id: prompts["falls for Sony"],
        row: {
          brand: { name: "Sony" },
          visibility: { numerator: 0, denominator: 12 },
          change: { verdict: "down", previous: { visibility: { numerator: 12 } } },
        },
      },
    ])
  })
})

describe("readContributions", () => {
  it("shows the largest contributions in both directions, in the order of all", async () => {
    const team = await freshTeam()
    const scans = [
      { date: "2026-03-02", prompts: { "big fall": { Bose: 6 }, "small fall": { Bose: 3 }, "big rise": { Bose: 0 } } },
      { date: "2026-03-09", prompts: { "big fall": { Bose: 0 }, "small fall": { Bose: 2 }, "big rise": { Bose: 5 } } },
    ]
    const panel = await countedPanel(team, scans, { runs, engines: 2 })
    const selection = { project_id: panel.project_id, scan_id: panel.scans[1] as string, engine: undefined }
    const { shown, others } = await readContributions(callerInTeam(team), selection, 2)
    expect(shown.map(({ promptId }) => promptId)).toEqual([panel.prompts["big fall"], panel.prompts["big rise"]])
    expect(others.map(({ promptId }) => promptId)).toEqual([panel.prompts["small fall"]])
  })
})

describe("readPromptChanges", () => {
  it("returns the row of every prompt, of one engine on request", async () => {
    const team = await freshTeam()
    const one = { "best headphones": { Bose: [6, 2] }, "Bose or Sony?": { Bose: [1, 5] } }
    const two = { "best headphones": { Bose: [0, 2] }, "Bose or Sony?": { Bose: [1, 6] } }
    const scans = [
      { date: "2026-03-02", prompts: one },
      { date: "2026-03-09", prompts: two },
    ]
    const panel = await countedPanel(team, scans, { runs, engines: 2 })
    const changesOn = async (engine: string | undefined) => {
      const selection = { project_id: panel.project_id, scan_id: panel.scans[1] as string, engine }
      const changes = await readPromptChanges(callerInTeam(team), selection)
      return Object.entries(panel.prompts).map(([name, id]) => {
        const { visibility, change } = changes.get(id) ?? {}
        return [name, visibility?.numerator, change?.previous?.visibility.numerator, change?.cells_compared]
      })
    }
    expect(await changesOn(undefined)).toEqual([
      ["best headphones", 2, 8, 2],
      ["Bose or Sony?", 7, 6, 2],
    ])
    expect(await changesOn("panel_b")).toEqual([
      ["best headphones", 2, 2, 1],
      ["Bose or Sony?", 6, 5, 1],
    ])
  })
})
