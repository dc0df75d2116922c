/**
 * Tests navigation: a click immediately shows the skeleton of the next page, nothing jumps when the page arrives, and
 * unknown addresses answer 404.
 */
import { signInByRequest } from "./person"
import { demo } from "./start"
import { expect, type Page, type Request, test } from "./test"

async function openDemo(page: Page, path = "") {
  const { email, password, team_slug } = demo()
  await signInByRequest(page, { email, password })
  await page.goto(`/${team_slug}${path}`, { waitUntil: "networkidle" })
}

const skeleton = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("status")
    .filter({ hasText: /^Loading$/ })

/** Points at a link of the navigation, and waits until the browser has the skeleton of its page. */
async function pointAt(page: Page, name: string) {
  const link = page.getByRole("navigation", { name: "Team" }).getByRole("link", { name: new RegExp(`^${name}`) })
  // Next cancels the request when it has read the skeleton.
  const prefetched = Promise.race([
    page.waitForEvent("requestfinished", isPagePrefetch),
    page.waitForEvent("requestfailed", isPagePrefetch),
  ])
  await link.hover()
  await prefetched
  await painted(page)
  return link
}

/** True for the request for the skeleton of a page. The request before it, for the page's layouts, is not meant. */
function isPagePrefetch(request: Request) {
  const headers = request.headers()
  return headers["next-router-prefetch"] !== undefined && headers["next-router-segment-prefetch"] === undefined
}

/** Holds back what the server sends for navigations. Prefetches, which contain only skeletons, are let through. */
async function holdPages(page: Page) {
  const gate = Promise.withResolvers<void>()
  await page.route(
    (url) => url.searchParams.has("_rsc"),
    async (route) => {
      const isPrefetch = Object.keys(route.request().headers()).some((name) => /^next-router-.*prefetch$/.test(name))
      if (!isPrefetch) await gate.promise
      await route.continue()
    },
  )
  return gate.resolve
}

test("unknown ids answer 404 on every kind of page, below a skeleton too", async ({ page }) => {
  const { email, password, team_slug, client_id, project_id, report_id } = demo()
  await signInByRequest(page, { email, password })
  const project = `/ai-visibility/${project_id}`
  const unknown = "00000000000000000000000000"
  const api = "/settings/api"
  for (const path of [
    `/clients/cli_${unknown}`,
    `/clients/cli_${unknown}/goals`,
    `/reports/rep_${unknown}`,
    `/reports/rep_${unknown}/edit`,
    `/ai-visibility/prj_${unknown}`,
    `/ai-visibility/prj_${unknown}/prompts`,
    `${project}/prompts/prm_${unknown}`,
    `${project}/prompts/prm_${unknown}/compare`,
    `${project}/answers/ans_${unknown}`,
    `${project}/citations/never-cited.example`,
    `${project}/scans/scn_${unknown}`,
    `/signals/sig_${unknown}`,
    `/sources/src_${unknown}`,
    `${api}/keys/key_${unknown}`,
    `${api}/logs/req_${unknown}`,
    `${api}/webhooks/ep_${unknown}`,
    `${api}/webhooks/deliveries/dlv_${unknown}`,
    "/clients/nonsense",
    "/nowhere",
  ]) {
    const response = await page.goto(`/${team_slug}${path}`)
    expect(response?.status(), path).toBe(404)
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible()
  }
  for (const path of [`/clients/${client_id}/goals`, `/reports/${report_id}/edit`])
    expect((await page.goto(`/${team_slug}${path}`))?.status(), path).toBe(200)
})

test("a click shows the skeleton of the next page while the server has not answered", async ({ page }) => {
  await openDemo(page)
  for (const name of ["Clients", "Reports", "Signals", "Data sources", "AI visibility"]) {
    const link = await pointAt(page, name)
    const release = await holdPages(page)
    await link.click()
    await expect(skeleton(page), name).toBeAttached()
    await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible()
    release()
    await expect(skeleton(page)).toHaveCount(0)
    await page.unrouteAll()
  }
})

test("a click shows the skeleton of a page that was open before", async ({ page }) => {
  await openDemo(page, "/sources/upload")
  const title = (name: string) => page.getByRole("heading", { level: 1, name, exact: true })
  const link = await pointAt(page, "Data sources")
  await link.click()
  await title("Data sources").waitFor()
  await page.getByRole("main").getByRole("link", { name: "Upload file" }).click()
  await title("Upload file").waitFor()

  const release = await holdPages(page)
  await link.click()
  await expect(skeleton(page)).toBeAttached()
  release()
  await expect(skeleton(page)).toHaveCount(0)
})

/** The positions of the title and of the first table or chart, in pixels from the top. */
const places = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector("main")
    const top = (selector: string) => main?.querySelector(selector)?.getBoundingClientRect().top ?? 0
    return { title: top("h1, h2"), table: top("table") }
  })

test("nothing jumps when a page takes the place of its skeleton", async ({ page }) => {
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) shifts.sum += (entry as unknown as { value: number }).value
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: "layout-shift", buffered: true })
    const takeShift = () => {
      add(observer.takeRecords())
      const { sum } = shifts
      shifts.sum = 0
      return sum
    }
    Object.assign(window, { takeShift })
  })
  await openDemo(page)
  for (const name of ["Clients", "Signals", "Data sources"]) {
    const link = await pointAt(page, name)
    const release = await holdPages(page)
    await link.click()
    await expect(skeleton(page)).toBeAttached()
    await painted(page)
    const before = await places(page)
    await takeShift(page)
    release()
    await expect(skeleton(page)).toHaveCount(0)
    await painted(page)
    const after = await places(page)
    expect(await takeShift(page), name).toBeLessThanOrEqual(0.02)
    expect(Math.abs(after.title - before.title), `${name}: title`).toBeLessThan(1)
    expect(Math.abs(after.table - before.table), `${name}: table`).toBeLessThan(8)
    await page.unrouteAll()
  }
})

/** The layout shift since the last call. */
const takeShift = (page: Page) => page.evaluate(() => (window as unknown as { takeShift(): number }).takeShift())

/** Waits until the browser has painted the current state. The second frame starts after the first one is painted. */
const painted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

test("skeletons stand still for people who prefer reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  await openDemo(page)
  const link = await pointAt(page, "Clients")
  const release = await holdPages(page)
  await link.click()
  await expect(skeleton(page)).toBeAttached()
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  release()
})
