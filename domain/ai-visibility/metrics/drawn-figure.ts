/** Adds a bootstrap interval to a metric. */
import type { Interval } from "../statistics/wilson"
import { tidy } from "./figures"
import type { Figure } from "./metrics-table"

type How = Pick<NonNullable<Figure["ci"]>, "method" | "scope">

/** Widens the interval to include the value, because resamples of few cells can miss it. */
export function drawnFigure(figure: Figure, interval: Interval | null, how: How): Figure {
  const { value } = figure
  if (value === null || !interval) return { ...figure, ci: null }
  const [low, high] = [Math.min(interval.low, value), Math.max(interval.high, value)]
  return { ...figure, ci: { low: tidy(low), high: tidy(high), level: 0.95, ...how } }
}

/** Converts the interval of a sentiment ratio (-1 to 1) to the score's scale (0 to 100). */
export const ofSentiment = (interval: Interval | null): Interval | null =>
  interval && { low: 50 + 50 * interval.low, high: 50 + 50 * interval.high }

/** Widens a population interval to include the panel's interval: uncertainty about other prompts can only add to it. */
export function widened(drawn: Figure, { ci: panel }: Figure, how: How): Figure {
  if (!panel) return drawn
  const [low, high] = [Math.min(drawn.ci?.low ?? 1, panel.low), Math.max(drawn.ci?.high ?? 0, panel.high)]
  return { ...drawn, ci: { low, high, level: 0.95, ...how } }
}
