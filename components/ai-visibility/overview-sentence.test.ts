import { describe, expect, it } from "vitest"
import type { Row } from "./format-metrics"
import { overviewSentence as overviewPieces, textOf } from "./overview-sentence"

type Verdict = NonNullable<Row["change"]>["verdict"]

const metric = (value: number) => ({ value, ci: { low: value - 0.06, high: value + 0.06 } })
/** `margin`: half the width of the interval of the difference. */
function row(now: number, before: number, verdict: Verdict, margin = 0.085): Row {
  const isTested = verdict !== "insufficient" && verdict !== "not_comparable"
  const delta_ci = isTested ? { low: now - before - margin, high: now - before + margin } : null
  return {
    visibility: metric(now),
    change: { verdict, delta_ci, previous: { visibility: metric(before) } },
  } as unknown as Row
}
const since = "15 Nov 2026"
/** The texts of the leading sentence and of the list below it. */
function textsOf(overview: Parameters<typeof overviewPieces>[0]) {
  const { lead, evidence } = overviewPieces(overview)
  return { lead: textOf(lead), evidence: evidence.map(textOf) }
}
function overviewSentence(overview: Parameters<typeof overviewPieces>[0]) {
  const { lead, evidence } = textsOf(overview)
  return [lead, ...evidence].join(" ")
}

it("leads with one sentence that nothing clearly changed, and lists what did", () => {
  const parts = [
    { name: "ChatGPT", row: row(0.54, 0.55, "no_clear_change") },
    { name: "cargo bikes", row: row(0.32, 0.41, "down") },
    { name: "Copilot", row: row(0.6, 0.4, "up") },
  ]
  expect(textsOf({ brands: [], own: row(0.54, 0.55, "no_clear_change"), parts, since })).toEqual({
    lead: "No clear change since 15 Nov 2026: your visibility is 54%, previously 55% (a change of less than 9 points could be chance).",
    evidence: ["You gained 20 points on Copilot (40% to 60%), and lost 9 points on cargo bikes (41% to 32%)."],
  })
})

it("adds a decimal if whole percentages do not have the stated difference", () => {
  const parts = [{ name: "Small kitchens", row: row(0.044, 0.356, "down") }]
  expect(overviewSentence({ brands: [], own: row(0.54, 0.55, "no_clear_change"), parts, since })).toContain(
    "You lost 31 points on Small kitchens (35.6% to 4.4%).",
  )
})

it.each<[Verdict, RegExp]>([
  ["up", /^Your visibility rose from 40% to 60% since 15 Nov 2026\. For visibility, a change/],
  ["down", /^Your visibility fell from 40% to 60%/],
  ["insufficient", /too few answers to tell/],
  [
    "not_comparable",
    /which cannot be compared with the scan of 15 Nov 2026, because the prompts or engines changed\.$/,
  ],
])("states the verdict %s", (verdict, expected) => {
  expect(overviewSentence({ brands: [], own: row(0.6, 0.4, verdict), parts: [], since })).toMatch(expected)
})

it.each<[Verdict, number]>([
  ["up", 0.5],
  ["no_clear_change", 0.3],
])("names no limit that contradicts the verdict %s", (verdict, before) => {
  expect(overviewSentence({ brands: [], own: row(0.54, before, verdict), parts: [], since })).not.toContain(
    "could be chance",
  )
})

it.each([
  [0.005, "For visibility, a change of less than 1 point could be chance."],
  [0, null],
])("limits chance with an interval of ± %d", (margin, expected) => {
  const sentence = overviewSentence({ brands: [], own: row(0.6, 0.4, "up", margin), parts: [], since })
  if (expected) expect(sentence).toContain(expected)
  else expect(sentence).not.toContain("chance")
})

it("states only the value without a scan to compare with", () => {
  expect(textsOf({ brands: [], own: row(0.6, 0.4, "up"), parts: [], since: null })).toEqual({
    lead: "Your visibility is 60%.",
    evidence: ["This is the first scan, so there is no earlier one to compare it with."],
  })
})

it("says that the earlier scan has no answers to compare", () => {
  const own = { visibility: metric(0.6), change: { verdict: "not_comparable", previous: null } } as unknown as Row
  expect(textsOf({ brands: [], own, parts: [], since })).toEqual({
    lead: "Your visibility is 60%.",
    evidence: ["The scan of 15 Nov 2026 has no answers to compare."],
  })
})

it("starts with a rise or fall over the whole trend when the last scan shows no clear change", () => {
  const said = (value: number) =>
    overviewSentence({
      brands: [],
      own: row(0.72, 0.65, "no_clear_change"),
      parts: [],
      since,
      earliest: { value, low: value - 0.06, high: value + 0.06, date: "7 Oct 2026" },
    })
  expect(said(0.48)).toBe(
    "Your visibility rose from 48% to 72% since 7 Oct 2026. No clear change since 15 Nov 2026, when it was 65% (a change of less than 9 points could be chance).",
  )
  expect(said(0.9)).toMatch(/^Your visibility fell from 90% to 72% since 7 Oct 2026\./)
  expect(said(0.62)).not.toContain("7 Oct 2026")
})

