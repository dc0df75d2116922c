/**
 * Simulates answers for `npm run score -- coverage`. A cell (prompt on one engine) has fixed probabilities. For each
 * metric, this file draws what one answer adds to the numerator `y` and the denominator `x`. It also gives the means of
 * both, so that the true value of the metric is known.
 */
import type { RatioName } from "../ratios"

/** The probabilities of one cell, from 0 to 1. */
export type Cell = {
  /** That the metric's event happens: your brand is mentioned or cited, or a mention is positive. */
  event: number
  /** That an answer mentions each competitor. */
  competitors: number[]
  /** That a competitor comes before your brand when both are mentioned. */
  competitorFirst: number
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
  draw(cell, random) {
    const rank = drawRank(cell, random)
    return { y: rank ?? 0, x: toNumber(rank !== null) }
  },
  expected({ event, competitors, competitorFirst }) {
    const rank = 1 + competitors.reduce((sum, p) => sum + p * competitorFirst, 0)
    return { y: event * rank, x: event }
  },
}

/** The rank of your brand in one answer: 1 plus the mentioned competitors that come before it. Null if not mentioned. */
function drawRank({ event, competitors, competitorFirst }: Cell, random: Random): number | null {
  if (!sampleEvent(event, random)) return null
  return competitors.reduce((rank, p) => rank + toNumber(sampleEvent(p * competitorFirst, random)), 1)
}

/** The probability of each rank, from 1 on, in the answers that mention your brand. */
function rankProbabilities({ competitors, competitorFirst }: Cell): number[] {
  let probabilities = [1]
  for (const competitor of competitors) {
    const p = competitor * competitorFirst
    probabilities = [...probabilities, 0].map((ofRank, i) => ofRank * (1 - p) + (probabilities[i - 1] ?? 0) * p)
  }
  return probabilities
}

/** A mean over all answers of a value that depends on the rank. It is 0 for answers that do not mention your brand. */
const meanByRank = (valueAt: (rank: number) => number): SimulatedMetric => ({
  draw(cell, random) {
    const rank = drawRank(cell, random)
    return { y: rank === null ? 0 : valueAt(rank), x: 1 }
  },
  expected: (cell) => ({
    y: cell.event * rankProbabilities(cell).reduce((sum, p, i) => sum + p * valueAt(i + 1), 0),
    x: 1,
  }),
})

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

export const simulatedMetrics = {
  visibility: shareOfAnswers,
  share_of_voice: shareOfVoice,
  average_position: averagePosition,
  top1_rate: meanByRank((rank) => toNumber(rank === 1)),
  top3_rate: meanByRank((rank) => toNumber(rank <= 3)),
  prominence: meanByRank((rank) => 1 / Math.log2(1 + rank)),
  citation_rate: shareOfAnswers,
  citation_rate_grounded: shareOfSome,
  citation_share: citationShare,
  sentiment_score: sentimentScore,
  negative_share: shareOfSome,
  grounded_rate: shareOfAnswers,
} satisfies Record<RatioName, SimulatedMetric>

export type SimulatedMetricName = keyof typeof simulatedMetrics
export const simulatedMetricNames = Object.keys(simulatedMetrics) as SimulatedMetricName[]
