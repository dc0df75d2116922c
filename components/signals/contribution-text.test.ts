import { expect, it } from "vitest"
import { breakdownSentence } from "./contribution-text"

const dimension = { id: "channel", label: "Channel" }
function sentence(...parts: [name: string, before: number, after: number][]) {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return breakdownSentence({
    dimension,
    total: { before: sum(parts.map(([, before]) => before)), after: sum(parts.map(([, , after]) => after)) },
    parts: parts.map(([name, before, after]) => ({ name, before, after })),
  })
}

it("the text names the part that accounts for most of the change", () => {
  expect(sentence(["Paid Search", 80, 45], ["Direct", 20, 10], ["Email", 10, 5])).toBe(
    "Paid Search accounts for 70% of the fall.",
  )
  expect(sentence(["", 10, 40], ["Direct", 20, 30])).toBe("Unknown accounts for 75% of the rise.")
})

it("the text says when one part exceeds the whole change, or when many share it", () => {
  expect(sentence(["Paid Search", 80, 40], ["Direct", 20, 30])).toBe("Paid Search accounts for the whole fall.")
  expect(sentence(["A", 10, 8], ["B", 10, 8], ["C", 10, 8], ["D", 10, 8], ["E", 10, 8])).toBe(
    "The fall is spread over 5 channels.",
  )
})
