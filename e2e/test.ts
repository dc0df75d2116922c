/**
 * Playwright's `test`. It also fails a test whose pages report an error or a warning in the browser's console, in any
 * browser context that the test opens, and closes these contexts at the end of the test.
 */
import { type BrowserContext, test as base, type ConsoleMessage, expect } from "@playwright/test"

export * from "@playwright/test"

type Fixtures = {
  /** The messages that a test provokes on purpose. */
  expectedReports: RegExp | undefined
  consoleIsQuiet: undefined
}

export const test = base.extend<Fixtures>({
  expectedReports: [undefined, { option: true }],
  consoleIsQuiet: [
    async ({ browser, expectedReports }, use) => {
      const reports: string[] = []
      const contexts: BrowserContext[] = []
      const watch = (context: BrowserContext) => {
        contexts.push(context)
        context.on("console", (message) => {
          if (isReport(message)) reports.push(`${message.type()} at ${message.location().url}: ${message.text()}`)
        })
        context.on("weberror", (failure) => reports.push(`uncaught: ${failure.error().stack}`))
      }
      for (const context of browser.contexts()) watch(context)
      browser.on("context", watch)
      await use(undefined)
      browser.off("context", watch)
      // Otherwise, pages that refresh themselves would do so until the last test.
      for (const context of contexts) await context.close()
      const unexpected = reports.filter((report) => !expectedReports?.test(report))
      expect(unexpected, "messages in the browser's console").toEqual([])
    },
    { auto: true },
  ],
})

/** Chromium reports each response above 399 as an error, which many tests provoke. */
const isReport = (message: ConsoleMessage) =>
  ["error", "warning"].includes(message.type()) && !message.text().startsWith("Failed to load resource")
