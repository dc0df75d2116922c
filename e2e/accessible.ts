/** Checks pages for accessibility barriers with axe, and for horizontal overflow. */
import AxeBuilder from "@axe-core/playwright"
import { expect, type Page } from "@playwright/test"

/**
 * Fails when axe finds a barrier, best practices included. Retries, because a page that is rendered again has no title
 * for a moment.
 */
export const expectAccessible = (page: Page, name: string) =>
  expect.poll(() => barriersOf(page), { message: name }).toEqual([])

async function barriersOf(page: Page): Promise<string[]> {
  // Legacy mode does not open a second tab to combine the results of frames. Our pages have no frames.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await axe
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`)
}

/** Fails when the page is wider than its window. */
export async function expectNoOverflow(page: Page, name: string) {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(excess, { message: `${name}: pixels too wide` }).toBeLessThanOrEqual(0)
}

const phoneWidth = 390
const looks = [
  { colorScheme: "light", width: phoneWidth },
  { colorScheme: "dark", width: phoneWidth },
  { colorScheme: "dark", width: 1440 },
  { colorScheme: "light", width: 1440 },
] as const
/** The narrowest and the widest window that the pages are made for. */
const extremeWidths = [360, 2560]

/** Parts of a page that may scroll sideways on a phone: tables that an AI engine wrote, and tabs. */
const mayScroll = '[aria-label="Table in the answer"], [data-scrolls-on-phones]'

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
      mayScroll,
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
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 844 })
    const look = `${name}, ${colorScheme} at ${width} pixels`
    await expectAccessible(page, look)
    await expectNoOverflow(page, look)
    if (width === phoneWidth) await expectNoSidewaysScroll(page, look)
  }
}
