import { expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { dismissSignals } from "@/domain/signals/dismiss"
import type { Finding } from "@/domain/signals/finding"
import { recordFindings } from "@/domain/signals/record-findings"
import { checkOf, foundNow } from "@/domain/signals/testing/findings"
import { freshClient } from "@/domain/testing/client"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam } from "@/prisma/client"
import { listOpenSignals } from "./list-open-signals"

const start = Date.now()

/** A team with one signal for each finding. The first one is the oldest. */
async function teamWith(findings: Partial<Finding>[]) {
  const team = await freshTeam()
  const client = await freshClient(team)
  const ids: string[] = []
  for (const [i, more] of findings.entries()) {
    const found = foundNow({ title: String(i), dedupe_key: String(i), ...more })
    ids.push(...(await inTeam(team.id, () => recordFindings(checkOf(team, client), [found], new Date(start + i)))))
  }
  const list = async () => (await run(listOpenSignals, asPerson(team), {})).data
  return { team, ids, list, titles: async () => (await list()).signals.map(({ title }) => title) }
}

it("lists positive signals last, and otherwise the most severe first, without info signals and ended ones", async () => {
  const { team, ids, titles } = await teamWith([
    { title: "rose", impact: "positive", severity: "critical" },
    { title: "fell", severity: "warning" },
    { title: "fell deeply", severity: "critical" },
    { title: "neither", impact: "neutral", severity: "critical" },
    { title: "note", severity: "info" },
    { title: "false alarm", severity: "critical" },
  ])
  await run(dismissSignals, asPerson(team), { signal_ids: [ids[5] as string] })
  expect(await titles()).toEqual(["neither", "fell deeply", "fell", "rose"])
})

it("lists a negative signal even if more than 100 positive ones are open", async () => {
  const positive = Array.from({ length: 100 }, () => ({ impact: "positive", severity: "critical" }) as const)
  const { list } = await teamWith([{ title: "fell", severity: "warning" }, ...positive])
  const { signals, has_more } = await list()
  expect(signals[0]?.title).toBe("fell")
  expect([signals.length, has_more]).toEqual([100, true])
})

it("lists no signals of another team", async () => {
  await teamWith([{}])
  const { list } = await teamWith([])
  expect(await list()).toEqual({ signals: [], has_more: false })
})