it("ends with the trend when the last scan shows a clear change", () => {
  const earliest = { value: 0.9, low: 0.84, high: 0.96, date: "7 Oct 2026" }
  expect(overviewSentence({ brands: [], own: row(0.4, 0.6, "down"), parts: [], since, earliest })).toMatch(
    /^Your visibility fell from 60% to 40% since 15 Nov 2026\. .*Your visibility fell from 90% to 40% since 7 Oct 2026\.$/,
  )
})

it("leaves out a trend that repeats the last change", () => {
  const earliest = { value: 0.65, low: 0.59, high: 0.71, date: "7 Oct 2026" }
  expect(overviewSentence({ brands: [], own: row(0.4, 0.6, "down"), parts: [], since, earliest })).not.toContain(
    "7 Oct",
  )
})

it.each([
  [0.6, [0.7, 0.5], "You are second of 3 brands, 10 points behind Alpenrad."],
  [0.6, [0.53, 0.5], "You are first of 3 brands, 7 points ahead of Alpenrad."],
  [0.6, [0.602], "You are first of 2 brands, level with Alpenrad."],
])("names your place among the brands at %d", (value, others, expected) => {
  const own = { ...row(value, value, "no_clear_change"), brand: { kind: "own", name: "Bergamo Bikes" } } as Row
  const rivals = others.map((other) => ({ visibility: metric(other), brand: { kind: "competitor", name: "Alpenrad" } }))
  expect(overviewSentence({ own, brands: [own, ...(rivals as Row[])], parts: [], since })).toContain(expected)
})

it("gives the difference on what both scans asked, if removed prompts make the value move against the verdict", () => {
  const moved = row(0.72, 0.5, "down")
  const own = { ...moved, change: { ...moved.change, delta_abs: 0.22, delta_compared: -0.28 } } as Row
  expect(textsOf({ brands: [], own, parts: [{ name: "ChatGPT", row: own }], since })).toEqual({
    lead: "On the prompts and engines that both scans asked, your visibility fell by 28 points since 15 Nov 2026.",
    evidence: [
      "Over all prompts and engines of each scan, your visibility is 72%, previously 50%.",
      "You lost 28 points on ChatGPT (prompts of both scans only).",
      "For visibility, a change of less than 9 points could be chance.",
    ],
  })
})

it("links the engines and topics that it names", () => {
  const parts = [
    { name: "ChatGPT", href: "/p?engine=chatgpt", row: row(0.6, 0.4, "up") },
    { name: "cargo bikes", row: row(0.32, 0.41, "down") },
  ]
  const { evidence } = overviewPieces({ brands: [], own: row(0.54, 0.55, "no_clear_change"), parts, since })
  const pieces = evidence[0] ?? []
  expect(pieces.filter((piece) => typeof piece !== "string")).toEqual([{ name: "ChatGPT", href: "/p?engine=chatgpt" }])
  expect(textOf(pieces)).toContain("You gained 20 points on ChatGPT (40% to 60%), and lost 9 points on cargo bikes (")
})

