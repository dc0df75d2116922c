import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { CountChange } from "./count-change"

const count = ([mentioned, answers]: [number, number]) => ({ mentioned, answers })
const textOf = (before: [number, number], after: [number, number]) =>
  renderToString(<CountChange before={count(before)} after={count(after)} />).replaceAll(/<!-- -->|<[^>]*>/g, "")

it("names the number of answers once if both scans have the same", () => {
  expect(textOf([11, 15], [1, 15])).toBe("11 →then 1 of 15")
  expect(textOf([3, 5], [4, 10])).toBe("3 of 5 →then 4 of 10")
})

it("says that a scan has no answers of an engine", () => {
  expect(textOf([0, 0], [4, 10])).toBe("no answers →then 4 of 10")
})
