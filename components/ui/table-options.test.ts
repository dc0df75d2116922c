import { afterEach, expect, it, vi } from "vitest"
import { readTableChoice, storeTableChoice } from "./table-options"

afterEach(() => vi.unstubAllGlobals())

const compact = { hiddenColumns: ["Status"], isCompact: true }

it("reads the stored choice of a table", () => {
  const stored = new Map<string, string>()
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  storeTableChoice("clients", compact)
  expect(readTableChoice("clients")).toEqual(compact)
  expect(readTableChoice("reports")).toBeUndefined()
  stored.set("table clients", "{")
  expect(readTableChoice("clients"), "a broken entry").toBeUndefined()
})

it("has no choice in a browser that blocks storage", () => {
  const block = () => {
    throw new DOMException("The operation is insecure.", "SecurityError")
  }
  vi.stubGlobal("localStorage", { getItem: block, setItem: block })
  expect(() => storeTableChoice("clients", compact)).not.toThrow()
  expect(readTableChoice("clients")).toBeUndefined()
})
