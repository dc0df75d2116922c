import { expect, it } from "vitest"
import type { Row } from "@/components/ai-visibility/format-metrics"
import { movedAgainst, otherBrandsSentence } from "./signal-reasons"

const row = (name: string, before: number | null, after: number, verdict = "no_clear_change") =>
  ({
    brand: { id: name, name, kind: "competitor" },
    visibility: { value: after },
    change: {
      verdict,
      delta_abs: before === null ? null : after - before,
      previous: before === null ? null : { visibility: { value: before } },
    },
  }) as unknown as Row

it("sorts the brands that moved against the signal first, and leaves out those without an earlier value", () => {
  const rows = [row("Steady", 0.3, 0.3), row("New", null, 0.2), row("Risen", 0.5, 0.6), row("Fallen", 0.5, 0.4)]
  const names = (direction: "up" | "down") => movedAgainst(rows, direction).map(({ brand }) => brand.name)
  expect(names("down")).toEqual(["Risen", "Steady", "Fallen"])
  expect(names("up")).toEqual(["Fallen", "Steady", "Risen"])
})

it("the text says which brand rose, and whether the rise can be chance", () => {
  const risen = row("Northpan", 0.52, 0.62, "up")
  expect(otherBrandsSentence([risen], "down")).toBe("Northpan rose from 52.0% to 62.0%.")
  expect(otherBrandsSentence([risen], "up")).toBe("No other brand fell.")
  expect(otherBrandsSentence([row("A", 0.5, 0.55), row("B", 0.5, 0.45)], "down")).toBe(
    "A rose most, from 50.0% to 55.0%. This rise can be chance.",
  )
  expect(otherBrandsSentence([risen, row("Veloria", 0.1, 0.3, "up")], "down")).toBe(
    "Northpan and Veloria clearly rose.",
  )
})
