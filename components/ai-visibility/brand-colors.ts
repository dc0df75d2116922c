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
  const colorById = new Map<string, string>()
  const isUsed = (color: string) => [...colorById.values()].includes(color)
  for (const id of ids) {
    const color = colors.get(id)
    if (color && !isUsed(color)) colorById.set(id, color)
  }
  const freeColors = Array.from({ length: lastColor }, (_, i) => seriesColor(i + 1)).filter((color) => !isUsed(color))
  for (const id of ids) if (!colorById.has(id)) colorById.set(id, freeColors.shift() ?? otherColor)
  return colorById
}

/** The background color of a brand's cell in a table. The larger the share, from 0 to 1, the stronger the color. */
export const brandTint = (isOwn: boolean, share: number) =>
  `color-mix(in oklab, var(--color-${isOwn ? "accent" : "edge"}) ${Math.round(share * maxTint)}%, transparent)`

/** The strength of the color at a share of 1, in percent. */
const maxTint = 36
