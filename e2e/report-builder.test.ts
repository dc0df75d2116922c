/** Tests reports from the first template to a revoked share link. */
import { readFileSync } from "node:fs"
import { expectAccessible, expectGoodLooks } from "./accessible"
import { holdScripts, holdUndo } from "./page-steps"
import { anotherBrowser, call, choosePlan, signInByRequest, signUp } from "./person"
import { demo } from "./start"
import { expect, type Page, test } from "./test"

/** Signs up and creates a client. Returns the path of the team. */
async function startTeam(page: Page): Promise<{ base: string; slug: string; clientId: string }> {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  const { result } = await call(page, slug, "clients.create", { name: "Bergamo Bikes" })
  return { base: `/${slug}`, slug, clientId: result.data.data.id }
}

/** Creates a published report through requests. Returns its path. */
async function startReport(page: Page, { base, slug, clientId }: Awaited<ReturnType<typeof startTeam>>) {
  const input = { client_id: clientId, name: "Advertising", template: "advertising" }
  const { result } = await call(page, slug, "reports.create", input)
  const report_id = result.data.data.id
  await call(page, slug, "reports.publish", { report_id })
  return { path: `${base}/reports/${report_id}`, report_id }
}

async function titles(page: Page) {
  const headings = page.getByRole("heading", { level: 3 })
  await headings.first().waitFor()
  return headings.allInnerTexts()
}

const dayOfMonth = (timeZone: string) => Number(new Intl.DateTimeFormat("en", { timeZone, day: "numeric" }).format())

const saved = (page: Page) => page.getByText("Report saved").waitFor()

test("a report is created from a template, changed by keyboard, saved and published", async ({ page }) => {
  test.slow()
  const { base } = await startTeam(page)
  await page.goto(`${base}/reports`)
  await expect(page.getByText("No reports yet")).toBeVisible()
  await page.getByRole("button", { name: "New report" }).click()
  await page.getByLabel("Name").fill("Monthly performance")
  await page.getByLabel("Start with").selectOption({ label: "Advertising" })
  await expectGoodLooks(page, "new report")
  await page.getByRole("button", { name: "Create report" }).click()
  await page.waitForURL(/reports\/rep_/)
  await expect(page.getByText("draft", { exact: true })).toBeVisible()
  await expect(page.getByText("This client has no data source for these metrics.").first()).toBeVisible()
  const path = new URL(page.url()).pathname
  await page.getByRole("link", { name: "Edit report" }).click()
  await page.waitForURL(/\/edit$/)
  const before = await titles(page)

  await page
    .getByRole("button", { name: /^Add widget to/ })
    .first()
    .click()
  const dialog = page.getByRole("dialog", { name: "Add widget" })
  await dialog.getByLabel("Kind").selectOption({ label: "Text" })
  await dialog.getByLabel("Title").fill("What we did")
  await dialog.getByLabel("Text", { exact: true }).fill("We paused **two** campaigns.")
  await expect(dialog.getByRole("region", { name: "Preview" }).locator("strong")).toHaveText("two")
  await expectGoodLooks(page, "widget editor")
  await dialog.getByRole("button", { name: "Add widget" }).click()

  await page
    .getByRole("button", { name: /^Add widget to/ })
    .first()
    .click()
  await dialog.getByRole("button", { name: "Add metric" }).click()
  await page.getByRole("menuitem", { name: "Ad clicks" }).click()
  await dialog.getByRole("button", { name: "Remove" }).first().click()
  await expect(dialog.getByRole("region", { name: "Preview" })).toContainText("no data source")
  await dialog.getByRole("button", { name: "Add widget" }).click()
  await expect(page.getByRole("heading", { name: "Ad clicks", level: 3, exact: true })).toBeVisible()

  const added = await titles(page)
  expect(added).toHaveLength(before.length + 2)
  const [first, second] = added as [string, string]
  await page.getByRole("button", { name: `Move ${first}`, exact: true }).focus()
  await page.keyboard.press("Space")
  await expect(page.getByText(`Picked up ${first}.`)).toBeAttached()
  // The drag measures its targets after it was announced. A key that is pressed before that moves nothing.
  await expect(async () => {
    await page.keyboard.press("ArrowRight")
    await expect(page.getByText(`${first} is over ${second}.`)).toBeAttached({ timeout: 5_000 })
  }).toPass()
  await page.keyboard.press("Space")
  await expect.poll(() => titles(page)).toEqual([second, first, ...added.slice(2)])
  await expect(page.getByRole("button", { name: `Move ${first}`, exact: true })).toBeFocused()

  await page.getByRole("button", { name: `Actions of ${second}`, exact: true }).click()
  await page.getByRole("menuitem", { name: "Remove" }).click()
  const undo = await holdUndo(page)
  await expect.poll(() => titles(page)).not.toContain(second)
  await undo.click()
  await expect.poll(() => titles(page)).toEqual([second, first, ...added.slice(2)])

  await page.getByLabel("Section title").first().fill("Paid media")
  await expectGoodLooks(page, "report editor")
  await page.getByRole("button", { name: "Save report" }).click()
  await saved(page)
  await page.waitForURL((url) => url.pathname === path)
  await expect(page.getByRole("heading", { name: "Paid media", level: 2 })).toBeVisible()
  expect(await titles(page)).toEqual([second, first, ...added.slice(2)])
  await page.getByRole("button", { name: "Publish report" }).click()
  await expect(page.getByText("published", { exact: true })).toBeVisible()
})

