/** Finds gap prompts: prompts where the visibility interval of some competitor lies entirely above that of the own brand. */
import { rows, sql } from "@/prisma/client"
import { wilson } from "../statistics/wilson"
import type { Numbering } from "./cell-layout"
import { type PromptRates, promptRates } from "./class-sums"
import type { Question } from "./group-key"
import type { PooledGroup } from "./pooled-cells"

type OfBrand = { brand: { kind: string }; byPrompt: PromptRates }

/** By prompt number, 1 or 0: `gaps` marks gap prompts, `of` marks prompts where the own brand is counted. */
export type Gaps = { gaps: Float64Array; of: Float64Array }

/** `kinds` maps the ids of tracked brands to own or competitor. */
export function gapsOfGroup(group: PooledGroup, kinds: ReadonlyMap<string, string>, { promptIds }: Numbering): Gaps {
  const ratesOf = promptRates(group.layout, promptIds.length)
  const named = [...group.brands].map(([id, cells]) => ({
    brand: { kind: kinds.get(id) ?? "" },
    byPrompt: ratesOf(cells),
  }))
  return gapsByPrompt(named, promptIds.length)
}

/** Returns own or competitor for each tracked brand. */
export async function kindsOf({ team_id, project_id }: Question["scene"]) {
  const tracked = await rows<{ id: string; kind: string }>(
    sql`select id, kind from ai_brand where team_id = ${team_id} and project_id = ${project_id} and kind in ('own', 'competitor')`,
  )
  return new Map(tracked.map(({ id, kind }) => [id, kind]))
}

export function gapsByPrompt(brands: readonly OfBrand[], promptsN: number): Gaps {
  const [gaps, of] = [new Float64Array(promptsN), new Float64Array(promptsN)]
  const own = brands.find(({ brand }) => brand.kind === "own")?.byPrompt
  if (!own) return { gaps, of }
  const competitors = brands.filter(({ brand }) => brand.kind === "competitor")
  for (let prompt = 0; prompt < promptsN; prompt++) {
    if (own.cells[prompt] === 0) continue
    of[prompt] = 1
    const high = intervalOf(own, prompt)?.high ?? 1
    // Comparing the shares first saves most interval computations: an interval's lower bound is never above its share.
    const isAbove = ({ byPrompt }: OfBrand) =>
      shareOf(byPrompt, prompt) > high && (intervalOf(byPrompt, prompt)?.low ?? 0) > high
    if (competitors.some(isAbove)) gaps[prompt] = 1
  }
  return { gaps, of }
}

const shareOf = ({ cells, rates }: PromptRates, prompt: number) =>
  cells[prompt] === 0 ? 0 : (rates[prompt] as number) / (cells[prompt] as number)

function intervalOf(brand: PromptRates, prompt: number) {
  const n = (brand.cells[prompt] as number) ** 2 / (brand.inverse[prompt] as number)
  return Number.isNaN(n) ? null : wilson(shareOf(brand, prompt) * n, n)
}
