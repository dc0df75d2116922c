/** Looks for barriers with axe; serious and critical ones fail the test. */
import AxeBuilder from "@axe-core/playwright"
import { expect, type Page } from "@playwright/test"

/** While a page is being shown anew it has no title for a moment: what is still there after a few looks is a barrier. */
export const expectAccessible = (page: Page, name: string) =>
  expect.poll(() => barriersOf(page), { message: name }).toEqual([])

async function barriersOf(page: Page): Promise<string[]> {
  // The legacy mode opens no second tab to combine the results of frames. Our pages have no frames.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await axe.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]).analyze()
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`)
}

/** Nothing sticks out sideways, on a phone either. */
export async function expectNoOverflow(page: Page, name: string) {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(excess, { message: `${name}: pixels too wide` }).toBeLessThanOrEqual(0)
}

const looks = [
  { colorScheme: "dark", width: 390 },
  { colorScheme: "light", width: 1280 },
] as const

/** The open page has no barriers and fits: in dark on a phone, then in light on a wide screen, in which it stays. */
export async function expectGoodLooks(page: Page, name: string) {
  await page.waitForLoadState("networkidle")
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 844 })
    const look = `${name}, ${colorScheme} at ${width} pixels`
    await expectAccessible(page, look)
    await expectNoOverflow(page, look)
  }
}
