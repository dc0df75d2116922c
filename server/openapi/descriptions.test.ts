import { expect, it } from "vitest"
import { makeDocument } from "."

const document = makeDocument()

/** Every `description` and `summary` in the document, with the path that leads to it. */
function textsOf(value: unknown, path = ""): { path: string; text: unknown }[] {
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const place = `${path}/${key}`
    if (key === "example" || key === "examples") return []
    // A property named "description" is a schema, not a text.
    return key === "description" && typeof inner === "string" ? [{ path: place, text: inner }] : textsOf(inner, place)
  })
}

type Paths = Record<string, { get: { parameters?: { name: string; description?: string }[] } }>

it("describes every parameter", () => {
  const parameters = Object.values(document.paths as Paths).flatMap(({ get }) => get.parameters ?? [])
  expect(parameters.length).toBeGreaterThan(50)
  expect(parameters.filter(({ description }) => !description)).toEqual([])
})

it("describes everything in complete sentences", () => {
  const texts = textsOf(document)
  expect(texts.length).toBeGreaterThan(300)
  expect(texts.filter(({ text }) => !/^[A-Z0-9`].*[.:]$/s.test(String(text)))).toEqual([])
})