describe("a rival", () => {
  function rival(name: string, now: number, before: number, verdict: Verdict) {
    const base = row(now, before, verdict)
    const change = { ...base.change, delta_abs: now - before }
    return { ...base, change, brand: { id: `brd_${name}`, name, kind: "competitor" } } as Row
  }
  const fallen = { ...row(0.4, 0.6, "down"), brand: { id: "own", name: "Bergamo Bikes", kind: "own" } } as Row
  const still = { ...fallen, ...row(0.54, 0.55, "no_clear_change") } as Row
  const said = (own: Row, ...rivals: Row[]) => textsOf({ own, brands: [own, ...rivals], parts: [], since })

  it("with the largest clear change stands beside your change, and links to its answers", () => {
    const brands = [fallen, rival("Veloria", 0.38, 0.31, "up"), rival("Alpenrad", 0.2, 0.32, "down")]
    const { lead } = overviewPieces({
      own: fallen,
      brands,
      parts: [],
      since,
      rivalHref: (id) => `/answers?brand=${id}`,
    })
    expect(textOf(lead)).toBe(
      "Your visibility fell from 60% to 40% since 15 Nov 2026, while Alpenrad fell from 32% to 20%.",
    )
    expect(lead).toContainEqual({ name: "Alpenrad", href: "/answers?brand=brd_Alpenrad" })
  })

  it("is named although your visibility did not change", () => {
    expect(said(still, rival("Veloria", 0.38, 0.31, "up")).lead).toBe(
      "No clear change since 15 Nov 2026: your visibility is 54%, previously 55% (a change of less than 9 points could be chance), while Veloria rose from 31% to 38%.",
    )
  })

  it.each<Verdict>(["no_clear_change", "insufficient", "not_comparable"])(
    "is left out with the verdict %s",
    (verdict) => {
      const { lead, evidence } = said(fallen, rival("Veloria", 0.9, 0.1, verdict))
      expect(lead).toBe("Your visibility fell from 60% to 40% since 15 Nov 2026.")
      expect(evidence.join(" ")).not.toContain("rose")
    },
  )

  it("has its own sentence below if your visibility cannot be compared, and below a long trend", () => {
    const unknown = { ...fallen, ...row(0.4, 0.6, "not_comparable") } as Row
    expect(said(unknown, rival("Veloria", 0.38, 0.31, "up")).evidence).toContain(
      "Since 15 Nov 2026, Veloria rose from 31% to 38%.",
    )
    const earliest = { value: 0.2, low: 0.14, high: 0.26, date: "7 Oct 2026" }
    const brands = [still, rival("Veloria", 0.38, 0.31, "up")]
    const { lead, evidence } = textsOf({ own: still, brands, parts: [], since, earliest })
    expect(lead).toBe("Your visibility rose from 20% to 54% since 7 Oct 2026.")
    expect(evidence.join(" ")).toContain("could be chance), while Veloria rose from 31% to 38%.")
  })

  it("has the difference on what both scans asked, if removed prompts make its value move against the verdict", () => {
    const moved = rival("Veloria", 0.5, 0.6, "up")
    const opposite = { ...moved, change: { ...moved.change, delta_abs: -0.1, delta_compared: 0.05 } } as Row
    expect(said(fallen, opposite).lead).toContain("while Veloria rose by 5 points on what both scans asked.")
  })
})

describe("other headline metrics", () => {
  type Name = keyof NonNullable<Row["change"]>["metrics"]
  /** Each metric: its previous value, its value and its verdict. */
  function withMetrics(
    metrics: Partial<Record<Name, [number, number, Verdict]>>,
    verdict: Verdict = "no_clear_change",
  ) {
    const named = Object.entries(metrics)
    const part = <T>(value: (metric: [number, number, Verdict]) => T) =>
      Object.fromEntries(named.map(([name, metric]) => [name, value(metric)]))
    const base = row(0.54, 0.55, verdict)
    return {
      ...base,
      ...part(([, now]) => ({ value: now, denominator: 20 })),
      change: {
        ...base.change,
        metrics: part(([, , verdict]) => ({ verdict })),
        previous: { ...base.change?.previous, ...part(([before]) => ({ value: before, denominator: 20 })) },
      },
    } as unknown as Row
  }
  const said = (own: Row) => overviewSentence({ brands: [], own, parts: [], since })

  it("names those with a clear change, and that visibility is not one of them", () => {
    const own = withMetrics({
      share_of_voice: [0.17, 0.21, "up"],
      average_position: [2.4, 1.9, "down"],
      citation_rate: [0.12, 0.3, "no_clear_change"],
      sentiment_score: [62, 55, "down"],
    })
    expect(said(own)).toBe(
      "Your visibility did not change clearly since 15 Nov 2026: it is 54%, previously 55% (a change of less than 9 points could be chance). Since 15 Nov 2026, your share of voice rose from 17% to 21%, your average position improved from 2.4 to 1.9 and your sentiment fell from 62 to 55.",
    )
  })

  it.each<Verdict>(["no_clear_change", "insufficient", "not_comparable"])(
    "are left out with the verdict %s",
    (verdict) => {
      const own = withMetrics({ share_of_voice: [0.1, 0.9, verdict], average_position: [9, 1, verdict] })
      expect(said(own)).toBe(said(row(0.54, 0.55, "no_clear_change")))
    },
  )

  it("have more digits if the texts would otherwise be equal, and say that a higher position is worse", () => {
    const own = withMetrics({ citation_rate: [0.171, 0.174, "up"], average_position: [1.51, 1.54, "up"] }, "up")
    expect(said(own)).toContain(
      "your average position worsened from 1.51 to 1.54 and your citation rate rose from 17.1% to 17.4%.",
    )
  })

  it("are also named after the long trend", () => {
    const earliest = { value: 0.2, low: 0.14, high: 0.26, date: "7 Oct 2026" }
    const own = withMetrics({ citation_rate: [0.1, 0.3, "up"] })
    expect(overviewSentence({ brands: [], own, parts: [], since, earliest })).toContain(
      "since 7 Oct 2026. Your visibility did not change clearly since 15 Nov 2026, when it was 55% (a change of less than 9 points could be chance). Since 15 Nov 2026, your citation rate rose from 10% to 30%.",
    )
  })

  it("leave out a sentiment that the headline does not show", () => {
    const own = withMetrics({ sentiment_score: [62, 55, "down"] })
    own.sentiment_score.denominator = 4
    expect(said(own)).not.toContain("sentiment")
  })
})
