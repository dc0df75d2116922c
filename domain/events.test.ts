import Ajv from "ajv/dist/2020"
import addFormats from "ajv-formats"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { events, eventTypes, matchesType, patternsFor } from "./events"

const word = fc.stringMatching(/^[a-z0-9_]{1,8}$/)
const type = fc.array(word, { minLength: 2, maxLength: 4 }).map((words) => words.join("."))

describe.each(Object.entries(events))("%s", (name, { data, example, since, summary, description }) => {
  it("is named as events are, and says since when and what it means", () => {
    expect(name).toMatch(/^[a-z0-9_]+(\.[a-z0-9_]+)+$/)
    expect(since).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect([summary.endsWith("."), description.endsWith(".")]).toEqual([false, true])
  })

  it("has an example that is exactly what is sent", () => {
    expect(data.parse(example)).toEqual(example)
  })

  it("has a JSON Schema (2020-12) that its example fits, also with a member that it may gain later", () => {
    const schema = z.toJSONSchema(data)
    expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema")
    const fits = addFormats(new Ajv()).compile(schema)
    expect(fits(example), JSON.stringify(fits.errors)).toBe(true)
    const [noun = ""] = Object.keys(example)
    expect(fits({ [noun]: { ...Object.values(example)[0], later: 1 }, later: 1 })).toBe(true)
    expect(fits({ [noun]: {} })).toBe(false)
  })
})

describe("a pattern", () => {
  it("stands for what it says: signal.* for signal.created, not for signals.created or signal", () => {
    expect(matchesType(["signal.*"], "signal.created")).toBe(true)
    for (const other of ["signals.created", "signal", "a.signal.created", "scan.completed"])
      expect(matchesType(["signal.*"], other), other).toBe(false)
  })

  it("of a name stands for that name alone; * for all; none for nothing", () => {
    fc.assert(
      fc.property(type, type, (one, other) => {
        expect(matchesType([one], other)).toBe(one === other)
        expect(matchesType(["*"], one)).toBe(true)
        expect(matchesType([], one)).toBe(false)
      }),
    )
  })

  it("of a family stands for everything in it, at any depth, and for nothing else", () => {
    fc.assert(
      fc.property(type, type, (family, other) => {
        expect(matchesType([`${family}.*`], `${family}.${other}`)).toBe(true)
        expect(matchesType([`${family}.*`], family)).toBe(false)
        expect(matchesType([`${family}.*`], other)).toBe(other.startsWith(`${family}.`))
      }),
    )
  })

  it("matches among others as it does alone", () => {
    fc.assert(
      fc.property(fc.array(type), type, (patterns, one) => {
        const wild = patterns.map((pattern, i) => (i % 2 ? pattern : pattern.replace(/\.[^.]+$/, ".*")))
        expect(matchesType(wild, one)).toBe(wild.some((pattern) => matchesType([pattern], one)))
      }),
    )
  })

  it("is known for each event: itself, its family, all", () => {
    expect(eventTypes.map(patternsFor)).toContainEqual(["*", "signal.*", "signal.created"])
  })
})
