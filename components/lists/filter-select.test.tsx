import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { FilterSelect } from "./filter-select"

function options(value: string, isPartial: boolean) {
  const choices = { ep_1: "one.example", ep_2: "two.example" }
  const html = renderToString(
    <FilterSelect label="Webhook" name="webhook" all="any" choices={choices} value={value} isPartial={isPartial} />,
  )
  return [...html.matchAll(/<option([^>]*)>([^<]*)/g)].map(([, attributes, text]) =>
    attributes?.includes("selected") ? `(${text})` : text,
  )
}

it("selects the value in the URL, even if it is missing in a partial list", () => {
  expect(options("ep_2", true)).toEqual(["any", "one.example", "(two.example)"])
  expect(options("ep_101", true)).toEqual(["any", "(ep_101)", "one.example", "two.example"])
  expect(options("", true)).toEqual(["(any)", "one.example", "two.example"])
})

it("offers no unknown value in a complete list", () => {
  expect(options("ep_101", false)).not.toContain("(ep_101)")
})
