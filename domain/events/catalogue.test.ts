import Ajv from "ajv/dist/2020"
import addFormats from "ajv-formats"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { events, eventTypes, matchesType, patternsFor } from "./catalogue"

const word = fc.stringMatching(/^[a-z0-9_]{1,8}$/)
const type = fc.array(word, { minLength: 2, maxLength: 4 }).map((words) => words.join("."))

describe.each(Object.entries(events))("%s", (name, { data, example, since, summary, description }) => {
  it("has a valid name, a date since when it exists, a summary and a description", () => {
    expect(name).toMatch(/^[a-z0-9_]+(\.[a-z0-9_]+)+$/)
    expect(since).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect([summary.endsWith("."), description.endsWith(".")]).toEqual([false, true])
  })

  it("has an example that matches its schema exactly", () => {
    expect(data.parse(example)).toEqual(example)
  })

  it("has a JSON Schema (2020-12) that accepts its example, also with fields added later", () => {
    const schema = z.toJSONSchema(data)
    expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema")
    const fits = addFormats(new Ajv()).compile(schema)
    expect(fits(example), JSON.stringify(fits.errors)).toBe(true)
    const [noun = ""] = Object.keys(example)
    expect(fits({ [noun]: { ...Object.values(example)[0], later: 1 }, later: 1 })).toBe(true)
    expect(fits({ [noun]: {} })).toBe(false)
  })
})

describe("an event pattern", () => {
  it("matches the types below its prefix: signal.* matches signal.created, but not signals.created or signal", () => {
    expect(matchesType(["signal.*"], "signal.created")).toBe(true)
    for (const other of ["signals.created", "signal", "a.signal.created", "scan.completed"])
      expect(matchesType(["signal.*"], other), other).toBe(false)
  })

  it("without a wildcard matches only that type; * matches every type; no patterns match nothing", () => {
    fc.assert(
      fc.property(type, type, (one, other) => {
        expect(matchesType([one], other)).toBe(one === other)
        expect(matchesType(["*"], one)).toBe(true)
        expect(matchesType([], one)).toBe(false)
      }),
    )
  })

  it("of a family matches every type in the family at any depth, and nothing else", () => {
    fc.assert(
      fc.property(type, type, (family, other) => {
        expect(matchesType([`${family}.*`], `${family}.${other}`)).toBe(true)
        expect(matchesType([`${family}.*`], family)).toBe(false)
        expect(matchesType([`${family}.*`], other)).toBe(other.startsWith(`${family}.`))
      }),
    )
  })

  it("matches the same types in a list of patterns as alone", () => {
    fc.assert(
      fc.property(fc.array(type), type, (patterns, one) => {
        const wild = patterns.map((pattern, i) => (i % 2 ? pattern : pattern.replace(/\.[^.]+$/, ".*")))
        expect(matchesType(wild, one)).toBe(wild.some((pattern) => matchesType([pattern], one)))
      }),
    )
  })

  it("is listed for each event: the type, its families and *", () => {
    expect(eventTypes.map(patternsFor)).toContainEqual(["*", "signal.*", "signal.created"])
  })
})
