/**
 * Pools the cells of one group over its scans: for each cell (one prompt on one engine in one region) the sums over all
 * scans, for the answers as a whole and for each tracked brand.
 */
import { type Details, detailsByCell } from "./cell-details"
import {
  codesOf,
  countsByCell,
  type Layout,
  type Likeness,
  layoutOf,
  likenessByCell,
  type Numbering,
  promptsIn,
} from "./cell-layout"
import type { Sums } from "./counts"
import { once } from "./once"
import type { Part, RollupGroup } from "./rollup-groups"

/** All arrays are indexed by cell. `m` counts answers, `k` answers that mention the brand. */
export type PooledCells = {
  /** 0 when no scan of the cell counted the brand; the cell is then left out for this brand. */
  m: Int32Array
  k: Int32Array
  /** Null when `sums` holds the totals of all cells instead. */
  details: Details | null
  sums: Sums | null
  /** Hash of the engine's configuration. Null when it changed between the scans. */
  configs: () => (string | null)[]
}

export type PooledGroup = {
  g: string
  layout: Layout
  whole: PooledCells
  brandLikeness: Likeness
  domainLikeness: Likeness
  /** Tracked brands by id. */
  brands: Map<string, PooledCells>
}

/** True when some scan did not count a brand. The caller must then read the parts of every brand. */
export const isUneven = (group: readonly RollupGroup[]) => group.some((row) => row.layout !== group[0]?.layout)

export function poolGroup(g: string, group: readonly RollupGroup[], numbering: Numbering): PooledGroup {
  const answers = group.find((row) => row.brand_id === "") as RollupGroup
  const parts = answers.parts ?? []
  const layout = layoutOf(parts, numbering)
  const { cellAt, size } = layout
  const codes = codesOf(answers.cells)
  const m = countsByCell(codes, cellAt, size)
  const all = { cellAt, m, configs: once(() => configsOf(parts, cellAt, size, numbering)) }
  const ownPlaces = (own: readonly Part[]) => {
    const places = placesOf(own, parts, numbering)
    const ownAt = places.map((place) => cellAt[place] as number)
    const ownCodes = Uint16Array.from(places, (place) => codes[place] as number)
    const configs = once(() => configsOf(own, ownAt, size, numbering))
    return { cellAt: ownAt, m: countsByCell(ownCodes, ownAt, size), configs }
  }
  const pooled = (row: RollupGroup): PooledCells => {
    const at = row.layout === answers.layout ? all : ownPlaces(row.parts ?? [])
    return {
      m: at.m,
      k: row === answers ? m : countsByCell(codesOf(row.cells), at.cellAt, size),
      details: row.sums ? null : detailsByCell(row, at.cellAt, size),
      sums: row.sums,
      configs: at.configs,
    }
  }
  return {
    g,
    layout,
    whole: pooled(answers),
    brandLikeness: likenessByCell(answers.brand_likeness, layout),
    domainLikeness: likenessByCell(answers.domain_likeness, layout),
    brands: new Map(group.flatMap((row) => (row === answers ? [] : [[row.brand_id, pooled(row)] as const]))),
  }
}

/** Returns the positions of the characters of `some` parts among the characters of `all` parts. */
function placesOf(some: readonly Part[], all: readonly Part[], numbering: Numbering): Int32Array {
  const firsts = new Map<string, number>()
  let at = 0
  for (const part of all) {
    firsts.set(JSON.stringify(part), at)
    at += promptsIn(part, numbering).length
  }
  return Int32Array.from(
    some.flatMap((part) => {
      const first = firsts.get(JSON.stringify(part)) ?? 0
      return Array.from(promptsIn(part, numbering), (_, i) => first + i)
    }),
  )
}

function configsOf(parts: readonly Part[], cellAt: Int32Array, size: number, numbering: Numbering) {
  const configs = new Array<string | null | undefined>(size)
  let at = 0
  for (const part of parts)
    for (const end = at + promptsIn(part, numbering).length; at < end; at++) {
      const cell = cellAt[at] as number
      const known = configs[cell]
      configs[cell] = known === undefined || known === part.config ? part.config : null
    }
  return configs as (string | null)[]
}
