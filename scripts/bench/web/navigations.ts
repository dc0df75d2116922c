/**
 * Measures how long a click on a link takes to show a first response: the next page, its skeleton, or the loading bar.
 * The pointer does not rest on the link, so nothing is prefetched. This is the slowest case.
 */
import type { Page } from "@playwright/test"
import { type DemoBrowser, mainPages } from "../../web/demo-browser"
import { median } from "../load"
import { printTable, round } from "../table"

const rounds = 5

/** The highest allowed median, on the machine of docs/performance.md. Users notice a delay above it. */
const maxMedianMs = 100

type VisibleResponse = { ms: number; kind: "page" | "skeleton" | "loading bar" }

/** Returns a message for each link that exceeds the limit. */
export async function measureNavigations({ demo, open }: DemoBrowser): Promise<string[]> {
  const links = listLinks(mainPages(demo), `/${demo.team_slug}`)
  const responses = new Map<string, VisibleResponse[]>(links.map(({ name }) => [name, []]))
  // The first round compiles and connects. It is not counted.
  for (let i = 0; i <= rounds; i++) {
    const page = await open({ viewport: { width: 1440, height: 900 } })
    for (const { name, from, to } of links) {
      await page.goto(from, { waitUntil: "networkidle" })
      const response = await clickAndMeasure(page, to)
      if (i > 0) responses.get(name)?.push(response)
    }
    await page.context().close()
  }
  const rows = [...responses].map(([name, measured]) => {
    const times = measured.map(({ ms }) => ms)
    return {
      "link to": name,
      "median ms": round(median(times), 0),
      "slowest ms": round(Math.max(...times), 0),
      "first response": [...new Set(measured.map(({ kind }) => kind))].join(", "),
    }
  })
  printTable(`From a click on a link to the first visible response, ${rounds} clicks each`, rows)
  return findExceeded(responses)
}

export const findExceeded = (responses: Map<string, Pick<VisibleResponse, "ms">[]>): string[] =>
  [...responses].flatMap(([name, measured]) => {
    const ms = median(measured.map(({ ms }) => ms))
    return ms <= maxMedianMs ? [] : [`link to ${name}: median ms is ${round(ms, 0)}, the limit is ${maxMedianMs}`]
  })

type Pages = ReturnType<typeof mainPages>

/** Returns a link to each main page, and the page that contains it. */
function listLinks(pages: Pages, base: string) {
  const from: Record<keyof Pages, string> = {
    home: pages.signals,
    client: `${base}/clients`,
    report: `${base}/reports`,
    "report editor": pages.report,
    "AI visibility": pages.home,
    prompts: pages["AI visibility"],
    citations: pages["AI visibility"],
    signals: pages.home,
    sources: pages.home,
    "API keys": pages.home,
    webhooks: pages["API keys"],
    documentation: pages.home,
  }
  const names = Object.keys(pages) as (keyof Pages)[]
  return names.map((name) => ({ name, from: from[name], to: pages[name] }))
}

async function clickAndMeasure(page: Page, path: string): Promise<VisibleResponse> {
  await page.evaluate(watchNextClick)
  await page.locator(`a[href="${path}"]`).filter({ visible: true }).first().click({ noWaitAfter: true })
  const response = await page.evaluate(() => (window as unknown as { response: Promise<VisibleResponse> }).response)
  await page.waitForURL((url) => url.pathname === path)
  return response
}

/** Runs in the browser. Resolves `window.response` after the frame that shows the response. */
function watchNextClick() {
  const findKind = (earlierPath: string): VisibleResponse["kind"] | undefined => {
    const status = document.querySelector("main [role=status]")?.textContent
    if (location.pathname !== earlierPath) return status === "Loading" ? "skeleton" : "page"
    const bar = document.querySelector(".loading-bar")
    // The bar starts at the width 0.
    return bar && new DOMMatrix(getComputedStyle(bar).transform).a > 0 ? "loading bar" : undefined
  }
  const response = new Promise<VisibleResponse>((resolve) => {
    const start = (event: MouseEvent) => {
      const { pathname } = location
      const check = () => {
        const kind = findKind(pathname)
        if (!kind) requestAnimationFrame(check)
        // The timer fires after the frame is painted.
        else setTimeout(() => resolve({ kind, ms: performance.now() - event.timeStamp }))
      }
      requestAnimationFrame(check)
    }
    addEventListener("click", start, { capture: true, once: true })
  })
  Object.assign(window, { response })
}
