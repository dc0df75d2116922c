import { expect, it } from "vitest"
import { getProject } from "@/domain/ai-projects/get-project"
import { listProjects } from "@/domain/ai-projects/list-projects"
import { run } from "@/domain/kernel/operation"
import { asKey, freshTeam } from "@/domain/testing/team"
import { getMetrics } from "./get-metrics"
import { type CountedScan, countedPanel } from "./testing/counted-panel"

const first = "2026-03-02"
const second = "2026-03-09"
const include: ["change"] = ["change"]

/** Twelve prompts, mentioned in `before` and then in `after` of eight answers on each engine. */
const prompts = (mentions: (n: number) => number) =>
  Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`prompt ${n}`, { Bose: mentions(n), Sony: 4 }]))
const scans = (before: (n: number) => number, after: (n: number) => number): CountedScan[] => [
  { date: first as string, prompts: prompts(before) },
  { date: second as string, prompts: prompts(after) },
]

const panels: Record<string, CountedScan[]> = {
  "two prompts fell": scans(
    (n) => (n < 2 ? 8 : 3 + (n % 3)),
    (n) => (n < 2 ? 0 : 3 + ((n + 1) % 3)),
  ),
  "everything fell": scans(
    () => 7,
    (n) => 1 + (n % 2),
  ),
  rose: scans(
    (n) => 1 + (n % 2),
    () => 7,
  ),
  "never mentioned": scans(
    () => 0,
    () => 0,
  ),
  unchanged: scans(
    (n) => n % 8,
    (n) => n % 8,
  ),
  "with branded prompts": scans(
    (n) => n % 5,
    (n) => n % 4,
  ).map((scan, i) => ({ ...scan, prompts: { ...scan.prompts, "is Bose good?": { Bose: 8 - 4 * i } } })),
  "other prompts": [
    { date: first as string, prompts: prompts(() => 4) },
    { date: second as string, prompts: { new: { Bose: 1 }, newer: { Bose: 2 }, "prompt 0": { Bose: 1 } } },
  ],
  "one scan": [{ date: first as string, prompts: prompts(() => 4) }],
}

it("returns the change of every project of a page, with the verdicts of the metrics", async () => {
  const team = await freshTeam()
  const names = new Map<string, string>()
  for (const [name, counted] of Object.entries(panels))
    names.set((await countedPanel(team, counted, { runs: 8, engines: 2 })).project_id, name)
  const { data } = await run(listProjects, asKey(team), { include, sort: "change" })
  expect(data).toHaveLength(names.size)
  for (const { id: project_id, latest, change } of data) {
    const name = names.get(project_id) ?? ""
    const scan = { project_id, scan_id: latest?.scan_id ?? "", compare: "previous_period" } as const
    const { rows } = (await run(getMetrics, asKey(team), { ...scan, group_by: [] })).data
    const byPrompt = (await run(getMetrics, asKey(team), { ...scan, group_by: ["prompt"] })).data.rows
    const lost = byPrompt.flatMap(({ group, change, visibility }) =>
      (change?.delta_abs ?? 0) < 0
        ? [
            {
              id: group.prompt_id,
              visibility: visibility.value,
              delta_abs: change?.delta_abs,
              verdict: change?.verdict,
            },
          ]
        : [],
    )
    if (name === "one scan") expect(change).toBeNull()
    else {
      expect(change, name).toMatchObject({
        previous_finished_at: `${first}T10:00:00.000Z`,
        verdict: rows[0]?.change?.verdict,
        delta_abs: rows[0]?.change?.delta_abs,
        lost_prompts_n: lost.length,
      })
      const shown = change?.lost_prompts.map(({ text: _, ...prompt }) => prompt) ?? []
      expect(shown).toHaveLength(Math.min(3, lost.length))
      expect(lost, name).toEqual(expect.arrayContaining(shown))
      const rest = lost.filter(({ id }) => !shown.some((prompt) => prompt.id === id))
      const clear = (prompts: { verdict: unknown }[]) => prompts.filter(({ verdict }) => verdict === "down").length
      if (clear(rest) > 0) expect(clear(shown)).toBe(3)
    }
    expect((await run(getProject, asKey(team), { project_id, include })).data.change).toEqual(change)
  }
  const verdicts = Object.fromEntries(data.map(({ id, change }) => [names.get(id), change?.verdict]))
  expect(verdicts).toMatchObject({ "everything fell": "down", rose: "up", "other prompts": "not_comparable" })
  const twoFell = data.find(({ id }) => names.get(id) === "two prompts fell")?.change?.lost_prompts ?? []
  expect(twoFell.slice(0, 2).map(({ verdict }) => verdict)).toEqual(["down", "down"])
  // The largest losses come first, and projects without two scans come last.
  const deltas = data.map(({ change }) => change?.delta_abs ?? 2)
  expect(deltas).toEqual(deltas.toSorted((a, b) => a - b))
})

it("continues after the first page in the same order", async () => {
  const team = await freshTeam()
  for (const counted of Object.values(panels)) await countedPanel(team, counted, { runs: 2 })
  const query = { include, sort: "change" } as const
  const all = (await run(listProjects, asKey(team), query)).data
  const paged: unknown[] = []
  let cursor: string | null | undefined
  do {
    const { data, meta } = await run(listProjects, asKey(team), { ...query, limit: 3, ...(cursor && { cursor }) })
    paged.push(...data)
    cursor = meta.next_cursor
  } while (cursor)
  expect(paged).toEqual(all)
})

it("leaves the change out unless it is requested, and keeps teams apart", async () => {
  const team = await freshTeam()
  const other = await freshTeam()
  const { project_id } = await countedPanel(team, panels["rose"] ?? [], { runs: 8 })
  expect((await run(listProjects, asKey(team), {})).data[0]).not.toHaveProperty("change")
  expect((await run(getProject, asKey(team), { project_id })).data).not.toHaveProperty("change")
  expect((await run(listProjects, asKey(other), { include })).data).toEqual([])
  await expect(run(getProject, asKey(other), { project_id, include })).rejects.toMatchObject({ status: 404 })
})