/** Title, position and width of each widget, from the left edge of the report. */
const placesOf = (page: Page) =>
  page.getByRole("main").evaluate((main) => {
    const left = main.querySelector("h1")?.getBoundingClientRect().left ?? 0
    return [...main.querySelectorAll("h3")].map((title) => {
      const box = title.closest("article")?.getBoundingClientRect()
      return { title: title.textContent, left: Math.round((box?.left ?? 0) - left), width: Math.round(box?.width ?? 0) }
    })
  })

test("the editor keeps the layout of the report", async ({ page }) => {
  const { email, password, team_slug, report_id } = demo()
  await signInByRequest(page, { email, password })
  await page.goto(`/${team_slug}/reports/${report_id}`)
  await titles(page)
  const read = await placesOf(page)
  expect(read.length).toBeGreaterThan(5)
  expect(new Set(read.map(({ left }) => left)).size, "columns").toBeGreaterThan(1)
  await page.getByRole("link", { name: "Edit report" }).click()
  await page.waitForURL(/\/edit$/)
  await page
    .getByRole("button", { name: /^Add widget to/ })
    .first()
    .waitFor()
  expect(await placesOf(page)).toEqual(read)
})

/** The vertical position in the window of the title, of the sections and of the widgets. */
const heightsOf = (page: Page) =>
  page
    .getByRole("main")
    .evaluate((main) =>
      Object.fromEntries(
        [...main.querySelectorAll("h1, h3")].map((title) => [
          title.textContent,
          Math.round(title.getBoundingClientRect().top),
        ]),
      ),
    )

test("the report stays where it is when a user starts to edit", async ({ page }) => {
  const { email, password, team_slug, report_id } = demo()
  await signInByRequest(page, { email, password })
  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    await page.goto(`/${team_slug}/reports/${report_id}`)
    await titles(page)
    const read = await heightsOf(page)
    await page.goto(`/${team_slug}/reports/${report_id}/edit`)
    await page.getByRole("button", { name: "Save report" }).waitFor()
    await titles(page)
    const edited = await heightsOf(page)
    expect(Object.keys(edited)).toEqual(Object.keys(read))
    const moved = Object.entries(edited).filter(([title, top]) => Math.abs(top - (read[title] ?? 0)) > 3)
    expect(moved, `at a width of ${viewport.width} px`).toEqual([])
  }
})

