import { describe, expect, it } from "vitest"
import { errorAdvice } from "./error-advice"
import { errorCodes } from "./errors"

describe.each(Object.entries(errorAdvice))("the advice for %s", (code, { meaning, remedy }) => {
  it("consists of full sentences that add to the title", () => {
    for (const text of [meaning, remedy]) expect(text).toMatch(/^[A-Z/].{15,240}\.$/)
    expect(meaning).not.toBe(`${errorCodes[code as keyof typeof errorCodes].title}.`)
    expect(meaning).not.toBe(remedy)
  })
})

it("covers every error code, in the order of the codes", () => {
  expect(Object.keys(errorAdvice)).toEqual(Object.keys(errorCodes))
})
