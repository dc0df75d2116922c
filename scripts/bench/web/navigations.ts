/**
 * Measures how long a click on a link takes to show its first answer: the next page, its skeleton, or the loading bar.
 * The pointer does not rest on the link, so nothing is prefetched: this is the slowest case.
 */
import type { Page } from "@playwright/test"
import { type DemoBrowser, mainPages } from "../../web/demo-browser"
import { median } from "../load"
import { printTable, round } from "../table"

const rounds = 5

/** The highest allowed median, on the machine of docs/performance.md. Users notice a delay above it. */
const maxMedianMs = 100

type Answer = { ms: number; kind: "page" | "skeleton" | "loading bar" }

/** Returns a message for each link that exceeds the limit. */
export async function measureNavigations({ demo, open }: DemoBrowser): Promise<string[]> {
  const links = linksOf(mainPages(demo), `/${demo.team_slug}`)
  const answers = new Map<string, Answer[]>(links.map(({ name }) => [name, []]))
  // The first round compiles and connects. It is not counted.
  for (let i = 0; i <= rounds; i++) {
    const page = await open({ viewport: { width: 1440, height: 900 } })
    for (const { name, from, to } of links) {
      await page.goto(from, { waitUntil: "networkidle" })
      const answer = await clickAndMeasure(page, to)
      if (i > 0) answers.get(name)?.push(answer)
    }
    await page.context().close()
  }
  const rows = [...answers].map(([name, found]) => {
    const times = found.map(({ ms }) => ms)
    return {
      "link to": name,
      "median ms": round(median(times), 0),
      "slowest ms": round(Math.max(...times), 0),
      "first answer": [...new Set(found.map(({ kind }) => kind))].join(", "),
    }
  })
  printTable(`From a click on a link to the first visible answer, ${rounds} clicks each`, rows)
  return exceededLimits(answers)
}

export const exceededLimits = (answers: Map<string, Pick<Answer, "ms">[]>): string[] =>
  [...answers].flatMap(([name, found]) => {
    const ms = median(found.map(({ ms }) => ms))
    return ms <= maxMedianMs ? [] : [`link to ${name}: median ms is ${round(ms, 0)}, the limit is ${maxMedianMs}`]
  })

type Pages = ReturnType<typeof mainPages>

/** A link to each main page, and the page that has it. */
function linksOf(pages: Pages, base: string) {
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

async function clickAndMeasure(page: Page, path: string): Promise<Answer> {
  await page.evaluate(watchNextClick)
  await page.locator(`a[href="${path}"]`).filter({ visible: true }).first().click({ noWaitAfter: true })
  const answer = await page.evaluate(() => (window as unknown as { answer: Promise<Answer> }).answer)
  await page.waitForURL((url) => url.pathname === path)
  return answer
}

/** Runs in the browser. Resolves `window.answer` after the frame that shows the answer. */
function watchNextClick() {
  const kindOfAnswer = (earlierPath: string): Answer["kind"] | undefined => {
    const status = document.querySelector("main [role=status]")?.textContent
    if (location.pathname !== earlierPath) return status === "Loading" ? "skeleton" : "page"
    const bar = document.querySelector(".loading-bar")
    // The bar starts at the width 0.
    return bar && new DOMMatrix(getComputedStyle(bar).transform).a > 0 ? "loading bar" : undefined
  }
  const answer = new Promise<Answer>((resolve) => {
    const start = (event: MouseEvent) => {
      const { pathname } = location
      const check = () => {
        const kind = kindOfAnswer(pathname)
        if (!kind) requestAnimationFrame(check)
        // The timer fires after the frame is painted.
        else setTimeout(() => resolve({ kind, ms: performance.now() - event.timeStamp }))
      }
      requestAnimationFrame(check)
    }
    addEventListener("click", start, { capture: true, once: true })
  })
  Object.assign(window, { answer })
}
