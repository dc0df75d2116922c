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

/** Numbers prompts, and engines with their regions, so that cells are numbers. */
export type Numbering = {
  prompts: ReadonlyMap<string, Int32Array>
  promptsN: number
  slots: ReadonlyMap<string, number>
}

/** For all of `parts`; `lists` holds the prompts of each. */
export function cellNumbering(lists: ReadonlyMap<string, readonly string[]>, parts: readonly Part[]): Numbering {
  const [numbers, slots] = [new Map<string, number>(), new Map<string, number>()]
  const prompts = new Map([...lists].map(([id, ids]) => [id, Int32Array.from(ids, (one) => numberOf(numbers, one))]))
  for (const part of parts) numberOf(slots, slotOf(part))
  return { prompts, promptsN: numbers.size, slots }
}

const slotOf = ({ engine, region }: Part) => `${engine} ${region}`

function numberOf(known: Map<string, number>, name: string): number {
  const number = known.get(name) ?? known.size
  known.set(name, number)
  return number
}

export function layoutOf(parts: readonly Part[], { prompts: listed, promptsN, slots }: Numbering): Layout {
  const lists = parts.map((part) => listed.get(part.prompts) ?? new Int32Array())
  const cellAt = new Int32Array(lists.reduce((sum, list) => sum + list.length, 0))
  const [cells, prompts] = [new Int32Array(promptsN * slots.size).fill(-1), new Int32Array(promptsN).fill(-1)]
  const [keys, promptOf]: [number[], number[]] = [[], []]
  let [at, promptsSeen] = [0, 0]
  for (const [i, part] of parts.entries()) {
    const first = (slots.get(slotOf(part)) ?? 0) * promptsN
    for (const prompt of lists[i] as Int32Array) {
      const key = first + prompt
      if (cells[key] === -1) {
        cells[key] = keys.length
        keys.push(key)
        if (prompts[prompt] === -1) prompts[prompt] = promptsSeen++
        promptOf.push(prompts[prompt] as number)
      }
      cellAt[at++] = cells[key] as number
    }
  }
  return {
    cellAt,
    size: keys.length,
    keys: Int32Array.from(keys),
    promptOf: Int32Array.from(promptOf),
    prompts: promptsSeen,
  }
}

/** The counts of each cell, added up over its scans; a character is 48 more than its count. */
export function countsByCell(characters: string, { cellAt, size }: Layout): Int32Array {
  const counts = new Int32Array(size)
  const bytes = Buffer.from(characters, "utf16le")
  const codes = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2) // a tenth of the time of charCodeAt
  for (let i = 0; i < cellAt.length; i++) {
    const cell = cellAt[i] as number
    counts[cell] = (counts[cell] as number) + (codes[i] as number) - 48
  }
  return counts
}

/** Of each cell the sum over the scans that say something, and how many do. */
export type Likeness = { sums: Float64Array; counts: Int32Array }

/** `bytes` are eight a character, as Postgres sends numbers; NaN says nothing. */
export function likenessByCell(bytes: Buffer | null, { cellAt, size }: Layout): Likeness {
  const [sums, counts] = [new Float64Array(size), new Int32Array(size)]
  for (let i = 0; bytes && i < cellAt.length; i++) {
    const value = bytes.readDoubleBE(i * 8)
    if (Number.isNaN(value)) continue
    const cell = cellAt[i] as number
    sums[cell] = (sums[cell] as number) + value
    counts[cell] = (counts[cell] as number) + 1
  }
  return { sums, counts }
}

/** The sum over cells of their means, and how many cells have one. */
export function sumOfMeans({ sums, counts }: Likeness): { sum: number; n: number } {
  let [sum, n] = [0, 0]
  counts.forEach((count, cell) => {
    if (count === 0) return
    sum += (sums[cell] as number) / count
    n++
  })
  return { sum, n }
}
