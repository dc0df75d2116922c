import { expect, it } from "vitest"
import { z } from "zod"
import { Problem } from "./errors"
import { dateOrTimestampInput } from "./fields"
import { exampleId, id } from "./ids"
import { validate } from "./validate"

const schema = z.strictObject({
  webhook_id: id("endpoint"),
  since: dateOrTimestampInput("From then"),
  limit: z.int().min(1).max(200).optional(),
  share: z.number().gt(0).optional(),
  types: z
    .array(z.enum(["a.b", "*"]))
    .min(1)
    .max(2)
    .optional(),
  name: z.string().max(3).optional(),
  slug: z
    .string()
    .regex(/^[a-z]+$/, "needs lowercase letters")
    .optional(),
  site: z.url("is not a web address, such as https://example.com").optional(),
  headers: z.record(z.string(), z.string()).optional(),
})
const right = { webhook_id: exampleId("endpoint"), since: "2026-11-01" }

function errorsOf(change: object) {
  try {
    validate(schema, { ...right, ...change })
  } catch (error) {
    return (error as Problem).errors
  }
  throw new Error("nothing was refused")
}

it.each([
  [{ webhook_id: "ep_1" }, "webhook_id is not an ID that starts with ep_.", "Use an ID that starts with ep_."],
  [{ webhook_id: undefined }, "webhook_id is missing.", "Use text."],
  [
    { since: "yesterday" },
    "since is not a timestamp such as 2026-11-01T00:00:00Z and is not a date such as 2026-11-01.",
    "Use a timestamp such as 2026-11-01T00:00:00Z, or a date such as 2026-11-01.",
  ],
  [{ limit: 0 }, "limit is less than 1.", "Use a value of at least 1."],
  [{ limit: 201 }, "limit is more than 200.", "Use a value of at most 200."],
  [{ limit: 1.5 }, "limit is not a whole number.", "Use a whole number."],
  [{ limit: "5" }, "limit is not a number.", "Use a number."],
  [{ share: 0 }, "share is not more than 0.", "Use a value of more than 0."],
  [{ types: [] }, "types is empty.", "Use at least 1 item."],
  [{ types: ["*", "*", "*"] }, "types has more than 2 items.", "Use at most 2 items."],
  [{ types: ["x"] }, "/types/0 is not one of a.b, *.", "Use one of a.b, *."],
  [{ name: "long" }, "name has more than 3 characters.", "Use at most 3 characters."],
  [
    { site: "here" },
    "site is not a web address, such as https://example.com.",
    "Use a web address, such as https://example.com.",
  ],
  [{ slug: "A" }, "slug needs lowercase letters.", undefined],
  [{ headers: { "a/b~": 1 } }, "/headers/a~1b~0 is not text.", "Use text."],
])("rejects %j with a message and a fix", (change, detail, fix) => {
  expect(errorsOf(change)).toMatchObject([{ code: "parameter_invalid", detail }])
  expect(errorsOf(change)[0]?.fix).toBe(fix)
})

it("rejects text that Postgres cannot store, at any depth", () => {
  expect(errorsOf({ name: "a\0" })[0]).toMatchObject({ parameter: "name", code: "parameter_invalid" })
  expect(errorsOf({ name: "\ud800" })[0]).toMatchObject({ parameter: "name", code: "parameter_invalid" })
  expect(errorsOf({ headers: { "x-a": "\0" } })[0]).toMatchObject({ pointer: "/headers/x-a" })
  expect(errorsOf({ headers: { "x\0": "a" } })[0]).toMatchObject({ parameter: "headers" })
  expect(validate(schema, { ...right, name: "😀" })).toMatchObject({ name: "😀" })
})

it.each(["0000-01-01", "0001-12-31", "1969-12-31", "2200-01-01", "1970-01-01T00:00:00+14:00", "9999-12-31T23:59:59Z"])(
  "rejects the date or time %s as out of range",
  (since) => {
    expect(errorsOf({ since })).toEqual([
      {
        parameter: "since",
        code: "parameter_invalid",
        detail: "since is not between 1970-01-01 and 2199-12-31.",
        fix: "Use a date from 1970-01-01 to 2199-12-31.",
      },
    ])
  },
)

it("checks rules across parameters together with other errors, but skips rules on invalid parameters", () => {
  const checks = [
    {
      reads: ["name", "slug"],
      fieldErrors: () => [{ parameter: "slug", code: "parameter_invalid" as const, detail: "!" }],
    },
  ]
  const namesOf = (change: object) => {
    try {
      validate(schema, { ...right, ...change }, { checks })
      return []
    } catch (error) {
      return (error as Problem).errors.map(({ parameter, pointer }) => parameter ?? pointer)
    }
  }
  expect(namesOf({ limit: 0 })).toEqual(["limit", "slug"])
  expect(namesOf({ limit: 0, name: "long" })).toEqual(["limit", "name"])
  expect(namesOf({ types: ["x"] })).toEqual(["/types/0", "slug"])
  expect(namesOf({ name: "a\0" })).toEqual(["name"])
})

it("lists the first 20 errors and the number of the others", () => {
  const headers = Object.fromEntries(Array.from({ length: 1_021 }, (_, i) => [`x-${i}`, 1]))
  const refuse = () => validate(schema, { ...right, headers })
  expect(refuse).toThrow(
    /^\/headers\/x-0 is not text\. .*\/headers\/x-19 is not text\. Errors that are not listed: 1,001\.$/,
  )
  expect(errorsOf({ headers })).toHaveLength(20)
})

it("the Problem reports errors that the caller already found together with the others, and each only once", () => {
  const knownErrors = [
    { parameter: "webhook_id", code: "parameter_invalid" as const, detail: "webhook_id is given twice." },
  ]
  try {
    validate(schema, { ...right, webhook_id: undefined, limit: 0 }, { knownErrors })
    expect.unreachable()
  } catch (error) {
    expect((error as Problem).errors.map(({ detail }) => detail)).toEqual([
      "webhook_id is given twice.",
      "limit is less than 1.",
    ])
  }
  expect(() => validate(schema, right, { knownErrors })).toThrow("webhook_id is given twice.")
})

it("the Problem reports every error at once, including unknown parameters", () => {
  const errors = errorsOf({ limit: 0, colour: "red" })
  expect(errors.map(({ code }) => code)).toEqual(["parameter_invalid", "parameter_unknown"])
  expect(errors[1]?.fix).toMatch(/^Known parameters: webhook_id, /)
  expect(() => validate(schema, { ...right, colour: "red" })).toThrow(Problem)
})
