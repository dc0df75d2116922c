/**
 * Compares the test of groups with the paired test on simulated prompts: how often a prompt is reported as changed when
 * nothing changed, and how often the one prompt is found whose visibility fell to a fifth. No database is involved.
 * docs/decisions/0033-pooled-test-of-groups.md states the results.
 */
import { type Change, testChanges } from "@/domain/visibility/statistics/change"
import { type GroupCells, testGroupChanges } from "@/domain/visibility/statistics/group-changes"
import { seededRandom } from "@/domain/visibility/statistics/seeded-random"
import { printTable } from "../table"
import { simulatedPeriod } from "./changes"

/** Each prompt has one cell per engine, and every scan asks each cell `runs` times. */
type Panel = { prompts: number; engines: number; runs: number; scans: number; correlation: number }

const simulations = 1_000

const panels: Panel[] = [
  { prompts: 11, engines: 3, runs: 3, scans: 1 },
  { prompts: 11, engines: 3, runs: 5, scans: 1 },
  { prompts: 11, engines: 3, runs: 15, scans: 1 },
  { prompts: 11, engines: 3, runs: 3, scans: 4 },
  { prompts: 30, engines: 4, runs: 3, scans: 4 },
  { prompts: 3, engines: 11, runs: 3, scans: 1 },
  { prompts: 30, engines: 1, runs: 15, scans: 1 },
  { prompts: 30, engines: 1, runs: 3, scans: 4 },
].flatMap((panel) => [0, 0.3, 0.6].map((correlation) => ({ ...panel, correlation })))

const tests: Record<string, (groups: GroupCells[]) => Change[]> = { paired: testChanges, groups: testGroupChanges }

export async function groupChanges() {
  const random = seededRandom("group changes")
  const rows = panels.map((panel) => {
    const counts = Object.keys(tests).map((name) => ({ name, falseChanges: 0, falseAfterAdjusting: 0, found: 0 }))
    for (let i = 0; i < simulations; i++) {
      const shares = Array.from({ length: panel.prompts }, () => {
        const mean = random()
        return Array.from({ length: panel.engines }, () =>
          Math.min(0.98, Math.max(0.02, mean + (random() - 0.5) * 0.7)),
        )
      })
      const fallen = Math.floor(random() * panel.prompts)
      const periodOf = (factor: number) =>
        shares.map((cells, prompt) =>
          simulatedPeriod(prompt === fallen ? cells.map((p) => p * factor) : cells, panel, random),
        )
      const previous = periodOf(1)
      const same = periodOf(1)
      const lower = periodOf(0.2)
      for (const count of counts) {
        const test = tests[count.name] as (groups: GroupCells[]) => Change[]
        const unchanged = test(groupsOf(same, previous, panel))
        count.falseChanges += unchanged.filter(({ p }) => p !== null && p < 0.05).length / panel.prompts
        if (unchanged.some(({ verdict }) => verdict === "up" || verdict === "down")) count.falseAfterAdjusting++
        if (test(groupsOf(lower, previous, panel))[fallen]?.verdict === "down") count.found++
      }
    }
    const { prompts, engines, runs, scans, correlation } = panel
    const percent = (n: number) => `${((100 * n) / simulations).toFixed(1)}%`
    const shown = counts.flatMap(({ name, falseChanges, falseAfterAdjusting, found }) => [
      [`${name}: false`, percent(falseChanges)],
      [`${name}: any false, adjusted`, percent(falseAfterAdjusting)],
      [`${name}: found, adjusted`, percent(found)],
    ])
    return {
      panel: `${prompts} prompts x ${engines} engines x ${runs} runs x ${scans} scans, correlation ${correlation}`,
      ...Object.fromEntries(shown),
    }
  })
  printTable(`Tests of single prompts, ${simulations} simulations of each panel`, rows)
}

/** A period of one prompt: the number of answers that mention the brand, `period[scan][cell]`. */
type Period = number[][]

const groupsOf = (current: Period[], previous: Period[], panel: Panel) =>
  current.map((period, prompt) => groupOf(period, previous[prompt] as Period, panel))

function groupOf(current: Period, previous: Period, { engines, runs, scans }: Panel): GroupCells {
  const answers = runs * scans
  const n = 2 * answers // answers of a cell in both periods
  const cells = Array.from({ length: engines }, (_, cell) => {
    const mentionsIn = (period: Period) => sum(period.map((scan) => scan[cell] as number))
    const now = mentionsIn(current)
    const before = mentionsIn(previous)
    return { difference: (now - before) / answers, mentions: now + before }
  })
  const differences = cells.map(({ difference }) => difference)
  const mentions = cells.map((cell) => cell.mentions)
  const shares = mentions.map((k) => k / n)
  return {
    brandId: "brand",
    isOwnBrand: true,
    hasSingleRuns: answers === 1,
    commonCells: engines,
    currentCells: engines,
    previousCells: engines,
    currentAnswers: engines * answers,
    previousAnswers: engines * answers,
    differenceSum: sum(differences),
    squaredDifferenceSum: sum(differences.map((d) => d * d)),
    risenCells: differences.filter((d) => d > 0).length,
    fallenCells: differences.filter((d) => d < 0).length,
    mentions: sum(mentions),
    binomialVariance: sum(shares.map((p) => p * (1 - p) * (2 / answers) * (n / (n - 1)))),
    mixedCells: shares.filter((p) => p > 0 && p < 1).length,
  }
}

const sum = (numbers: number[]) => numbers.reduce((added, n) => added + n, 0)
