import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { validate } from "@/domain/kernel/validate"
import { decodeInput } from "./routes"

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
    filter: z.array(z.string()).default([]).meta({ explode: true }),
  }),
  output: z.unknown(),
  handle: async () => ({ data: null }),
})
const decoded = (query: string) => decodeInput(operation, { thing_id: "t1" }, new URLSearchParams(query))
const decode = (query: string) => ({ ...decoded(query).input })
const fieldErrorsOf = (query: string) => decoded(query).fieldErrors.map(({ detail, fix }) => `${detail} ${fix}`)

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
    ["filter=campaign:Generic, search", { filter: ["campaign:Generic, search"] }],
    ["tags=a&tags=b,c", { tags: ["a", "b", "c"] }],
    ["tags[]=a&tags[]=b", { tags: ["a", "b"] }],
    ["tags=a&tags[]=b", { tags: ["a", "b"] }],
    ["metrics=clicks,spend", { metrics: ["clicks", "spend"] }],
    ["filter=device:Phone&filter=page:https://a.example/,b", { filter: ["device:Phone", "page:https://a.example/,b"] }],
    ["filter[]=device:Phone", { filter: ["device:Phone"] }],
    ["colour=red", { colour: "red" }],
  ])("%s becomes %j", (query, expected) => {
    expect(decode(query)).toEqual({ thing_id: "t1", ...expected })
  })

  it.each(["limit=ten", "limit=1e2", "limit=0x10", "limit= 5", "limit=", "stale=yes", "metrics=money"])(
    "%s is rejected by the schema, with the parameter's name",
    (query) => {
      const name = query.split("=")[0]
      try {
        validate(operation.input, decode(query))
        expect.unreachable()
      } catch (problem) {
        expect(problem).toMatchObject({ code: "parameter_invalid" })
        expect(JSON.stringify(problem)).toContain(name)
      }
    },
  )

  it("cannot override what the path sets", () => {
    for (const query of ["thing_id=t2", "thing_id[]=t2", "thing_id[x]=t2"])
      expect(fieldErrorsOf(query)).toEqual(["thing_id is part of the path. Remove it from the query."])
  })

  it("reports repeated parameters and the former filter syntax, all together", () => {
    expect(fieldErrorsOf("limit=1&limit=2&q=a&q=b&q=c&filter[device]=Phone&tags=a&tags=b")).toEqual([
      "limit is sent twice. Send it once.",
      "q is sent 3 times. Send it once.",
      "filter[device] is not a known parameter. Use filter=device:value, and repeat filter for each additional value.",
    ])
  })

  it("never loses a parameter: each ends up in the input or in an error", () => {
    const name = fc.oneof(fc.constantFrom("__proto__", "constructor", "tags[]", "filter[a]", "limit", "q"), fc.string())
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 4 }), (names) => {
        const query = new URLSearchParams(names.map((one) => [one, "1"]))
        const { input, fieldErrors } = decoded(query.toString())
        const named = new Set(fieldErrors.map(({ parameter }) => parameter))
        for (const one of query.keys()) {
          const isReported = named.has(one.replaceAll("\0", ""))
          expect(isReported || Object.hasOwn(input, one) || Object.hasOwn(input, one.replace(/\[\]$/, ""))).toBe(true)
        }
      }),
    )
  })
})
