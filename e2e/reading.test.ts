/** Tests that the pages show the same data as the REST API. */
import { expectGoodLooks } from "./accessible"
import { signInByRequest } from "./person"
import { demo } from "./start"
import { expect, type Page, test } from "./test"

const { api_key, email, password, team_slug, client_id, report_id, project_id } = demo()

async function ask(page: Page, path: string) {
  const answer = await page.request.get(`/api/v1${path}`, { headers: { Authorization: `Bearer ${api_key}` } })
  return answer.json()
}

test.beforeEach(({ page }) => signInByRequest(page, { email, password }))

test("the list of clients can be filtered, and shows the same counts as the API", async ({ page }) => {
  const { meta } = await ask(page, "/clients?status=active,paused")
  await page.goto(`/${team_slug}/clients`)
  await expect(page.getByText(`${meta.total} clients`)).toBeVisible()
  await page.getByLabel("Status").selectOption("archived")
  await page.waitForURL(/status=archived/)
  const archived = await ask(page, "/clients?status=archived")
  await expect(page.getByRole("row")).toHaveCount(archived.meta.total + 1)
})

test("on a phone, a long form of filters opens with a button, and stays open while a filter is set", async ({
  page,
}) => {
  const phone = { width: 390, height: 844 }
  await page.setViewportSize(phone)
  await page.goto(`/${team_slug}/signals`)
  const severity = page.getByRole("combobox", { name: "Severity" })
  await expect(severity).toBeHidden()
  await expect(async () => {
    await page.getByRole("button", { name: "Filters" }).click({ timeout: 1_000 })
    await expect(severity).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await severity.selectOption("warning")
  await expect(page).toHaveURL(/severity=warning/)
  await page.reload()
  await expect(severity).toHaveValue("warning")
  await expect(severity).toBeVisible()
  await expectGoodLooks(page, "open filters")
  await page.setViewportSize(phone)
  await page.getByRole("button", { name: "Filters" }).click()
  await expect(severity).toBeHidden()
  await page.goto(`/${team_slug}/signals?sort=period_to`)
  await expect(page.getByRole("button", { name: "Filters" })).toBeVisible()
  await expect(severity).toBeHidden()
})

test("a filter that is chosen before the page's scripts have loaded is applied", async ({ page }) => {
  const chosen = Promise.withResolvers<void>()
  await page.route("**/*.js", async (route) => {
    await chosen.promise
    await route.continue()
  })
  await page.goto(`/${team_slug}/clients`, { waitUntil: "commit" })
  await page.getByLabel("Status").selectOption("archived")
  chosen.resolve()
  await page.waitForURL(/status=archived/)
  await expect(page.getByLabel("Status")).toHaveValue("archived")
})

test("a client's metrics equal those of the API in each period", async ({ page }) => {
  await page.goto(`/${team_slug}/clients/${client_id}`)
  for (const [range, words] of [
    ["last_28_days", "last 28 days"],
    ["last_90_days", "last 90 days"],
  ] as const) {
    await page.getByLabel("Period").selectOption({ label: words })
    if (range === "last_90_days") await page.waitForURL(/range=last_90_days/)
    const { meta } = await ask(page, `/clients/${client_id}/metrics?metrics=ad_clicks&range=${range}`)
    // After midnight in Rome, yesterday has no data yet, and the page shows as many days before it.
    const to = [meta.period.to, meta.freshness.data_through].sort()[0]
    const from = new Date(Date.parse(to) - (meta.period.days - 1) * 86_400_000).toISOString().slice(0, 10)
    const { data } = await ask(page, `/clients/${client_id}/metrics?metrics=ad_clicks&from=${from}&to=${to}`)
    const formatted = data.totals.ad_clicks.value.toLocaleString("en")
    // The row is hidden until the table shows all metrics.
    await expect(page.getByRole("row", { name: "Ad clicks", includeHidden: true })).toContainText(formatted)
  }
  await page.getByRole("button", { name: /^Show all \d+ metrics$/ }).click()
  await page.getByRole("group", { name: "Metrics" }).getByRole("link", { name: "Ad clicks" }).click()
  await expect(page.getByRole("figure", { name: "Ad clicks by day" })).toBeVisible()
})

test("the result and the open signals in the list of clients are those of the client's page", async ({ page }) => {
  const { data } = await ask(page, `/signals?client_id=${client_id}&status=open&sort=-severity&limit=50`)
  expect(data.length).toBeGreaterThan(0)
  await page.goto(`/${team_slug}/clients`)
  const row = page.getByRole("row").filter({ has: page.locator(`a[href$="${client_id}"]`) })
  const result = row.getByRole("cell").nth(1)
  const signals = row.getByRole("cell").nth(4)
  await expect(signals, "the list of clients counts them").toHaveText(String(data.length))
  await expect(result).toContainText("%")
  await expect(signals.getByRole("img", { name: data[0].severity }), "the most severe").toBeVisible()
  const [label, value] = (await result.innerText()).split(/\s+/)
  await page.goto(`/${team_slug}/clients/${client_id}`)
  // A goal of the metric can have the same value, and more text between the two.
  const tile = page.getByRole("listitem").filter({ hasText: `${label}${value}` })
  await expect(tile, "the list shows the same result").toBeVisible()
  const listed = page.locator("section", { hasText: "Open signals" }).getByRole("listitem")
  await expect(listed.first().getByRole("link").first(), "the most severe").toHaveText(data[0].title)
  // Signals of one incident share a row.
  for (const { title } of data.slice(0, 5)) await expect(listed.getByRole("link", { name: title })).toBeVisible()
  await page.goto(`/${team_slug}/signals?client_id=${client_id}&status=open`)
  for (const { title } of data) await expect(page.getByRole("link", { name: title })).toBeVisible()
})

test("a report shows every widget", async ({ page }) => {
  const { data } = await ask(page, `/reports/${report_id}/data`)
  await page.goto(`/${team_slug}/reports/${report_id}`)
  for (const { title } of data.widgets)
    await expect(page.getByRole("article", { name: title, exact: true }).first()).toBeVisible()
})

test("a report describes an annotation at the first chart that shows it, and later charts refer to it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/${team_slug}/reports/${report_id}`)
  // Charts of AI visibility list their breaks, too.
  const lists = page.getByRole("list", { name: "Breaks in the series" }).filter({ hasNotText: "changed" })
  const breaks = lists.getByRole("listitem")
  await expect(breaks).toHaveText([/^1 · .*Analytics tag missing until evening/, /^1 · .*Explained above\.$/])
})

test("a printed report has every section, and neither navigation nor buttons", async ({ page }) => {
  const { data } = await ask(page, `/reports/${report_id}`)
  await page.goto(`/${team_slug}/reports/${report_id}`)
  const buttons = page.getByRole("button").or(page.getByRole("combobox")).filter({ visible: true })
  const rail = page.getByRole("navigation", { name: "Team" })
  await expect(rail).toBeVisible()
  await expect(buttons).not.toHaveCount(0)
  await page.emulateMedia({ media: "print", colorScheme: "dark" })
  await expect(rail).toBeHidden()
  await expect(page.getByRole("navigation", { name: "Breadcrumbs" })).toBeHidden()
  await expect(buttons).toHaveCount(0)
  expect(data.sections.length).toBeGreaterThan(1)
  for (const { title } of data.sections)
    await expect(page.getByRole("heading", { level: 2, name: title, exact: true })).toBeVisible()
  await expect(page.locator("body"), "paper is white").toHaveCSS("background-color", "rgb(255, 255, 255)")
})

test("the tabs of the API stay on each of its pages, and the page of an object leads back to its list", async ({
  page,
}) => {
  const api = `/${team_slug}/settings/api`
  const tabs = page.getByRole("navigation", { name: "API", exact: true })
  const objects: [string, RegExp][] = []
  for (const [name, path, object] of [
    ["Keys", "", /\/keys\/key_/],
    ["Webhooks", "/webhooks", undefined],
    ["MCP", "/mcp", undefined],
    ["Request log", "/logs", /\/logs\/req_/],
  ] as const) {
    await page.goto(`${api}${path}`)
    await expect(tabs.getByRole("link")).toHaveText(["Keys", "Webhooks", "MCP", "Request log"])
    await expect(tabs.getByRole("link", { name, exact: true })).toHaveAttribute("aria-current", "page")
    if (object) objects.push([path, object])
  }
  for (const [path, object] of objects) {
    await page.goto(`${api}${path}`)
    await page
      .getByRole("main")
      .locator("a")
      .filter({ visible: true })
      .and(page.locator(`[href*="${path === "" ? "/keys/key_" : "/logs/req_"}"]`))
      .first()
      .click()
    await page.waitForURL(object)
    await expect(tabs.locator("[aria-current=page]")).toHaveText(path === "" ? "Keys" : "Request log")
    await page.getByRole("navigation", { name: "Back to" }).getByRole("link").last().click()
    await page.waitForURL(`${api}${path}`)
    await expect(tabs).toBeVisible()
  }
})

test("a project shows each brand with the visibility that the API returns", async ({ page }) => {
  await page.goto(`/${team_slug}/ai-visibility/${project_id}`)
  const scan = await page.getByRole("combobox", { name: "Scan" }).inputValue()
  const { data } = await ask(page, `/ai-visibility/projects/${project_id}/metrics?scan_id=${scan}`)
  expect(data.rows.length).toBeGreaterThan(1)
  for (const { brand, visibility } of data.rows) {
    const formatted = `${(visibility.value * 100).toFixed(1)}%`
    await expect(page.getByRole("row", { name: brand.name }).filter({ hasText: formatted }).first()).toBeVisible()
  }
})

test("the API command below a list returns its data", async ({ page }) => {
  await page.goto(`/${team_slug}/reports`)
  await page.getByText("As API call").click()
  const line = await page.getByLabel("Command", { exact: true }).innerText()
  const path = /\/api\/v1([^"]+)/.exec(line)?.[1] ?? ""
  expect((await ask(page, path)).meta.total).toBeGreaterThan(0)
  await expect(
    page.getByText("In an assistant, use the MCP tool list_reports. It may have fewer filters."),
  ).toBeVisible()
})
