import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { RegionPicker } from "./region-picker"

const countries = Array.from({ length: 30 }, (_, n) => ({ code: `C${n}`, name: `Country ${n}` }))

function picker(chosen: number) {
  const value = countries.slice(0, chosen).map(({ code }) => code)
  return renderToString(<RegionPicker countries={countries} value={value} onChange={() => {}} />)
}

it("adds countries with a menu until 20 are chosen", () => {
  expect(picker(19)).toMatch(/<button[^>]*aria-haspopup="menu"[^>]*>Add a country/)
  expect(picker(19)).not.toContain("At most")
  expect(picker(20)).not.toContain("Add a country")
  expect(picker(20)).toContain("At most 20 regions.")
})

it("says that some engines are asked the same question for each region", () => {
  expect(picker(2)).toContain("Some engines ignore the region: Gemini API, OpenAI-compatible API")
})
