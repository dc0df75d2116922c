import { randomUUID } from "node:crypto"
import { expect, it } from "vitest"
import type { TeamFacts } from "@/domain/kernel/context"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam } from "@/prisma/client"
import { dismissSignals } from "./dismiss"
import type { Finding } from "./finding"
import { getNeighbors } from "./get-neighbors"
import { listSignals } from "./list"
import { recordFindings } from "./record-findings"
import { checkOf, foundNow } from "./testing/findings"

/** Creates signals in the order of `findings` and returns their ids. Each has its position as title. */
async function signalsOf(
  team: TeamFacts,
  findings: Partial<Finding>[],
  client?: Awaited<ReturnType<typeof freshClient>>,
) {
  const of = client ?? (await freshClient(team))
  const ids: string[] = []
  for (const [i, more] of findings.entries()) {
    const finding = foundNow({ title: String(i), dedupe_key: randomUUID(), ...more })
    ids.push(...(await inTeam(team.id, () => recordFindings(checkOf(team, of), [finding], new Date()))))
  }
  return ids
}

const on = (to: string) => ({ period: { from: "2026-11-01", to } })

async function neighborsOf(team: TeamFacts, signal_id: string, filters: object = {}) {
  const { data } = await run(getNeighbors, asPerson(team), { signal_id, ...filters } as never)
  return [data.previous?.title, data.next?.title]
}

it.each(["-created_at", "created_at", "-period_to", "period_to", "updated_at", "-severity"])(
  "returns the neighbors of each signal in the order of the list sorted by %s",
  async (sort) => {
    const team = await freshTeam()
    await signalsOf(team, [
      { severity: "warning", ...on("2026-11-18") },
      { severity: "critical", ...on("2026-11-20") },
      { severity: "info", ...on("2026-11-19") },
      { severity: "warning", ...on("2026-11-20") },
    ])
    const { data: listed } = await run(listSignals, asPerson(team), { sort } as never)
    for (const [i, { id }] of listed.entries())
      expect(await neighborsOf(team, id, { sort })).toEqual([listed[i - 1]?.title, listed[i + 1]?.title])
  },
)

it("crosses the end of a page of the list", async () => {
  const team = await freshTeam()
  await signalsOf(team, Array(5).fill({}))
  const { data } = await run(listSignals, asPerson(team), { limit: 2 } as never)
  expect(await neighborsOf(team, data[1]?.id as string)).toEqual(["4", "2"])
})

it("skips signals that the filters exclude, and places one that has left the list by its position", async () => {
  const team = await freshTeam()
  const client = await freshClient(team)
  const ids = await signalsOf(team, [{}, { severity: "info" }, {}, {}], client)
  await signalsOf(team, [{ title: "another client" }])
  const filters = { client_id: client.id, status: ["open"], min_severity: "warning", sort: "created_at" }
  expect(await neighborsOf(team, ids[0] as string, filters)).toEqual([undefined, "2"])
  await run(dismissSignals, asPerson(team), { signal_ids: [ids[2] as string] })
  expect(await neighborsOf(team, ids[2] as string, filters)).toEqual(["0", "3"])
  expect(await neighborsOf(team, ids[0] as string, filters)).toEqual([undefined, "3"])
  expect(await neighborsOf(team, ids[3] as string, filters)).toEqual(["0", undefined])
})

it("neither finds a signal of another team nor returns one", async () => {
  const team = await freshTeam()
  const other = await freshTeam()
  const [own] = await signalsOf(team, [{}])
  const [foreign] = await signalsOf(other, [{}])
  expect(await neighborsOf(team, own as string)).toEqual([undefined, undefined])
  await expect(neighborsOf(team, foreign as string)).rejects.toMatchObject({ code: "resource_not_found" })
})
