import { expect, it } from "vitest"
import type { Signal } from "@/components/signals/signal-labels"
import { updateBrand } from "@/domain/ai-projects/brands/update-brand"
import { updatePrompt } from "@/domain/ai-projects/prompts/update-prompt"
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { type CountedScan, countedPanel } from "@/domain/visibility/testing/counted-panel"
import { callerInTeam } from "@/server/testing/team-caller"
import { readOtherBrands } from "./read-other-brands"
import { readSignalPrompts } from "./read-signal-prompts"

const steady = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`steady ${i}`, { Bose: 3, Sony: 3 }]))
const before = { falls: { Bose: 6, Sony: 0 }, ...steady }
const after = { falls: { Bose: 0, Sony: 6 }, ...steady }
const twoScans: CountedScan[] = [
  { date: "2026-03-02", prompts: before },
  { date: "2026-03-09", prompts: after },
]

async function signalAfter(scans: CountedScan[], type: Signal["type"] = "ai_visibility_drop") {
  const team = await freshTeam()
  const panel = await countedPanel(team, scans, { runs: 6, engines: 2 })
  const signal = (more: { scan_id?: string; brand_id?: string } = {}) =>
    ({
      type,
      subject: { project_id: panel.project_id, brand_id: more.brand_id },
      evidence: { scan_id: more.scan_id ?? panel.scans.at(-1) },
    }) as unknown as Signal
  return { team, ...panel, signal }
}

async function mentionsOf(team: TeamFacts, signal: Signal) {
  const found = await readSignalPrompts(callerInTeam(team), signal)
  return found?.shown.map(({ text, before, after }) => [text, before.mentioned, after.mentioned])
}

it("returns the prompts that changed for the brand of the signal, and counts the others", async () => {
  const { team, project_id, prompts, brands, signal } = await signalAfter(twoScans)
  expect(await mentionsOf(team, signal())).toEqual([[prompts["falls"], 12, 0]])
  expect(await mentionsOf(team, signal({ brand_id: brands["Sony"] as string }))).toEqual([[prompts["falls"], 0, 12]])
  const found = await readSignalPrompts(callerInTeam(team), signal())
  expect(found).toMatchObject({ projectId: project_id, shown: [{ change: -12 / (13 * 12) }] })
  expect(found?.others).toHaveLength(12)
})

it("returns how the other brands changed in the scan of the signal", async () => {
  const { team, brands, signal } = await signalAfter(twoScans)
  const namesOf = async (asked: Signal) =>
    (await readOtherBrands(callerInTeam(team), asked))?.map(({ brand }) => brand.name)
  expect(await namesOf(signal())).toEqual(["Sony"])
  expect(await namesOf(signal({ brand_id: brands["Sony"] as string }))).toEqual(["Bose"])
  expect(await namesOf(signal({ scan_id: newId("scan") }))).toBeUndefined()
})

it("skips a canceled scan between the two scans of the signal", async () => {
  const [first, second] = twoScans as [CountedScan, CountedScan]
  const canceled: CountedScan = { date: "2026-03-05", status: "canceled", prompts: after }
  const { team, prompts, signal } = await signalAfter([first, canceled, second])
  expect(await mentionsOf(team, signal())).toEqual([[prompts["falls"], 12, 0]])
})

it("returns nothing for a scan that was deleted after its retention period", async () => {
  const { team, signal } = await signalAfter(twoScans)
  expect(await readSignalPrompts(callerInTeam(team), signal({ scan_id: newId("scan") }))).toBeNull()
})

it("returns nothing for signals that are not about visibility", async () => {
  const { team, signal } = await signalAfter(twoScans, "ai_new_citation")
  expect(await readSignalPrompts(callerInTeam(team), signal())).toBeNull()
})

it("returns no prompts for a brand that is ignored now", async () => {
  const { team, brands, signal } = await signalAfter(twoScans)
  const brand_id = brands["Sony"] as string
  await run(updateBrand, asPerson(team), { brand_id, kind: "ignored" })
  expect(await mentionsOf(team, signal({ brand_id }))).toEqual([])
  expect(await mentionsOf(team, signal())).toHaveLength(1)
})

it("still shows a prompt that was archived after the scans, and leaves out one that was not asked again", async () => {
  const { team, prompts, signal } = await signalAfter(twoScans)
  await run(updatePrompt, asPerson(team), { prompt_id: prompts["falls"] as string, status: "archived" })
  expect(await mentionsOf(team, signal())).toEqual([[prompts["falls"], 12, 0]])
  const removed = await signalAfter([
    { date: "2026-03-02", prompts: before },
    { date: "2026-03-09", prompts: steady },
  ])
  expect(await mentionsOf(removed.team, removed.signal())).toEqual([])
})

it("has nothing to compare with after a scan without answers", async () => {
  const { team, signal } = await signalAfter([
    { date: "2026-03-02", prompts: {} },
    { date: "2026-03-09", prompts: after },
  ])
  expect(await mentionsOf(team, signal())).toEqual([])
  const empty = await signalAfter([
    { date: "2026-03-02", prompts: before },
    { date: "2026-03-09", prompts: {} },
  ])
  expect(await mentionsOf(empty.team, empty.signal())).toEqual([])
})
