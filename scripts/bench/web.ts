/**
 * Measures the main pages in a real browser: with a cold cache, first and largest paint, layout shift, response to a
 * click, and size of the scripts. Then the time from a click on a link to the first visible answer.
 */
import type { Page } from "@playwright/test"
import { type DemoBrowser, mainPages, startDemoBrowser } from "../web/demo-browser"
import { scriptKbOf } from "../web/script-size"
import { median } from "./load"
import { printTable, round } from "./table"
import { measureNavigations } from "./web/navigations"

const loads = 5

type PageMetrics = { firstPaintMs: number; largestPaintMs: number; shift: number; clickMs: number; scriptKb: number }

const parts = { pages: measurePages, navigations: measureNavigations }

export async function bench({ only }: { only?: string[] }) {
  const browser = await startDemoBrowser()
  try {
    for (const [name, measure] of Object.entries(parts)) if (only?.includes(name) ?? true) await measure(browser)
  } finally {
    await browser.stop()
  }
}

async function measurePages({ demo, open }: DemoBrowser) {
  const rows: Record<string, string | number>[] = []
  for (const [name, path] of Object.entries(mainPages(demo))) {
    const metricsOfLoads: PageMetrics[] = []
    // The first load compiles and connects. It is not counted.
    for (let i = 0; i <= loads; i++) {
      const page = await open({ viewport: { width: 1440, height: 900 } })
      const metrics = await measure(page, path)
      if (i > 0) metricsOfLoads.push(metrics)
      await page.context().close()
    }
    const of = (name: keyof PageMetrics) => median(metricsOfLoads.map((metrics) => metrics[name]))
    rows.push({
      page: name,
      "first paint ms": round(of("firstPaintMs"), 0),
      "largest paint ms": round(of("largestPaintMs"), 0),
      "layout shift": round(of("shift"), 3),
      "click ms": round(of("clickMs"), 0),
      "script KB": round(of("scriptKb"), 0),
    })
  }
  printTable(`Pages with a cold cache, medians of ${loads} loads`, rows)
}

async function measure(page: Page, path: string): Promise<PageMetrics> {
  await page.addInitScript(() => {
    const observed = { largest: 0, shift: 0, click: 0 }
    Object.assign(window, { observed })
    const observe = (type: string, read: (entry: never) => void, more = {}) =>
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) read(entry as never)
      }).observe({ type, buffered: true, ...more })
    observe("largest-contentful-paint", ({ startTime }: PerformanceEntry) => {
      observed.largest = startTime
    })
    observe("layout-shift", ({ value, hadRecentInput }: { value: number; hadRecentInput: boolean }) => {
      if (!hadRecentInput) observed.shift += value
    })
    observe(
      "event",
      ({ duration }: PerformanceEntry) => {
        observed.click = Math.max(observed.click, duration)
      },
      { durationThreshold: 16 },
    )
  })
  await page.goto(path, { waitUntil: "networkidle" })
  const paints = await page.evaluate(() => {
    const { observed } = window as unknown as { observed: { largest: number; shift: number } }
    return {
      firstPaintMs: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
      largestPaintMs: observed.largest,
      shift: observed.shift,
    }
  })
  const scriptKb = await scriptKbOf(page)
  await page.getByRole("button").first().click()
  await page.waitForTimeout(300)
  const clickMs = await page.evaluate(() => (window as unknown as { observed: { click: number } }).observed.click)
  return { ...paints, clickMs, scriptKb }
}
