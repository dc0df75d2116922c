/**
 * Maps each character of a group's rollup texts to its cell. A cell is one prompt on one engine in one region, however many
 * scans asked it.
 */
import type { Part } from "./rollup-groups"

export type Layout = {
  /** Cell of each character: 0 to `size` - 1. */
  cellAt: Int32Array
  size: number
  /** Key of each cell. It identifies the same cell in all groups with the same numbering. */
  keys: Int32Array
  /** Prompt number of each cell. */
  promptOf: Int32Array
}

/** Numbers the prompts and the slots (an engine in a region), so that a cell's key is a number: slot x prompts + prompt. */
export type Numbering = {
  /** Prompt id by prompt number. */
  promptIds: string[]
  /** Prompt numbers of each prompt list, in the order of the list. */
  lists: ReadonlyMap<string, Int32Array>
  slots: ReadonlyMap<string, number>
}

/** Numbers everything that occurs in `parts`. `lists` holds the prompt ids of each list. */
export function cellNumbering(lists: ReadonlyMap<string, readonly string[]>, parts: readonly Part[]): Numbering {
  const [numbers, slots] = [new Map<string, number>(), new Map<string, number>()]
  const numbered = new Map([...lists].map(([id, ids]) => [id, Int32Array.from(ids, (one) => numberOf(numbers, one))]))
  for (const part of parts) numberOf(slots, slotOf(part))
  return { promptIds: [...numbers.keys()], lists: numbered, slots }
}

/** Name of a slot. Sorting the names sorts by engine, then by region. */
const slotOf = ({ engine, region }: Part) => `${engine}\0${region}`

function numberOf(known: Map<string, number>, name: string): number {
  const number = known.get(name) ?? known.size
  known.set(name, number)
  return number
}

/** Number of possible cell keys. */
export const keysIn = ({ promptIds, slots }: Numbering) => promptIds.length * slots.size

export const promptsIn = (part: Part, { lists }: Numbering) => lists.get(part.prompts) ?? new Int32Array()

export function layoutOf(parts: readonly Part[], numbering: Numbering): Layout {
  const promptsN = numbering.promptIds.length
  const lists = parts.map((part) => promptsIn(part, numbering))
  const cellAt = new Int32Array(lists.reduce((sum, list) => sum + list.length, 0))
  const cells = new Int32Array(keysIn(numbering)).fill(-1)
  const keys: number[] = []
  let at = 0
  for (const [i, part] of parts.entries()) {
    const first = (numbering.slots.get(slotOf(part)) ?? 0) * promptsN
    for (const prompt of lists[i] as Int32Array) {
      const key = first + prompt
      if (cells[key] === -1) cells[key] = keys.push(key) - 1
      cellAt[at++] = cells[key] as number
    }
  }
  return {
    cellAt,
    size: keys.length,
    keys: Int32Array.from(keys),
    promptOf: Int32Array.from(keys, (key) => key % promptsN),
  }
}

/** Position of each key when cells are sorted by prompt, engine and region. */
export function sortedKeys({ promptIds, slots }: Numbering): Int32Array {
  const [prompts, places] = [placesOf(promptIds), placesOf([...slots.keys()])]
  return Int32Array.from(
    { length: promptIds.length * slots.size },
    (_, key) =>
      (prompts[key % promptIds.length] as number) * slots.size + (places[Math.floor(key / promptIds.length)] as number),
  )
}

function placesOf(names: readonly string[]): Int32Array {
  const places = new Int32Array(names.length)
  const sorted = names.map((name, i) => ({ name, i })).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const [place, { i }] of sorted.entries()) places[i] = place
  return places
}

/** Returns a text's character codes, ten times faster than charCodeAt. Each code is the encoded number plus 48. */
export function codesOf(text: string): Uint16Array {
  const bytes = Buffer.from(text, "utf16le")
  return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
}

/** Sums the numbers that the characters of each cell encode. */
export function countsByCell(codes: Uint16Array, cellAt: Int32Array, size: number): Int32Array {
  const counts = new Int32Array(size)
  for (let i = 0; i < cellAt.length; i++) {
    const cell = cellAt[i] as number
    counts[cell] = (counts[cell] as number) + (codes[i] as number) - 48
  }
  return counts
}

/** Similarity of repeated runs, by cell: the sum over the scans that have a value, and the number of those scans. */
export type Likeness = { sums: Float64Array; counts: Int32Array }

/** `bytes` holds one 8-byte big-endian double per cell and scan, as Postgres sends them. NaN means no value. */
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
