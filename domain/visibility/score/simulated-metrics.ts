/**
 * Simulates answers for `npm run score -- coverage`. A cell (prompt on one engine) has fixed probabilities. A simulated
 * metric says what one answer adds to the numerator `y` and the denominator `x`, and the means of both, so that the
 * true value of the metric is known.
 */
import type { RatioName } from "../ratios"

/** The probabilities of one cell, from 0 to 1. */
export type Cell = {
  /** That the metric's event happens: your brand is mentioned or cited, or a mention is positive. */
  event: number
  /** That an answer mentions each competitor. */
  competitors: number[]
  /** That a competitor comes before your brand when both are mentioned. */
  isBefore: number
}

type Added = { y: number; x: number }
type Random = () => number

type SimulatedMetric = {
  /** What one answer of the cell adds. */
  draw(cell: Cell, random: Random): Added
  /** The mean of `draw`. */
  expected(cell: Cell): Added
}

const sampleEvent = (probability: number, random: Random) => random() < probability
const toNumber = (fact: boolean) => (fact ? 1 : 0)

/** A share of all answers. */
const shareOfAnswers: SimulatedMetric = {
  draw: ({ event }, random) => ({ y: toNumber(sampleEvent(event, random)), x: 1 }),
  expected: ({ event }) => ({ y: event, x: 1 }),
}

/** A share of the answers that are counted, which are 70% of all. */
const countedShare = 0.7
const shareOfSome: SimulatedMetric = {
  draw({ event }, random) {
    const isCounted = sampleEvent(countedShare, random)
    return { y: toNumber(isCounted && sampleEvent(event, random)), x: toNumber(isCounted) }
  },
  expected: ({ event }) => ({ y: countedShare * event, x: countedShare }),
}

const shareOfVoice: SimulatedMetric = {
  draw({ event, competitors }, random) {
    const y = toNumber(sampleEvent(event, random))
    let x = y
    for (const probability of competitors) x += toNumber(sampleEvent(probability, random))
    return { y, x }
  },
  expected: ({ event, competitors }) => ({ y: event, x: event + competitors.reduce((sum, p) => sum + p, 0) }),
}

/**
 * Your brand comes after each mentioned competitor with the same probability, so its rank is 1 plus a sum of
 * independent events.
 */
const averagePosition: SimulatedMetric = {
  draw({ event, competitors, isBefore }, random) {
    if (!sampleEvent(event, random)) return { y: 0, x: 0 }
    let rank = 1
    for (const probability of competitors) rank += toNumber(sampleEvent(probability * isBefore, random))
    return { y: rank, x: 1 }
  },
  expected({ event, competitors, isBefore }) {
    const rank = 1 + competitors.reduce((sum, p) => sum + p * isBefore, 0)
    return { y: event * rank, x: event }
  },
}

const isFirst: SimulatedMetric = {
  draw({ event, competitors, isBefore }, random) {
    const isFirst = sampleEvent(event, random) && !competitors.some((p) => sampleEvent(p * isBefore, random))
    return { y: toNumber(isFirst), x: 1 }
  },
  expected: ({ event, competitors, isBefore }) => ({
    y: event * competitors.reduce((product, p) => product * (1 - p * isBefore), 1),
    x: 1,
  }),
}

/** An answer cites 1 to 9 pages, each of them yours with the same probability. */
const citationShare: SimulatedMetric = {
  draw({ event }, random) {
    const x = 1 + Math.floor(random() * 9)
    let y = 0
    for (let page = 0; page < x; page++) y += toNumber(sampleEvent(event / 2, random))
    return { y, x }
  },
  expected: ({ event }) => ({ y: 5 * (event / 2), x: 5 }),
}

/** A mention is positive, or else neutral or negative with the same probability. 80% of all answers have one. */
const mentionedShare = 0.8
const sentimentScore: SimulatedMetric = {
  draw({ event }, random) {
    if (!sampleEvent(mentionedShare, random)) return { y: 0, x: 0 }
    if (sampleEvent(event, random)) return { y: 1, x: 1 }
    return { y: sampleEvent(0.5, random) ? -1 : 0, x: 1 }
  },
  expected: ({ event }) => ({ y: mentionedShare * (event - (1 - event) / 2), x: mentionedShare }),
}

/** Top-3 rate, prominence and grounded rate are not simulated, because they behave like these. */
export const simulatedMetrics = {
  visibility: shareOfAnswers,
  share_of_voice: shareOfVoice,
  average_position: averagePosition,
  top1_rate: isFirst,
  citation_rate: shareOfAnswers,
  citation_rate_grounded: shareOfSome,
  citation_share: citationShare,
  sentiment_score: sentimentScore,
  negative_share: shareOfSome,
} satisfies Partial<Record<RatioName, SimulatedMetric>>

export type SimulatedMetricName = keyof typeof simulatedMetrics
export const simulatedMetricNames = Object.keys(simulatedMetrics) as SimulatedMetricName[]
