/** Steps that several tests do in a page. */
import { expect, type Page } from "@playwright/test"

/** The text in the clipboard. The test needs the permission `clipboard-read`. */
export const clipboardText = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/**
 * Counts the presses of a pointer on the pages that are opened from now on. Returns a function that reads the count.
 */
export async function countPointerPresses(page: Page): Promise<() => number> {
  let presses = 0
  await page.exposeFunction("reportPress", () => presses++)
  await page.addInitScript(() => {
    const { reportPress } = window as unknown as { reportPress: () => void }
    addEventListener("pointerdown", () => reportPress(), true)
  })
  return () => presses
}

/** Waits until the server has stored that write actions are on. The switch itself moves before that. */
export const expectWriteActionsSaved = (page: Page) =>
  expect(page.getByRole("region", { name: "Notifications" })).toContainText("Write actions: on")

/**
 * Moves the pointer to the newest message with "Undo" and returns its button. A message stays under the pointer, so the
 * test may take longer than the message would.
 */
export async function holdUndo(page: Page) {
  const undo = page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Undo" }).last()
  await undo.hover()
  return undo
}

export const scriptFiles = "**/_next/static/chunks/**/*.js*"

/** Holds back scripts that the page has not loaded yet. Returns a function that lets them through. */
export async function holdScripts(page: Page) {
  const gate = Promise.withResolvers<void>()
  await page.route(scriptFiles, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}
