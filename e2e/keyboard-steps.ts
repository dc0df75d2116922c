/**
 * Steps for tests that use a page by keyboard alone, and their `test`. A test that used a pointer fails at its end. An
 * element must show that it has the focus.
 */
import { expect, type Locator, type Page } from "@playwright/test"
import { countPointerPresses } from "./page-steps"
import { test as base } from "./receiver"

export const test = base.extend<{ pointerIsUnused: undefined }>({
  pointerIsUnused: [
    async ({ page }, use) => {
      const pointerPresses = await countPointerPresses(page)
      await use(undefined)
      expect(pointerPresses(), "presses of a pointer").toBe(0)
    },
    { auto: true },
  ],
})

/** Pages have fewer elements that can have the focus. */
const maxTabs = 200

/** Presses Tab until the element has the focus. If the element is before the one that has the focus, Shift+Tab. */
export async function tabTo(page: Page, target: Locator) {
  await target.waitFor()
  const isBefore = await target.evaluate((element) => {
    const { activeElement, body } = document
    const position = activeElement === body ? 0 : activeElement?.compareDocumentPosition(element)
    return Boolean((position ?? 0) & Node.DOCUMENT_POSITION_PRECEDING)
  })
  for (let i = 0; i < maxTabs; i++) {
    if (await target.evaluate((element) => element === document.activeElement)) return expectFocusRing(target)
    await page.keyboard.press(isBefore ? "Shift+Tab" : "Tab")
  }
  throw new Error(`${target} cannot be reached with Tab.`)
}

/** Expects an outline of the element, or of a frame around an element that has none. */
async function expectFocusRing(target: Locator) {
  const hasRing = await target.evaluate((element) => {
    const frames = [element, element.parentElement, element.parentElement?.parentElement]
    return frames.some((frame) => {
      if (!frame) return false
      const { outlineStyle, outlineWidth, opacity } = getComputedStyle(frame)
      const isDrawn = outlineStyle === "auto" || (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2)
      return isDrawn && opacity !== "0"
    })
  })
  expect(hasRing, `${target} shows that it has the focus`).toBe(true)
}

export async function press(page: Page, target: Locator, key = "Enter") {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

export async function type(page: Page, field: Locator, text: string) {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

/** Chooses an item of a menu by its first letters. Letters alone choose nothing. */
export async function chooseFromMenu(page: Page, opener: Locator, name: string) {
  await press(page, opener)
  const items = page.getByRole("menuitem")
  await expect(items.first()).toBeFocused()
  await expect(page.getByRole("menu")).toBeInViewport({ ratio: 1 })
  const count = await items.count()
  await page.keyboard.type(name)
  await expect(page.getByRole("menuitem", { name, exact: true })).toBeFocused()
  await expect(items).toHaveCount(count)
  await page.keyboard.press("Enter")
}

/** Replaces the text of a field. */
export async function retype(page: Page, field: Locator, text: string) {
  await tabTo(page, field)
  await page.keyboard.press("Control+a")
  await page.keyboard.type(text)
}

/** Sends an API request with the key. Returns the status of the response. */
export async function statusWith(page: Page, key: string) {
  const headers = { authorization: `Bearer ${key}` }
  return (await page.request.get("/api/v1/clients", { headers })).status()
}

/** Copies the secret that is shown once. */
export const copySecret = (page: Page, label: string) =>
  press(page, page.getByRole("group", { name: label }).getByRole("button", { name: "Copy" }))

export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true })
export const link = (page: Page, name: string | RegExp) => page.getByRole("link", { name, exact: true })
