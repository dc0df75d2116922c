/**
 * Measures the main pages in a real browser, on a desktop and on a phone in dark mode. With a cold cache: first and
 * largest paint, layout shift, response to a click (INP), and size of the scripts. Then the time from a click on a link
 * to the first visible response. Fails if a page or a link exceeds a limit.
 */
import type { BrowserContextOptions, Page } from "@playwright/test"
import { UserError } from "../user-error"
import { type DemoBrowser, mainPages, startDemoBrowser } from "../web/demo-browser"
import { scriptKbOf } from "../web/script-size"
import { median } from "./load"
import { printTable, round } from "./table"
import { measureNavigations } from "./web/navigations"

const loadsPerPage = 5

type PageMetrics = { firstPaintMs: number; largestPaintMs: number; shift: number; clickMs: number; scriptKb: number }

/** The highest allowed medians on the machine of docs/performance.md, which has 2 cores and does nothing else. */
const limits: Partial<PageMetrics> = { firstPaintMs: 1_000, largestPaintMs: 1_500, shift: 0.02, clickMs: 200 }

const headings: Record<keyof PageMetrics, string> = {
  firstPaintMs: "first paint ms",
  largestPaintMs: "largest paint ms",
  shift: "layout shift",
  clickMs: "click ms",
  scriptKb: "script KB",
}
/** Layout shift is a small fraction. The other metrics are rounded to integers. */
const roundMetric = (name: keyof PageMetrics, value: number) => round(value, name === "shift" ? 3 : 0)
const metricNames = Object.keys(headings) as (keyof PageMetrics)[]

const devices: Record<string, BrowserContextOptions> = {
  desktop: { viewport: { width: 1440, height: 900 } },
  "dark phone": { viewport: { width: 390, height: 844 }, colorScheme: "dark", isMobile: true },
}

const parts = { pages: measurePages, navigations: measureNavigations }

export async function bench({ only }: { only?: string[] }) {
  const browser = await startDemoBrowser()
  const exceeded: string[] = []
  try {
    for (const [name, measure] of Object.entries(parts))
      if (only?.includes(name) ?? true) exceeded.push(...(await measure(browser)))
  } finally {
    await browser.stop()
  }
  if (exceeded.length > 0) throw new UserError(`Limits are exceeded:\n${exceeded.join("\n")}`)
}

/** Returns a message for each exceeded limit. */
async function measurePages({ demo, open }: DemoBrowser): Promise<string[]> {
  const exceeded: string[] = []
  for (const [device, context] of Object.entries(devices)) {
    const rows: Record<string, string | number>[] = []
    for (const [name, path] of Object.entries(mainPages(demo))) {
      const metrics = await measureMedians(() => open(context), path)
      rows.push({
        page: name,
        ...Object.fromEntries(metricNames.map((metric) => [headings[metric], roundMetric(metric, metrics[metric])])),
      })
      exceeded.push(...findExceeded(metrics).map((message) => `${name} (${device}): ${message}`))
    }
    printTable(`Pages with a cold cache (${device}), medians of ${loadsPerPage} loads`, rows)
  }
  return exceeded
}

function findExceeded(metrics: PageMetrics): string[] {
  return metricNames.flatMap((name) => {
    const limit = limits[name]
    if (limit === undefined || metrics[name] <= limit) return []
    return [`${headings[name]} is ${roundMetric(name, metrics[name])}, the limit is ${limit}`]
  })
}

async function measureMedians(openPage: () => Promise<Page>, path: string): Promise<PageMetrics> {
  const metricsOfLoads: PageMetrics[] = []
  // The first load compiles and connects. It is not counted.
  for (let i = 0; i <= loadsPerPage; i++) {
    const page = await openPage()
    const metrics = await measure(page, path)
    if (i > 0) metricsOfLoads.push(metrics)
    await page.context().close()
  }
  const medianOf = (name: keyof PageMetrics) => median(metricsOfLoads.map((metrics) => metrics[name]))
  return Object.fromEntries(metricNames.map((name) => [name, medianOf(name)])) as PageMetrics
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
      // Events without an interaction, such as moving the mouse over a menu, do not count for INP.
      ({ duration, interactionId }: PerformanceEventTiming & { interactionId: number }) => {
        if (interactionId > 0) observed.click = Math.max(observed.click, duration)
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
  await page.getByRole("button").filter({ visible: true }).first().click()
  await page.waitForTimeout(300)
  const clickMs = await page.evaluate(() => (window as unknown as { observed: { click: number } }).observed.click)
  return { ...paints, clickMs, scriptKb }
}