test("the bar of the editor stays visible, and does not cover the title", async ({ page }) => {
  const { email, password, team_slug, report_id } = demo()
  await signInByRequest(page, { email, password })
  for (const width of [1280, 800, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/${team_slug}/reports/${report_id}/edit`)
    const save = page.getByRole("button", { name: "Save report" })
    const bar = await save.boundingBox()
    const title = await page.getByRole("heading", { level: 1 }).boundingBox()
    expect((bar?.y ?? 0) + (bar?.height ?? 0), `at ${width} px`).toBeLessThan(title?.y ?? 0)
    await page.getByRole("button", { name: "Add section" }).scrollIntoViewIfNeeded()
    await expect(save).toBeInViewport({ ratio: 1 })
  }
})

test("a table of a report can be downloaded, but not by readers of a share link", async ({ page }) => {
  const { email, password, team_slug, report_id } = demo()
  await signInByRequest(page, { email, password })
  await page.goto(`/${team_slug}/reports/${report_id}`)
  const menus = page.getByRole("button", { name: /^Table options: / })
  const title = (await menus.first().getAttribute("aria-label"))?.replace("Table options: ", "")
  await menus.first().click()
  const downloading = page.waitForEvent("download")
  await page.getByRole("menuitem", { name: "Download these rows (CSV)" }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toContain((title ?? "").slice(0, 5))
  const lines = readFileSync(await download.path(), "utf8").split("\r\n")
  expect(lines.length).toBeGreaterThan(2)
  expect(lines[0], "bars are not in the file").not.toContain("from 0 to")

  const { result } = await call(page, team_slug, "reports.createShareLink", { report_id })
  await page.goto(result.data.data.url)
  await expect(page.getByRole("table").first()).toBeVisible()
  await expect(menus).toHaveCount(0)
  await expect(page.getByRole("columnheader").getByRole("link"), "the order stays that of the report").toHaveCount(0)
})

test("a reader sorts a table of a report, and a printed page keeps the order of the report", async ({ page }) => {
  const { email, password, team_slug, report_id } = demo()
  await signInByRequest(page, { email, password })
  await page.goto(`/${team_slug}/reports/${report_id}`)
  const cited = page.getByRole("article", { name: "Cited domains" })
  const domains = cited.locator("tbody td:first-child").filter({ visible: true })
  await expect(domains.first()).toBeVisible()
  const original = await domains.allInnerTexts()
  const sorted = original.toSorted((a, b) => b.localeCompare(a))
  expect(sorted).not.toEqual(original)
  const header = cited.getByRole("columnheader", { name: "Source" })
  const order = () => header.getAttribute("aria-sort")
  await header.getByRole("link").click()
  await expect.poll(order).toBe("ascending")
  await header.getByRole("link").click()
  await expect.poll(order).toBe("descending")
  await expect(domains).toHaveText(sorted)
  await expect(cited.getByText("Printed and shared reports keep the original order.")).toBeVisible()
  await expectAccessible(page, "a sorted table of a report")

  await page.emulateMedia({ media: "print" })
  await expect(domains).toHaveText(original)
  await expect(cited.getByRole("link", { name: "Restore original order" })).toBeHidden()
  await page.emulateMedia({ media: "screen" })
  await page.getByLabel("Compared with").selectOption({ index: 0 })
  await page.waitForURL(/compare=/)
  await expect.poll(order, "another comparison keeps the order").toBe("descending")
  await cited.getByRole("link", { name: "Restore original order" }).click()
  await expect(domains).toHaveText(original)
})

test("a report is copied from its page", async ({ page }) => {
  const team = await startTeam(page)
  await call(page, team.slug, "clients.create", { name: "Alpine Outfitters" })
  const { path } = await startReport(page, team)
  await page.goto(path)
  await page.getByRole("button", { name: "More actions" }).click()
  await page.getByRole("menuitem", { name: "Copy report" }).click()
  const dialog = page.getByRole("dialog", { name: "New report" })
  await expect(dialog.getByLabel("Start with").locator("option:checked")).toHaveText("Advertising, Bergamo Bikes")
  await expect(dialog.getByLabel("Client").locator("option:checked")).toHaveText("Bergamo Bikes")
  await dialog.getByLabel("Name").fill("Advertising in spring")
  await dialog.getByRole("button", { name: "Create report" }).click()
  await page.waitForURL((url) => url.pathname !== path && /\/reports\/rep_/.test(url.pathname))
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Advertising in spring")
  await expect(page.getByText("Ad spend by day")).toBeVisible()
})

test("a canceled copy is not what the next new report starts with", async ({ page }) => {
  const team = await startTeam(page)
  const { path } = await startReport(page, team)
  await page.goto(path)
  await page.getByRole("button", { name: "More actions" }).click()
  await page.getByRole("menuitem", { name: "Copy report" }).click()
  const dialog = page.getByRole("dialog", { name: "New report" })
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await page.getByRole("button", { name: "New report" }).click()
  await expect(dialog.getByLabel("Start with").locator("option:checked")).toHaveText("Overview")
})

test("a title that is typed while the editor's code loads is an unsaved change", async ({ page }) => {
  const team = await startTeam(page)
  const { path } = await startReport(page, team)
  const release = await holdScripts(page)
  await page.goto(`${path}/edit`, { waitUntil: "commit" })
  await page.getByLabel("Section title").first().fill("Paid media")
  release()
  await expect(page.getByText("Unsaved changes", { exact: true })).toBeVisible()
  await expect(page.getByLabel("Section title").first()).toHaveValue("Paid media")
})

test("unsaved changes are not lost by a link or the back button", async ({ page }) => {
  const team = await startTeam(page)
  const { path } = await startReport(page, team)
  await page.goto(path)
  await page.getByRole("link", { name: "Edit report" }).click()
  await page.getByLabel("Section title").first().fill("Paid media")
  await expect(page.getByText("Unsaved changes", { exact: true })).toBeVisible()
  const question = page.getByRole("dialog", { name: "Leave without saving?" })
  await page.getByRole("link", { name: "Signals" }).click()
  await question.getByRole("button", { name: "Keep editing" }).click()
  await page.goBack()
  await question.getByRole("button", { name: "Keep editing" }).click()
  await expect(page.getByLabel("Section title").first()).toHaveValue("Paid media")
  await page.getByRole("link", { name: "Signals" }).click()
  await question.getByRole("button", { name: "Discard changes" }).click()
  await page.waitForURL(/\/signals$/)
})

test("a user who discards the changes after the back button gets to the previous page", async ({ page }) => {
  const team = await startTeam(page)
  const { path } = await startReport(page, team)
  const question = page.getByRole("dialog", { name: "Leave without saving?" })
  await page.goto(path)
  await page.getByRole("link", { name: "Edit report" }).click()
  await page.getByLabel("Section title").first().fill("Paid media")
  await expect(page.getByText("Unsaved changes", { exact: true })).toBeVisible()
  await page.goBack()
  await question.getByRole("button", { name: "Discard changes" }).click()
  await page.waitForURL((url) => url.pathname === path)
  await expect(page.getByRole("link", { name: "Edit report" })).toBeVisible()
  await expect(question).toHaveCount(0)
  await page.goForward()
  await page.waitForURL(/\/edit$/)
})

test("in a new tab, a user who discards the changes after the back button gets to the report", async ({ page }) => {
  const team = await startTeam(page)
  const { path } = await startReport(page, team)
  await page.goto(path)
  const opening = page.context().waitForEvent("page")
  await page.getByRole("link", { name: "Edit report" }).click({ modifiers: ["ControlOrMeta"] })
  const tab = await opening
  await tab.getByLabel("Section title").first().fill("Paid media")
  await expect(tab.getByText("Unsaved changes", { exact: true })).toBeVisible()
  await tab.goBack()
  await tab.getByRole("dialog").getByRole("button", { name: "Discard changes" }).click()
  await tab.waitForURL((url) => url.pathname === path)
  await expect(tab.getByRole("link", { name: "Edit report" })).toBeVisible()
})

test.describe("a preview that fails", () => {
  test.use({ expectedReports: /is not iterable|of null/ })

  test("leaves the editor and its unsaved changes in place", async ({ page }) => {
    const team = await startTeam(page)
    const { path } = await startReport(page, team)
    await page.goto(`${path}/edit`)
    await page.getByLabel("Section title").first().fill("Paid media")
    const add = page.getByRole("button", { name: /^Add widget to/ }).first()
    const dialog = page.getByRole("dialog", { name: "Add widget" })
    const preview = dialog.getByRole("region", { name: "Preview" })

    await page.route("**/reports.previewWidget*", (route) => route.abort())
    await add.click()
    await expect(preview).toContainText("This preview could not be loaded. Your unsaved changes are still here.")
    await page.unroute("**/reports.previewWidget*")
    await preview.getByRole("button", { name: "Try again" }).click()
    await expect(preview.getByRole("button", { name: "Try again" })).toHaveCount(0)
    await dialog.getByRole("button", { name: "Cancel" }).click()

    // A response that the components of the preview cannot show. Another kind of widget has not been loaded before.
    await page.route("**/reports.previewWidget*", async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      Object.assign(body.result.data.data, { status: "ok", columns: null })
      await route.fulfill({ response, json: body })
    })
    await add.click()
    await dialog.getByLabel("Kind").selectOption({ label: "Table" })
    await expect(preview).toContainText("This preview stopped working. Your unsaved changes are still here.")
    await page.unroute("**/reports.previewWidget*")

    // The code of texts is first needed here.
    await page.route("**/_next/static/**", (route) => route.abort())
    await dialog.getByLabel("Kind").selectOption({ label: "Text" })
    await dialog.getByLabel("Text", { exact: true }).fill("We paused **two** campaigns.")
    await expect(preview).toContainText("This preview could not be downloaded. Your unsaved changes are still here.")
    await expectGoodLooks(page, "failed preview")
    await page.unroute("**/_next/static/**")
    await preview.getByRole("button", { name: "Try again" }).click()
    await expect(preview.locator("strong")).toHaveText("two")
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await expect(page.getByLabel("Section title").first()).toHaveValue("Paid media")
  })
})

test("the editor of an archived client's report redirects to the report", async ({ page }) => {
  const team = await startTeam(page)
  const { path } = await startReport(page, team)
  await call(page, team.slug, "clients.archive", { client_id: team.clientId })
  await page.goto(`${path}/edit`)
  await page.waitForURL((url) => url.pathname === path)
  await expect(page.getByRole("link", { name: "Edit report" })).toHaveCount(0)
})

test("after someone else has saved, both versions can be kept", async ({ page }) => {
  const team = await startTeam(page)
  const { path, report_id } = await startReport(page, team)
  await page.goto(`${path}/edit`)
  await page.getByLabel("Section title").first().fill("Mine")
  const theirs = { report_id, version: 1, sections: [{ title: "Theirs", widgets: [] }] }
  await call(page, team.slug, "reports.updateLayout", theirs)
  await page.getByRole("button", { name: "Save report" }).click()
  const question = page.getByRole("dialog", { name: "This report has changed since you opened it" })
  await expect(question).toContainText("Nothing is lost yet")
  await question.getByRole("button", { name: "Save my version" }).click()
  await saved(page)
  await expect(page.getByRole("heading", { name: "Mine", level: 2 })).toBeVisible()
})

test("a share link shows the report without signing in, until it is revoked", async ({ page, browser }) => {
  test.slow()
  const { email, password, team_slug, report_id } = demo()
  await signInByRequest(page, { email, password })
  await page.goto(`/${team_slug}/reports/${report_id}`)
  const name = await page.getByRole("heading", { level: 1 }).innerText()
  await page.getByRole("button", { name: "Share" }).click()
  const dialog = page.getByRole("dialog", { name: /^Share/ })
  await dialog.getByRole("button", { name: "Create link" }).click()
  const url = await dialog.getByRole("group", { name: "Share link" }).locator("code").innerText()
  await expect(dialog.getByText("Not opened yet").first()).toBeVisible()
  await expectGoodLooks(page, "share dialog")

  const visitor = await anotherBrowser(browser)
  const { pathname } = new URL(url)
  const response = await visitor.goto(pathname)
  expect(response?.status()).toBe(200)
  expect(await response?.headerValue("content-security-policy")).toMatch(/script-src 'nonce-/)
  await expect(visitor.getByRole("heading", { level: 1 })).toContainText(name.replace(/\s*(published|draft)$/, ""))
  await expect(visitor.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/)
  await expect(visitor.getByRole("navigation")).toHaveCount(0)
  const html = await visitor.content()
  for (const secret of ["google_ads", "dso_", "/api/v1", report_id]) expect(html).not.toContain(secret)
  const chart = visitor.getByRole("figure", { name: /^Sessions by day/ })
  const breaks = visitor.getByRole("list", { name: "Breaks in the series" })
  await expect(breaks.filter({ hasText: "Analytics tag missing" }).first()).toBeVisible()
  // Two parts of the line, before and after the break, and the comparison.
  await expect(chart.locator(".recharts-line-curve")).toHaveCount(3)
  await chart.locator("svg[tabindex='0']").focus()
  await visitor.keyboard.press("ArrowRight")
  await expect(chart.getByRole("status")).toContainText("Comparison")
  // On the first day of a month, the goal has no data yet.
  if (dayOfMonth("Europe/Rome") > 1) {
    const goal = visitor.getByRole("figure", { name: "Revenue this month: progress" })
    await goal.locator("svg[tabindex='0']").focus()
    await visitor.keyboard.press("ArrowRight")
    await expect(goal.getByRole("status")).toContainText("Even pace")
  }
  await visitor.getByLabel("Period").selectOption({ label: "last 90 days" })
  await visitor.waitForURL(/range=last_90_days/)
  await expectGoodLooks(visitor, "shared report")

  const list = await page.context().newPage()
  await list.goto(`/${team_slug}/reports`)
  const reportName = name.replace(/\s*(published|draft)$/, "")
  await expect(list.getByRole("columnheader", { name: "Data through" })).toBeVisible()
  await expect(list.getByRole("row", { name: reportName }).first()).toContainText(/shared by \d+ links\s*opened /)
  await list.close()

  await dialog
    .getByRole("button", { name: /^Revoke link Created/ })
    .first()
    .click()
  await page.getByText("Link revoked").waitFor()
  await visitor.goto(pathname)
  await expect(visitor.getByRole("heading", { name: "This link is not valid" })).toBeVisible()
  await visitor.goto("/shared/unknown")
  await expect(visitor.getByRole("heading", { name: "This link is not valid" })).toBeVisible()
  await expectGoodLooks(visitor, "link not valid")
})

test("the buttons of a dialog stay where they are while the rest of the dialog loads", async ({ page }) => {
  const team = await startTeam(page)
  const { path, report_id } = await startReport(page, team)
  for (let i = 0; i < 3; i++) await call(page, team.slug, "reports.createShareLink", { report_id })
  const { promise: mayLoad, resolve: load } = Promise.withResolvers<void>()
  await page.route("**/api/trpc/reports.listShareLinks*", async (route) => {
    await mayLoad
    await route.continue()
  })
  await page.goto(path)
  await page.getByRole("button", { name: "Share" }).click()
  const dialog = page.getByRole("dialog", { name: /^Share/ })
  const create = dialog.getByRole("button", { name: "Create link" })
  await create.waitFor()
  const before = await create.boundingBox()
  load()
  await expect(dialog.getByText("Not opened yet")).toHaveCount(3)
  expect(await create.boundingBox()).toEqual(before)
})

test("commentary is written in place, and its history keeps every text", async ({ page }) => {
  const team = await startTeam(page)
  const { path } = await startReport(page, team)
  await page.goto(path)
  await page.getByRole("button", { name: "Add commentary: the whole report" }).click()
  const field = page.getByRole("textbox", { name: "Commentary: the whole report" })
  await field.fill("Clicks rose by **12%**.")
  await page.getByRole("button", { name: "Save commentary" }).click()
  await expect(page.locator("strong", { hasText: "12%" })).toBeVisible()
  await page.getByRole("button", { name: "Edit commentary: the whole report" }).click()
  await field.fill("See [the plan](https://evil.example).")
  await page.getByRole("button", { name: "Save commentary" }).click()
  await expect(page.getByText(/evil\.example is not allowed|Links are not allowed/)).toBeVisible()
  await field.fill("Clicks rose by 13%.")
  await page.getByRole("button", { name: "Save commentary" }).click()
  await expect(page.getByText("Clicks rose by 13%.")).toBeVisible()
  await page.getByRole("button", { name: "History of the commentary: the whole report" }).click()
  const history = page.getByRole("dialog")
  await expect(history.getByRole("listitem")).toHaveCount(2)
  await expect(history).toContainText("Clicks rose by **12%**.")
  await expect(history).toContainText("Ada")
})

test("a goal is set, changed, archived and restored", async ({ page }) => {
  const { base, clientId } = await startTeam(page)
  const path = `${base}/clients/${clientId}/goals`
  await page.goto(path)
  await page.getByRole("button", { name: "New goal" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Metric").selectOption({ label: "Ad spend" })
  await expect(dialog.getByLabel("The value should be")).toHaveValue("at_most")
  await dialog.getByLabel(/^Target/).fill("4000")
  await expectGoodLooks(page, "new goal")
  await dialog.getByRole("button", { name: "Set goal" }).click()
  await expect(page.getByText(/Budget: .*4,000/)).toBeVisible()
  await page.getByRole("button", { name: /^Edit goal/ }).click()
  await dialog.getByLabel(/^Target/).fill("5000")
  await dialog.getByRole("button", { name: "Save goal" }).click()
  await expect(page.getByText(/Budget: .*5,000/)).toBeVisible()
  await expectGoodLooks(page, "goals")
  await page.getByRole("button", { name: /^Archive goal/ }).click()
  await dialog.getByRole("button", { name: "Archive goal" }).click()
  const undo = await holdUndo(page)
  await expect(page.getByText("All goals are archived")).toBeVisible()
  await undo.click()
  await expect(page.getByText(/Budget: .*5,000/)).toBeVisible()
  await page.getByRole("button", { name: /^Archive goal/ }).click()
  await dialog.getByRole("button", { name: "Archive goal" }).click()
  await expect(page.getByText("All goals are archived")).toBeVisible()
  await page.getByRole("link", { name: "Show archived goals" }).click()
  await expect(page.getByRole("button", { name: /^Restore goal/ })).toBeVisible()
  await expectGoodLooks(page, "archived goals")
  await page.getByRole("button", { name: /^Restore goal/ }).click()
  await expect(page.getByText("Goal restored").last()).toBeVisible()
  await expect(page.getByText("No matching goals")).toBeVisible()
  await page.goto(path)
  await expect(page.getByText(/Budget: .*5,000/)).toBeVisible()
})
