import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { timestamp } from "./fields"
import { normalizeTimestamps } from "./json-timestamps"

const output = z.array(
  z.object({ name: z.string(), at: timestamp(), inner: z.object({ seen_at: timestamp().nullable() }) }),
)

describe("timestamps that Postgres wrote", () => {
  it.each([
    ['{"at":"2026-11-20T06:12:03+00:00"}', '{"at":"2026-11-20T06:12:03.000Z"}'],
    ['{"at":"2026-11-20T06:12:03.1+00:00"}', '{"at":"2026-11-20T06:12:03.100Z"}'],
    ['{"at" : "2026-11-20T06:12:03.123456+00:00", "x":1}', '{"at" : "2026-11-20T06:12:03.123Z", "x":1}'],
    ['{"inner":{"seen_at":"2026-11-20T06:12:03.12+00:00"}}', '{"inner":{"seen_at":"2026-11-20T06:12:03.120Z"}}'],
    ['{"at":null}', '{"at":null}'],
  ])("get milliseconds and a Z: %s", (given, expected) => expect(normalizeTimestamps(output, given)).toBe(expected))

  it("stay unchanged in fields that are not timestamps and inside strings", () => {
    const fake = JSON.stringify({ name: "2026-11-20T06:12:03+00:00", note: '{"at":"2026-11-20T06:12:03+00:00"}' })
    expect(normalizeTimestamps(output, fake)).toBe(fake)
  })

  it("are converted without changing any other text", () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('","at":"2026-01-01T00:00:00+00:00"', '+00:00"', '\\"at\\":\\"', "2026-01-01T00:00:00+00:00"),
    )
    fc.assert(
      fc.property(fc.array(text), (names) => {
        const rows = names.map((name) => ({ name, at: "2026-01-01T00:00:00.5+00:00" }))
        const expected = names.map((name) => ({ name, at: "2026-01-01T00:00:00.500Z" }))
        expect(JSON.parse(normalizeTimestamps(output, JSON.stringify(rows)))).toEqual(expected)
      }),
    )
  })
})
