/**
 * Compares the test of groups with the paired test on simulated prompts: how often a prompt is reported as changed when
 * nothing changed, and how often the test finds the one prompt whose visibility fell to a fifth. No database is
 * involved. docs/decisions/0033-pooled-test-of-groups.md states the results.
 */
import { type Change, testChanges } from "@/domain/visibility/statistics/change"
import { type GroupCells, testGroupChanges } from "@/domain/visibility/statistics/group-changes"
import { seededRandom } from "@/domain/visibility/statistics/seeded-random"
import { printTable } from "../table"
import { simulatePeriod } from "./changes"

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
      const fallenPrompt = Math.floor(random() * panel.prompts)
      /** The visibility of one prompt changes by the factor. */
      const simulate = (factor: number) =>
        shares.map((cells, prompt) =>
          simulatePeriod(prompt === fallenPrompt ? cells.map((p) => p * factor) : cells, panel, random),
        )
      const previous = simulate(1)
      const unchanged = simulate(1)
      const fallen = simulate(0.2)
      for (const count of counts) {
        const test = tests[count.name] as (groups: GroupCells[]) => Change[]
        const changes = test(buildGroups(unchanged, previous, panel))
        count.falseChanges += changes.filter(({ p }) => p !== null && p < 0.05).length / panel.prompts
        if (changes.some(({ verdict }) => verdict === "up" || verdict === "down")) count.falseAfterAdjusting++
        if (test(buildGroups(fallen, previous, panel))[fallenPrompt]?.verdict === "down") count.found++
      }
    }
    const { prompts, engines, runs, scans, correlation } = panel
    const formatShare = (count: number) => `${((100 * count) / simulations).toFixed(1)}%`
    const columns = counts.flatMap(({ name, falseChanges, falseAfterAdjusting, found }) => [
      [`${name}: false`, formatShare(falseChanges)],
      [`${name}: any false, adjusted`, formatShare(falseAfterAdjusting)],
      [`${name}: found, adjusted`, formatShare(found)],
    ])
    return {
      panel: `${prompts} prompts x ${engines} engines x ${runs} runs x ${scans} scans, correlation ${correlation}`,
      ...Object.fromEntries(columns),
    }
  })
  printTable(`Tests of single prompts, ${simulations} simulations of each panel`, rows)
}

/** A period of one prompt: the number of answers that mention the brand, `period[scan][cell]`. */
type Period = number[][]

const buildGroups = (current: Period[], previous: Period[], panel: Panel) =>
  current.map((period, prompt) => buildGroup(period, previous[prompt] as Period, panel))

function buildGroup(current: Period, previous: Period, { engines, runs, scans }: Panel): GroupCells {
  const answers = runs * scans // of a cell in one period
  const allAnswers = 2 * answers
  const cells = Array.from({ length: engines }, (_, cell) => {
    const mentionsIn = (period: Period) => sum(period.map((scan) => scan[cell] as number))
    const currentMentions = mentionsIn(current)
    const previousMentions = mentionsIn(previous)
    return {
      difference: (currentMentions - previousMentions) / answers,
      mentions: currentMentions + previousMentions,
    }
  })
  const differences = cells.map(({ difference }) => difference)
  const mentions = cells.map((cell) => cell.mentions)
  const shares = mentions.map((count) => count / allAnswers)
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
    binomialVariance: sum(shares.map((p) => p * (1 - p) * (2 / answers) * (allAnswers / (allAnswers - 1)))),
    mixedCells: shares.filter((p) => p > 0 && p < 1).length,
  }
}

const sum = (numbers: number[]) => numbers.reduce((added, n) => added + n, 0)
