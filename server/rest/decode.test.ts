import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { defineOperation } from "@/domain/operation"
import { validate } from "@/domain/validate"
import { decodeInput } from "./decode"

const operation = defineOperation({
  id: "test.decode",
  summary: "Decode",
  audience: "team",
  kind: "query",
  input: z.strictObject({
    thing_id: z.string(),
    limit: z.int().optional(),
    ratio: z.number().nullable().optional(),
    stale: z.boolean().optional(),
    q: z.string().optional(),
    tags: z.array(z.string()).optional(),
    metrics: z.array(z.enum(["clicks", "spend"])).default([]),
    filter: z.record(z.string(), z.array(z.string())).default({}),
  }),
  output: z.unknown(),
  handle: async () => ({ data: null }),
})
const decode = (query: string) => ({ ...decodeInput(operation, { thing_id: "t1" }, new URLSearchParams(query)) })

describe("the query of a request", () => {
  it.each([
    ["limit=25", { limit: 25 }],
    ["limit=-3", { limit: -3 }],
    ["ratio=0.5", { ratio: 0.5 }],
    ["stale=true", { stale: true }],
    ["stale=1", { stale: "1" }],
    ["q=25", { q: "25" }],
    ["q=true", { q: "true" }],
    ["q=a+b%2Cc", { q: "a b,c" }],
    ["tags=a,b", { tags: ["a", "b"] }],
    ["tags=a\\, b,c", { tags: ["a, b", "c"] }],
    ["filter[campaign]=Generic\\, search", { filter: { campaign: ["Generic, search"] } }],
    ["tags=a&tags=b,c", { tags: ["a", "b", "c"] }],
    ["tags[]=a&tags[]=b", { tags: ["a", "b"] }],
    ["tags=a&tags[]=b", { tags: ["a", "b"] }],
    ["metrics=clicks,spend", { metrics: ["clicks", "spend"] }],
    ["filter[device]=Computer,Phone", { filter: { device: ["Computer", "Phone"] } }],
    ["filter[device]=Phone&filter[campaign]=A", { filter: { device: ["Phone"], campaign: ["A"] } }],
    ["filter%5Bdevice%5D=Phone", { filter: { device: ["Phone"] } }],
    ["colour=red", { colour: "red" }],
    ["limit=1&limit=2", { limit: ["1", "2"] }],
  ])("%s becomes %j", (query, expected) => {
    expect(decode(query)).toEqual({ thing_id: "t1", ...expected })
  })

  it.each([
    "limit=ten",
    "limit=1e2",
    "limit=0x10",
    "limit= 5",
    "limit=",
    "limit=1&limit=2",
    "stale=yes",
    "metrics=money",
  ])("%s is refused by the schema, by name", (query) => {
    const name = query.split("=")[0]
    try {
      validate(operation.input, decode(query))
      expect.unreachable()
    } catch (problem) {
      expect(problem).toMatchObject({ code: "parameter_invalid" })
      expect(JSON.stringify(problem)).toContain(name)
    }
  })

  it("cannot set what the path has set", () => {
    for (const query of ["thing_id=t2", "thing_id[]=t2", "thing_id[x]=t2"])
      expect(() => decode(query)).toThrow("is given by the path")
  })

  it("is never lost: whatever is asked ends in the input or in an error", () => {
    const name = fc.oneof(fc.constantFrom("__proto__", "constructor", "tags[]", "filter[a]", "limit", "q"), fc.string())
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 4 }), (names) => {
        const query = new URLSearchParams(names.map((one) => [one, "1"]))
        let input: Record<string, unknown>
        try {
          input = decode(query.toString())
        } catch {
          return
        }
        for (const one of query.keys()) {
          const base = one.replace(/^(tags|filter)\[.*\]$/, "$1")
          expect(Object.hasOwn(input, one) || Object.hasOwn(input, base)).toBe(true)
        }
      }),
    )
  })
})
