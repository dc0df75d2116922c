/** Compares the table of operations with the operations that the folders define. */
import { globSync, readFileSync } from "node:fs"
import { basename } from "node:path"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { allOperations, operations } from "."
import type { AnyOperation } from "./kernel/operation"

const sources = globSync("domain/*/**/*.ts", { exclude: (path) => path === "testing" || path.endsWith(".test.ts") })
const defined = sources.flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(/export const (\w+) = defineOperation\(\{\s*id: "([\w.]+)"/g)].map(
    ([, name = "", id = ""]) => ({ file, name, id }),
  ),
)
const tests = globSync("domain/**/*.test.ts").map((file) => readFileSync(file, "utf8"))
/** Resources whose operations are in several folders. Every other resource is one folder of the same name. */
const resourceOf: Record<string, string> = {
  "test-events": "webhooks",
  goals: "clients",
  answers: "aiVisibility",
  visibility: "aiVisibility",
  "ai-engines": "aiVisibility",
  sentiment: "aiVisibility",
  "ai-projects": "aiVisibility",
}
const camelCase = (kebab: string) => kebab.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
const listed = Object.entries(operations).flatMap(([resource, verbs]) =>
  Object.entries(verbs as Record<string, AnyOperation>).map(([verb, operation]) => ({ resource, verb, operation })),
)

describe("the table of operations", () => {
  it("lists every operation that a folder defines, and no other", () => {
    expect(defined.length).toBeGreaterThan(30)
    expect(listed.map(({ operation }) => operation.id).sort()).toEqual(defined.map(({ id }) => id).sort())
  })

  it("lists each operation under its id, and every id is unique", () => {
    expect(listed.map(({ resource, verb }) => `${resource}.${verb}`)).toEqual(
      listed.map(({ operation }) => operation.id),
    )
    expect(new Set(allOperations.map(({ id }) => id)).size).toBe(allOperations.length)
  })
})

describe.each(defined)("$id", ({ file, name, id }) => {
  it("is defined in the file that its id names, alone", () => {
    const [, folder = ""] = file.split("/")
    expect(id).toBe(`${resourceOf[folder] ?? camelCase(folder)}.${camelCase(basename(file, ".ts"))}`)
    expect(defined.filter((other) => other.file === file)).toHaveLength(1)
  })

  it("has a test beside it, or is covered by the REST contract test", () => {
    const isShown = allOperations.some((operation) => operation.id === id && operation.rest)
    expect(isShown || tests.some((text) => new RegExp(`\\b${name}\\b`).test(text))).toBe(true)
  })
})

describe.each(allOperations.map((operation) => [operation.id, operation] as const))("%s", (_, operation) => {
  const { input, example, rest, summary } = operation

  it("has a one-line summary", () => {
    expect(summary).toMatch(/^[A-Z][^\n]{4,79}[^.\s]$/)
  })

  it("rejects unknown parameters", () => {
    expect(input.safeParse({ no_such_parameter: 1 }).error?.issues).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: "unrecognized_keys" })]),
    )
  })

  it("has an example only if REST exposes it, because only its documentation shows one", () => {
    expect(example !== undefined).toBe(rest !== undefined)
  })
})

const restOperations = allOperations.filter(({ rest }) => rest)

describe.each(restOperations.map((operation) => [operation.id, operation] as const))("%s", (_, operation) => {
  const { rest, input, output, example, scope, audience, kind } = operation

  it("can be exposed over REST: it is a query with a scope and a tag, and its path names input fields", () => {
    expect([audience, kind]).toEqual(["team", "query"])
    expect([scope, rest?.tag].every((given) => given !== undefined)).toBe(true)
    expect(rest?.path).toMatch(/^(\/[a-z][a-z-]*|\/\{[a-z_]+\})+$/)
    for (const [, parameter = ""] of rest?.path.matchAll(/\{(\w+)\}/g) ?? [])
      expect(Object.keys(input.shape)).toContain(parameter)
  })

  it("has an example that matches its output schema", () => {
    expect(output.safeParse(example).error).toBeUndefined()
  })

  it("has a description that says more than its summary", () => {
    expect(operation.description?.length).toBeGreaterThan(operation.summary.length + 10)
    expect(operation.description).toMatch(/^[A-Z].*\.$/s)
  })

  if (output instanceof z.ZodArray && output.element instanceof z.ZodObject) {
    const fields = Object.keys(output.element.shape)
    it("has a date filter for each date that its items show", () => {
      const expected = [
        ...(fields.includes("created_at") ? ["created_after", "created_before"] : []),
        ...(fields.includes("updated_at") ? ["updated_after"] : []),
      ]
      expect(Object.keys(input.shape)).toEqual(expect.arrayContaining(expected))
      if (fields.includes("updated_at")) expect(input.safeParse({ sort: "updated_at" }).success).toBe(true)
    })
  }

  it("uses snake_case for every field", () => {
    expect(
      [...namesIn(z.toJSONSchema(output, { unrepresentable: "any" })), ...Object.keys(input.shape)].filter(
        isNotSnakeCase,
      ),
    ).toEqual([])
  })
})

/** Yields every property name of a JSON Schema, at any depth. */
function* namesIn(schema: unknown): Generator<string> {
  if (schema === null || typeof schema !== "object") return
  yield* Object.keys((schema as { properties?: object }).properties ?? {})
  for (const inner of Object.values(schema)) yield* namesIn(inner)
}

const isNotSnakeCase = (name: string) => !/^[a-z][a-z0-9_]*$/.test(name)
