import { runInNewContext } from "node:vm"
import { afterEach, expect, it, vi } from "vitest"
import { storeTheme, themeScript } from "./theme-script"

afterEach(() => vi.unstubAllGlobals())

/** Runs the inline script, and returns the theme that it applies. */
function appliedTheme(): string | undefined {
  const dataset: { theme?: string } = {}
  runInNewContext(themeScript, { localStorage, document: { documentElement: { dataset } } })
  return dataset.theme
}

it("applies the stored theme, and none after the user chose that of the system", () => {
  const stored = new Map<string, string>()
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  expect(appliedTheme()).toBeUndefined()
  storeTheme("dark")
  expect(appliedTheme()).toBe("dark")
  storeTheme("")
  expect(appliedTheme()).toBeUndefined()
})

it("stores and applies nothing if the browser blocks storage", () => {
  const block = () => {
    throw new DOMException("The operation is insecure.", "SecurityError")
  }
  vi.stubGlobal("localStorage", { getItem: block, setItem: block, removeItem: block })
  storeTheme("dark")
  storeTheme("")
  expect(appliedTheme()).toBeUndefined()
})
