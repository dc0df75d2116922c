/** Tests the parts that all tables share: the choice of columns, and the arrow keys. */
import { expect, type Page } from "@playwright/test"
import { expectAccessible, expectNoOverflow } from "./accessible"
import { call, choosePlan, signInByRequest, signUp } from "./person"
import { demo } from "./start"
import { test } from "./test"

test("the first column can be hidden and shown again", async ({ page }) => {
  const { slug } = await signUp(page)
  await page.goto(`/${slug}/settings/audit`)
  const header = page.getByRole("columnheader", { name: "When" })
  const toggle = async () => {
    await page.getByRole("button", { name: "Table options" }).click()
    await page.getByRole("menuitemcheckbox", { name: "When" }).click()
    await page.keyboard.press("Escape")
  }
  await expect(header).toBeVisible()
  await toggle()
  await expect(header).toBeHidden()
  await expect(page.locator("tbody td:first-child").first()).toBeHidden()
  await expect(page.locator("tbody td:nth-child(2)").first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole("columnheader", { name: "Change" })).toBeVisible()
  await expect(header).toBeHidden()
  await toggle()
  await expect(header).toBeVisible()
  await expect(page.locator("tbody td:first-child").first()).toBeVisible()
  await page.reload()
  await expect(header).toBeVisible()
})

test("the arrow keys move between the rows of a table, and Enter opens one", async ({ page }) => {
  const { email, password, team_slug } = demo()
  await signInByRequest(page, { email, password })
  await page.goto(`/${team_slug}/clients`)
  const links = page.getByRole("group", { name: "Clients" }).locator("tbody td:first-child a")
  await expectArrowsToMove(page, 1)
  await page.keyboard.press("ArrowDown")
  await expect(links.nth(2)).toBeFocused()
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("ArrowUp")
  await expect(links.first(), "the focus stays in the first row").toBeFocused()
  await page.keyboard.press("Shift+Tab")
  await expect(links.first(), "Tab leaves the row").not.toBeFocused()
  await page.getByRole("columnheader").getByRole("link").first().focus()
  await page.keyboard.press("ArrowDown")
  await expect(links.first(), "the headers lead to the first row").toBeFocused()
  await expectAccessible(page, "a table with the focus in a row")
  const name = (await links.first().innerText()).trim()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible()

  /** The code of the keys loads when the focus first reaches the table. */
  async function expectArrowsToMove(page: Page, to: number) {
    await expect(async () => {
      await links.first().focus()
      await page.keyboard.press("ArrowDown")
      await expect(links.nth(to)).toBeFocused({ timeout: 1_000 })
    }).toPass()
  }
})

test("an arrow key moves to the same link of the next row, and rows without links are skipped", async ({ page }) => {
  const { email, password, team_slug, project_id } = demo()
  await signInByRequest(page, { email, password })
  await page.goto(`/${team_slug}/ai-visibility/${project_id}/answers`)
  const run = (row: number) =>
    page
      .getByRole("group", { name: "Answers" })
      .locator("tbody tr")
      .filter({ has: page.getByRole("link", { name: /^Run 2/ }) })
      .nth(row)
      .getByRole("link", { name: /^Run 2/ })
  await expect(async () => {
    await run(0).focus()
    await page.keyboard.press("ArrowDown")
    await expect(run(1)).toBeFocused({ timeout: 1_000 })
  }).toPass()
})

test("the audit log is sorted by time", async ({ page }) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug, "Scale")
  await call(page, slug, "clients.create", { name: "Kettenwerk" })
  await page.goto(`/${slug}/settings/audit`)
  const sentences = page.locator("tbody tr td:nth-child(2)")
  const newestFirst = [/added the client/, /changed the plan/, /created the team/]
  await expect(sentences).toHaveText(newestFirst)
  const when = page.getByRole("columnheader", { name: "When" })
  await expect(when).toHaveAttribute("aria-sort", "descending")
  await when.getByRole("link").click()
  await expect(when).toHaveAttribute("aria-sort", "ascending")
  await expect(sentences).toHaveText(newestFirst.toReversed())
})

test("the audit log names the changed object, and its details lead to the page of the object", async ({ page }) => {
  const { slug } = await signUp(page)
  const { id: client_id } = (await call(page, slug, "clients.create", { name: "Kettenwerk" })).result.data.data
  await call(page, slug, "clients.update", { client_id, industry: "Retail" })
  await page.goto(`/${slug}/settings/audit`)
  const entry = page.getByRole("cell").filter({ hasText: "changed the client Kettenwerk, industry" })
  await entry.locator("summary").click()
  await expectAccessible(page, "audit log with links")
  await entry.getByRole("link", { name: "Open Kettenwerk" }).click()
  await page.waitForURL(`/${slug}/clients/${client_id}`)
})

test("the metrics of a client are sorted, and a period and a chosen metric keep the order", async ({ page }) => {
  const { client_id, email, password, team_slug } = demo()
  await signInByRequest(page, { email, password })
  await page.goto(`/${team_slug}/clients/${client_id}`)
  const table = page.getByRole("group", { name: "Metrics" })
  const names = table.locator("tbody tr td:first-child")
  await expect(names.first()).toBeVisible()
  const unsorted = await names.allTextContents()
  await table.getByRole("link", { name: "Metric", exact: true }).click()
  await page.waitForURL(/sort=label/)
  const header = table.getByRole("columnheader", { name: "Metric" })
  await expect(header).toHaveAttribute("aria-sort", "ascending")
  await expect(names).toHaveText(unsorted.toSorted((a, b) => a.localeCompare(b)))
  await names.first().getByRole("link").click()
  await page.waitForURL(/metric=/)
  await page.getByLabel("Period").selectOption({ label: "last 90 days" })
  await page.waitForURL(/range=last_90_days/)
  await expect(header).toHaveAttribute("aria-sort", "ascending")
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoOverflow(page, "the metrics of a client on a phone")
})

test("the request log is sorted by duration, and a filter keeps the order", async ({ page }) => {
  const { api_key, email, password, team_slug } = demo()
  await page.request.get("/api/v1/clients", { headers: { Authorization: `Bearer ${api_key}` } })
  await signInByRequest(page, { email, password })
  const duration = page.getByRole("columnheader", { name: "Duration" })
  await expect(async () => {
    await page.goto(`/${team_slug}/settings/api/logs`)
    await expect(duration).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await duration.getByRole("link").click()
  await page.waitForURL(/sort=-duration_ms/)
  await page.getByLabel("Response").selectOption("2xx")
  await page.waitForURL(/status=2xx/)
  await expect(duration).toHaveAttribute("aria-sort", "descending")
})
