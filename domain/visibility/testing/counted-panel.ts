/** Stores projects whose scans mention each brand a given number of times, for tests with values worked out by hand. */
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { type FactScan, type PanelFacts, panelEngines, storePanel } from "./panel-facts"

/** How many answers of a cell mention the brand: the same number on every engine, or one number per engine. */
type Mentions = number | number[]

export type CountedScan = {
  /** A new id if omitted. */
  id?: string
  /** The scan ends on this day at 10:00 UTC. */
  date: string
  status?: FactScan["status"]
  /** The mentions of each brand by prompt. The scan does not ask other prompts. */
  prompts: Record<string, Record<string, Mentions>>
}

type PanelOptions = {
  /** Answers of each cell. */
  runs: number
  engines?: number
  regions?: string[]
  /** Names of the brands. The first is yours, the others are competitors. */
  brands?: string[]
}

/** Prompts whose name contains the name of your brand are branded. Returns the ids by name, and those of the scans. */
export async function countedPanel(team: TeamFacts, counted: CountedScan[], options: PanelOptions) {
  const { runs, engines = 1, regions = [""], brands: names = ["Bose", "Sony"] } = options
  const brands = names.map((name, i) => ({ id: newId("brand"), name, kind: i === 0 ? ("own" as const) : "competitor" }))
  const promptNames = new Set(counted.flatMap(({ prompts }) => Object.keys(prompts)))
  const prompts = new Map(
    [...promptNames].map((name) => {
      const isBranded = name.includes(names[0] as string)
      return [name, { id: newId("prompt"), topic: null, isBranded, tags: [] }]
    }),
  )
  const facts = {
    topics: [],
    prompts: [...prompts.values()],
    brands,
    engines: panelEngines.slice(0, engines),
    regions,
    scans: counted.map(({ id = newId("scan"), date, status = "completed" }) => ({ id, date, status, panel: 1 })),
    answers: [],
    failed: [],
  } as PanelFacts
  for (const [i, scan] of facts.scans.entries())
    for (const [name, mentions] of Object.entries(counted[i]?.prompts ?? {}))
      for (const [e, engine] of facts.engines.entries())
        for (const region of regions)
          for (let run = 0; run < runs; run++) {
            const named = brands.filter((brand) => run < countOn(mentions[brand.name], e))
            facts.answers.push({
              scan,
              prompt: prompts.get(name) as PanelFacts["prompts"][number],
              engine,
              region,
              config: "same",
              mentions: named.map((brand, rank) => ({ brand: brand as never, rank: rank + 1, sentiment: null })),
              citations: [],
            })
          }
  return {
    project_id: await storePanel(team, facts),
    scans: facts.scans.map(({ id }) => id),
    prompts: Object.fromEntries([...prompts].map(([name, { id }]) => [name, id])),
    brands: Object.fromEntries(brands.map(({ id, name }) => [name, id])),
  }
}

const countOn = (mentions: Mentions = 0, engine: number) =>
  typeof mentions === "number" ? mentions : (mentions[engine] ?? 0)
