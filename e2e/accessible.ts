/** Checks pages for accessibility barriers with axe, and for horizontal overflow. */
import { readFileSync } from "node:fs"
import { expect, type Page } from "@playwright/test"

/**
 * Fails when axe finds a barrier, best practices included. Retries, because a page that is rendered again has no title
 * for a moment.
 */
export const expectAccessible = (page: Page, name: string) => expectNoBarriers(page, name, allRules)

/** Checks only the rules whose result depends on the colors. A dark page has the same elements as a light one. */
const expectReadableColors = (page: Page, name: string) => expectNoBarriers(page, name, colorRules)

/** Tags of axe's rules. */
const allRules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
const colorRules = ["color-contrast", "link-in-text-block"]

/** The minified script loads in two thirds of the time of `axe.source`. */
const axeScript = readFileSync("node_modules/axe-core/axe.min.js", "utf8")

const expectNoBarriers = (page: Page, name: string, rules: string[]) =>
  expect.poll(() => barriersOf(page, rules), { message: name }).toEqual([])

async function barriersOf(page: Page, rules: string[]): Promise<string[]> {
  // Loading axe takes as long as a check, so it is loaded once per document.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeScript)
  return page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") }
    const { violations } = await axe.run({ runOnly, resultTypes: ["violations"] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`)
  }, rules)
}

/** Fails when the page is wider than its window. */
export async function expectNoOverflow(page: Page, name: string) {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(excess, { message: `${name}: pixels too wide` }).toBeLessThanOrEqual(0)
}

const phoneWidth = 390
const desktopWidth = 1440
/** The narrowest and the widest window that the pages are made for. */
const extremeWidths = [360, 2560]

/** Parts of a page that may scroll sideways on a phone: tables that an AI engine wrote, and tabs. */
const canScroll = '[aria-label="Table in the answer"], [data-scrolls-on-phones]'

/** Fails when a part of the page must be scrolled sideways. */
async function expectNoSidewaysScroll(page: Page, name: string) {
  const scrolling = () =>
    page.evaluate(
      (allowed) =>
        [...document.querySelectorAll("*")]
          .filter((part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1 && !part.matches(allowed))
          .filter((part) => ["auto", "scroll"].includes(getComputedStyle(part).overflowX))
          .map(
            (part) => `${part.getAttribute("aria-label") ?? part.tagName}: ${part.scrollWidth} of ${part.clientWidth}`,
          ),
      canScroll,
    )
  await expect.poll(scrolling, { message: `${name}: scrolls sideways` }).toEqual([])
}

/**
 * Checks barriers and overflow in light and dark mode, on a phone and on a desktop. The page stays in light mode at
 * desktop width.
 */
export async function expectGoodLooks(page: Page, name: string) {
  await page.waitForLoadState("networkidle")
  for (const width of extremeWidths) {
    await page.setViewportSize({ width, height: 844 })
    await expectNoOverflow(page, `${name} at ${width} pixels`)
  }
  await page.setViewportSize({ width: phoneWidth, height: 844 })
  await expectNoOverflow(page, `${name} at ${phoneWidth} pixels`)
  await expectNoSidewaysScroll(page, name)
  await expectAccessible(page, `${name}, light at ${phoneWidth} pixels`)
  await page.emulateMedia({ colorScheme: "dark" })
  await expectReadableColors(page, `${name}, dark at ${phoneWidth} pixels`)
  await page.setViewportSize({ width: desktopWidth, height: 844 })
  await expectReadableColors(page, `${name}, dark at ${desktopWidth} pixels`)
  await page.emulateMedia({ colorScheme: "light" })
  await expectAccessible(page, `${name}, light at ${desktopWidth} pixels`)
  await expectNoOverflow(page, `${name} at ${desktopWidth} pixels`)
}
