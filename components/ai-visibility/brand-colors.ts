/** Assigns each brand of a project one color, so that charts and answers show a brand in the same color. */
type Brand = { id: string; kind: string }

const lastColor = 5
const seriesColor = (number: number) => `var(--series-${number})`

/**
 * Your brand has the first color. The first four competitors have distinct colors, and all others share the last one.
 * `brands`: all brands of the project, in the order of its settings.
 */
export function brandColors(brands: readonly Brand[]): Map<string, string> {
  const idsOf = (wanted: string) => brands.filter(({ kind }) => kind === wanted).map(({ id }) => id)
  return new Map([
    ...idsOf("own").map((id) => [id, seriesColor(1)] as const),
    ...idsOf("competitor").map((id, i) => [id, seriesColor(Math.min(i + 2, lastColor))] as const),
  ])
}

/** The color of a brand without one of its own, such as one that is no longer tracked. */
export const otherColor = seriesColor(lastColor)

/** The colors of the lines of a chart. Lines are distinct: if two brands share a color, the second gets a free one. */
export function lineColors(ids: readonly string[], colors: ReadonlyMap<string, string>): Map<string, string> {
  const drawn = new Map<string, string>()
  for (const id of ids) {
    const color = colors.get(id)
    if (color && ![...drawn.values()].includes(color)) drawn.set(id, color)
  }
  const all = Array.from({ length: lastColor }, (_, i) => seriesColor(i + 1))
  const free = all.filter((color) => ![...drawn.values()].includes(color))
  for (const id of ids) if (!drawn.has(id)) drawn.set(id, free.shift() ?? otherColor)
  return drawn
}
