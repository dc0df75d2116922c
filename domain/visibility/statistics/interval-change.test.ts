import { expect, it } from "vitest"
import { metricSignificance } from "./change"
import { changePValue } from "./interval-change"
import { wilson } from "./precision"
import { seededRandom } from "./seeded-random"

const share = (k: number, n: number) => ({ value: k / n, ci: wilson(k, n) ?? { low: 0, high: 1 } })

it("matches the published interval of a difference", () => {
  // Newcombe 1998, table II (a), method 10: 56/70 and 48/80 differ by 0.2, with the 95% interval from 0.0524 to 0.3339.
  const current = share(56, 70)
  const previous = share(48, 80)
  const half = Math.hypot(current.value - current.ci.low, previous.ci.high - previous.value)
  expect(0.2 - half).toBeCloseTo(0.0524, 4)
  expect(changePValue(current, previous)).toBeLessThan(0.05)
})

it("does not depend on the direction, and is 1 for equal values and for intervals of zero width", () => {
  expect(changePValue(share(5, 40), share(20, 40))).toBeCloseTo(changePValue(share(20, 40), share(5, 40)), 12)
  expect(changePValue(share(9, 30), share(9, 30))).toBeCloseTo(1, 12)
  expect(changePValue({ value: 1, ci: { low: 1, high: 1 } }, { value: 0, ci: { low: 0, high: 0 } })).toBe(1)
})

it("reports at most 3% false changes, and finds a fall by half of a frequent brand", () => {
  const random = seededRandom("interval-change")
  const drawn = (p: number, n: number) => Array.from({ length: n }, () => random()).filter((one) => one < p).length
  const rate = (p: number, current: number, n = 90) => {
    const changed = Array.from({ length: 1_000 }, () =>
      changePValue(share(drawn(current, n), n), share(drawn(p, n), n)),
    )
    return changed.filter((found) => found < metricSignificance).length / changed.length
  }
  for (const p of [0.1, 0.3, 0.6]) expect(rate(p, p)).toBeLessThan(0.04)
  expect(rate(0.6, 0.3)).toBeGreaterThan(0.9)
})
