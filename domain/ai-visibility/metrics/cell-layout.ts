/** Which cell each character of a group's rollups is about: a prompt on one engine in one region is one cell, however many scans asked it. */
import type { RollupGroup } from "./rollup-groups"

export type Layout = {
  /** For each character its cell: 0 to `size` - 1. */
  cellAt: Int32Array
  size: number
  /** For each cell what it is in every group of the same numbering. */
  keys: Int32Array
  /** For each cell its prompt: 0 to `prompts` - 1. */
  promptOf: Int32Array
  prompts: number
}

type Part = NonNullable<RollupGroup["parts"]>[number]

/** Numbers prompts, and engines with their regions, so that cells are numbers; `lists` holds the prompts of every rollup that comes. */
export function cellNumbering(lists: ReadonlyMap<string, readonly string[]>) {
  const prompts = new Map<string, number>()
  const listed = new Map(
    [...lists].map(([id, ids]) => [id, Int32Array.from(ids, (prompt) => numberOf(prompts, prompt))]),
  )
  const slots = new Map<string, number>()
  const keysOf = (part: Part) => {
    const slot = numberOf(slots, `${part.engine} ${part.region}`)
    const numbers = listed.get(part.prompts) ?? new Int32Array()
    return numbers.map((prompt) => slot * prompts.size + prompt)
  }
  return {
    promptsN: prompts.size,
    layoutOf: (parts: readonly Part[]) => layout(parts.map(keysOf), prompts.size),
  }
}

function numberOf(known: Map<string, number>, name: string): number {
  const number = known.get(name) ?? known.size
  known.set(name, number)
  return number
}

function layout(parts: readonly Int32Array[], promptsN: number): Layout {
  const cellAt = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0))
  const [cells, prompts] = [new Map<number, number>(), new Map<number, number>()]
  const promptOf: number[] = []
  let at = 0
  for (const part of parts)
    for (const key of part) {
      let cell = cells.get(key)
      if (cell === undefined) {
        cell = cells.size
        cells.set(key, cell)
        const prompt = key % promptsN
        if (!prompts.has(prompt)) prompts.set(prompt, prompts.size)
        promptOf.push(prompts.get(prompt) as number)
      }
      cellAt[at++] = cell
    }
  const keys = Int32Array.from(cells.keys())
  return { cellAt, size: cells.size, keys, promptOf: Int32Array.from(promptOf), prompts: prompts.size }
}

/** The counts of each cell, added up over its scans; a character is 48 more than its count. */
export function countsByCell(characters: string, { cellAt, size }: Layout): Int32Array {
  const counts = new Int32Array(size)
  for (let i = 0; i < cellAt.length; i++) {
    const cell = cellAt[i] as number
    counts[cell] = (counts[cell] as number) + characters.charCodeAt(i) - 48
  }
  return counts
}

/** The mean of each cell over its scans; NaN where no scan says anything. `bytes` are eight a character, as Postgres sends numbers. */
export function meansByCell(bytes: Buffer | null, { cellAt, size }: Layout): Float64Array {
  const [sums, counts] = [new Float64Array(size), new Int32Array(size)]
  if (!bytes) return sums.fill(Number.NaN)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let i = 0; i < cellAt.length; i++) {
    const value = view.getFloat64(i * 8)
    if (Number.isNaN(value)) continue
    const cell = cellAt[i] as number
    sums[cell] = (sums[cell] as number) + value
    counts[cell] = (counts[cell] as number) + 1
  }
  return sums.map((sum, cell) => sum / (counts[cell] as number))
}
