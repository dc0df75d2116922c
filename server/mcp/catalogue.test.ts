import { describe, expect, it } from "vitest"
import { z } from "zod"
import { roles } from "@/domain/kernel/roles"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { tools, visibleTools } from "./catalogue"
import { untrustedNotice } from "./untrusted"

const definitions = [...tools.values()].map(({ definition }) => definition)
const maxCatalogueBytes = 60_000

describe("the catalogue of tools", () => {
  it("contains these tools with these annotations", () => {
    // Upper case if the hint is true: read-only, destructive, idempotent, open world.
    const letters = definitions.map(({ name, annotations: a }) => {
      const hints = [a?.readOnlyHint, a?.destructiveHint, a?.idempotentHint, a?.openWorldHint]
      return `${name} ${["r", "d", "i", "o"].map((letter, n) => (hints[n] ? letter.toUpperCase() : letter)).join("")}`
    })
    expect(letters.sort()).toMatchSnapshot()
  })

  it("has exactly these titles, descriptions and schemas", () => {
    expect(definitions).toMatchSnapshot()
  })

  it("fits into 60 KB", () => {
    expect(Buffer.byteLength(JSON.stringify(definitions))).toBeLessThan(maxCatalogueBytes)
  })

  it.each(definitions.map((one) => [one.name, one] as const))(
    "describes %s briefly and without instructions",
    (name, one) => {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(name.length).toBeLessThanOrEqual(64)
      expect(one.title).toBeTruthy()
      expect(one.description?.length).toBeLessThanOrEqual(400)
      expect(one.description).not.toMatch(/\b(always|never call|ignore|must call)\b/i)
      expect(one.inputSchema.type).toBe("object")
      expect(one.outputSchema?.type).toBe("object")
      expect(JSON.stringify(one)).not.toContain("$ref")
    },
  )
})

describe.each([...tools.values()].map((one) => [one.tool.name, one] as const))(
  "%s",
  (_, { operation, tool, definition }) => {
    it("omits, sets and marks as untrusted only fields that its operation has", () => {
      const fields = JSON.stringify(z.toJSONSchema(operation.output, { unrepresentable: "any" }))
      for (const name of [...(tool.omit ?? []), ...Object.keys(tool.defaults ?? {})])
        expect(Object.keys(operation.input.shape)).toContain(name)
      for (const name of tool.untrusted?.flatMap((path) => path.split(".")) ?? [])
        expect(fields).toContain(`"${name}":`)
    })

    it("says in its description that such fields are data, and only if it has some", () => {
      expect(definition.description?.endsWith(` ${untrustedNotice}`)).toBe(tool.untrusted !== undefined)
    })
  },
)

describe("the list of tools", () => {
  const connection = { id: "grant", clientName: "Test", scopes: ["data:read"] as const, areWritesEnabled: true }
  const names = (ctx: Parameters<typeof visibleTools>[0]) => visibleTools(ctx).map(({ name }) => name)

  it("hides tools that write while the team's switch is off", async () => {
    const ctx = asPerson(await freshTeam())
    const isOff = names({ ...ctx, connection: { ...connection, areWritesEnabled: false } })
    expect(isOff).not.toContain("run_scan")
    expect(isOff).toContain("list_clients")
    expect(names({ ...ctx, connection })).toContain("run_scan")
  })

  it.each(roles)("shows tools that write to the role %s if it may use them", async (role) => {
    const ctx = { ...asPerson(await freshTeam(), role), connection }
    expect(names(ctx).includes("update_client")).toBe(role !== "viewer")
  })
})
