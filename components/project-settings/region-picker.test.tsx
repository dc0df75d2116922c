import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { RegionPicker } from "./region-picker"

const countries = Array.from({ length: 30 }, (_, n) => ({ code: `C${n}`, name: `Country ${n}` }))

function options(chosen: number) {
  const value = countries.slice(0, chosen).map(({ code }) => code)
  const html = renderToString(<RegionPicker countries={countries} value={value} onChange={() => {}} />)
  const [, id] = html.match(/<label for="([^"]*)"/) ?? []
  expect(html.match(/<select[^>]* id="([^"]*)"/)?.[1], "the label belongs to the select").toBe(id)
  return [...html.matchAll(/<option[^>]*>([^<]*)/g)].map(([, text]) => text)
}

it("offers the other countries, and none when 20 are chosen", () => {
  expect(options(19)).toHaveLength(12)
  expect(options(19)[0]).toBe("Add a country")
  expect(options(20)).toEqual(["At most 20 regions"])
})
