/** Measures the scripts that a page has loaded. */
import type { Page } from "@playwright/test"

/** Compressed size in KB (1,000 bytes). */
export const scriptKbOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const scripts = performance
      .getEntriesByType("resource")
      .filter(({ name }) => /\.js(\?|$)/.test(name)) as PerformanceResourceTiming[]
    return scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1_000
  })
