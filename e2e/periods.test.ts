/** Tests the field for a period, which all pages share, and the sort orders of tables. */
import { expectAccessible, expectGoodLooks } from "./accessible"
import { call, signInByRequest } from "./person"
import { demo } from "./start"
import { expect, type Locator, type Page, test } from "./test"

const { api_key, email, password, team_slug, client_id, report_id, project_id } = demo()
const base = `/${team_slug}`

async function ask(page: Page, path: string) {
  const answer = await page.request.get(`/api/v1${path}`, { headers: { Authorization: `Bearer ${api_key}` } })
  return answer.json()
}

const rows = (page: Page, table: string) => page.locator(`[aria-label="${table}"] tbody tr`)
const firstCells = async (list: Locator) =>
  (await list.locator("td:first-child").allInnerTexts()).map((text) => text.split("\n")[0])

test.describe("the period", () => {
  test.beforeEach(({ page }) => signInByRequest(page, { email, password }))

  test("of a client can be two dates, chosen by keyboard and compared with the year before", async ({ page }) => {
    // Keys that are pressed before the scripts have started would be lost.
    await page.goto(`${base}/clients/${client_id}`, { waitUntil: "networkidle" })
    const period = page.getByLabel("Period")
    await expect(period).toHaveValue("last_28_days")
    await expect(period.locator("option")).toHaveText([
      "last 7 days",
      "last 28 days",
      "last 90 days",
      "this month",
      "last month",
      "this quarter",
      "last quarter",
      "this year",
      "last 12 months",
      "custom…",
    ])
    await period.focus()
    await page.keyboard.press("End")
    await page.keyboard.press("Tab")
    // The dates of the preset are filled in.
    await expect(page.getByLabel("From", { exact: true })).toBeFocused()
    await expect(page.getByLabel("From", { exact: true })).toHaveValue(/^\d{4}-\d\d-\d\d$/)
    await page.getByLabel("From", { exact: true }).fill("2026-10-01")
    await page.getByLabel("To", { exact: true }).fill("2026-10-31")
    await page.getByLabel("To", { exact: true }).press("Enter")
    await page.waitForURL(/range=custom&from=2026-10-01&to=2026-10-31/)
    await expect(page.getByText("1 Oct to 31 Oct 2026").first()).toBeVisible()
    await page.getByLabel("Compared with").selectOption("previous_year")
    await page.waitForURL(/from=2026-10-01.*compare=previous_year/)
    await expectGoodLooks(page, "a period of two dates")
    await period.selectOption("last_7_days")
    await page.waitForURL((url) => url.searchParams.get("range") === "last_7_days" && !url.searchParams.has("from"))
    await expect(page.getByLabel("From", { exact: true })).toHaveCount(0)
  })

  test("says what is wrong with the dates, and then shows the default period", async ({ page }) => {
    await page.goto(`${base}/clients/${client_id}?from=2026-11-20&to=2026-11-01`)
    const from = page.getByLabel("From", { exact: true })
    await expect(from).toHaveAttribute("aria-invalid", "true")
    await expect(from).toHaveAccessibleDescription(
      "The end date is before the start date. This period was not applied.",
    )
    await expectGoodLooks(page, "a wrong period")
    await page.goto(`${base}/clients/${client_id}?from=2020-01-01&to=2026-01-01`)
    await expect(page.getByText("A period has at most 800 days.")).toBeVisible()
    await page.goto(`${base}/signals?from=2026-11-20&to=2026-11-01`)
    await expect(page.getByText("The end date is before the start date.")).toBeVisible()
  })

  test("filters the lists of events", async ({ page }) => {
    for (const [path, parameter] of [
      ["/signals", "range"],
      ["/settings/audit", "range"],
      [`/ai-visibility/${project_id}/answers`, "range"],
      ["/settings/api/logs", "since"],
      ["/settings/api/webhooks/deliveries", "since"],
    ]) {
      // A log without entries shows its filters only while one is set.
      await page.goto(`${base}${path}?${parameter}=custom`)
      await expect(page.getByLabel("Period")).toHaveValue("custom")
      await page.getByLabel("To", { exact: true }).fill("2001-01-01")
      await page.getByRole("button", { name: "Show period" }).click()
      await page.waitForURL((url) => url.searchParams.get("to") === "2001-01-01")
      await expect(page.getByText(/^No matching/).first(), path).toBeVisible()
      await expectAccessible(page, `${path} of a period`)
      await page
        .getByRole("link", { name: /^(Clear filters|Show all)/ })
        .first()
        .click()
      await expect(page.getByLabel("To", { exact: true }), path).toHaveCount(0)
      await expect(page).not.toHaveURL(/custom/)
    }
  })

  test("of a trend can be two dates", async ({ page }) => {
    await page.goto(`${base}/ai-visibility/${project_id}`)
    await page.getByRole("combobox", { name: "Trend" }).selectOption("custom")
    await page.getByRole("button", { name: "Show period" }).click()
    await page.waitForURL(/span=custom&from=\d/)
    await expect(page.getByRole("figure", { name: "Visibility over time" })).toBeVisible()
  })
})

test("the period of a shared report works without scripts", async ({ page, browser }) => {
  await signInByRequest(page, { email, password })
  const shared = await call(page, team_slug, "reports.createShareLink", { report_id })
  const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await visitor.goto(`/shared/${shared.result.data.data.token}`)
  await visitor.getByLabel("Period").selectOption("custom")
  await visitor.getByRole("button", { name: "Apply filters" }).click()
  await visitor.getByLabel("From", { exact: true }).fill("2026-10-31")
  await visitor.getByLabel("To", { exact: true }).fill("2026-10-01")
  await visitor.getByRole("button", { name: "Show period" }).click()
  await expect(visitor.getByText("The end date is before the start date.")).toBeVisible()
  await visitor.getByLabel("From", { exact: true }).fill("2026-09-01")
  await visitor.getByRole("button", { name: "Show period" }).click()
  await expect(visitor.getByText("1 Sept to 1 Oct 2026").first()).toBeVisible()
})

test.describe("a table", () => {
  test.beforeEach(({ page }) => signInByRequest(page, { email, password }))

  const sorted = [
    {
      path: "/clients",
      table: "Clients",
      header: "Name",
      api: "/clients?status=active,paused&sort=name",
      field: "name",
    },
    { path: "/reports", table: "Reports", header: "Name", api: "/reports?sort=-name", field: "name" },
    {
      path: "/sources",
      table: "Data sources",
      header: "Name",
      api: "/data-sources?sort=display_name",
      field: "display_name",
    },
    {
      path: "/signals",
      table: "Signals",
      header: "Severity",
      api: "/signals?status=open,acknowledged&sort=-severity",
      field: "title",
    },
    {
      path: "/ai-visibility",
      table: "AI visibility projects",
      header: "Name",
      api: "/ai-visibility/projects?sort=name",
      field: "name",
    },
  ] as const
  for (const { path, table, header, api, field } of sorted)
    test(`of ${path} is sorted by the API`, async ({ page }) => {
      const { data } = await ask(page, `${api}&limit=50`)
      await page.goto(`${base}${path}`)
      await page.getByRole("link", { name: header, exact: true }).click()
      await page.waitForURL(/sort=/)
      await expect(page.getByRole("columnheader", { name: header })).toHaveAttribute(
        "aria-sort",
        /ascending|descending/,
      )
      // A row of signals has the title of the first one of its incident.
      const fields: string[] = data.map((row: Record<string, string>) => row[field])
      await expect(async () => {
        const shown = await firstCellsWith(page, table, field)
        expect(shown).toEqual(path === "/signals" ? fields.filter((title) => shown.includes(title)) : fields)
        expect(shown.length).toBeGreaterThan(1)
      }).toPass()
      await expectAccessible(page, `${path}, sorted`)
    })

  async function firstCellsWith(page: Page, table: string, field: string) {
    const list = rows(page, table)
    // The first column of signals has checkboxes, and that of data sources has the client.
    if (field !== "title" && field !== "display_name") return firstCells(list)
    const links = field === "title" ? list.locator("a.font-strong") : list.getByRole("link")
    return (await links.allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim())
  }

  test("keeps its order when a filter changes, and phones have a field for it", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${base}/clients`)
    await page.getByLabel("Sort by").selectOption({ label: "newest update" })
    await page.waitForURL(/sort=-updated_at/)
    await page.getByLabel("Status").selectOption("any")
    await page.waitForURL(/status=any.*sort=-updated_at/)
    const { data } = await ask(page, "/clients?sort=-updated_at&limit=50")
    await expect.poll(() => firstCells(rows(page, "Clients"))).toEqual(data.map(({ name }: { name: string }) => name))
    // In a wide window the field is hidden, and has the orders of all headers.
    await page.setViewportSize({ width: 1280, height: 844 })
    for (const order of ["name", "-name", "updated_at"]) {
      await page.goto(`${base}/clients?sort=${order}`)
      await page.waitForLoadState("networkidle")
      await page.getByLabel("Status").selectOption("active")
      await page.waitForURL(/status=active/)
      expect(new URL(page.url()).searchParams.get("sort")).toBe(order)
    }
  })

  test("of engines is sorted apart from the table of brands", async ({ page }) => {
    await page.goto(`${base}/ai-visibility/${project_id}`)
    const engines = page.locator('[aria-label="Engines"]')
    await engines.getByRole("link", { name: "Engine", exact: true }).click()
    await page.waitForURL(/engines=name/)
    await expect(engines.getByRole("columnheader", { name: "Engine" })).toHaveAttribute("aria-sort", "ascending")
    const names = await firstCells(engines.locator("tbody tr"))
    expect(names.length).toBeGreaterThan(1)
    expect(names).toEqual(names.toSorted((a, b) => (a ?? "").localeCompare(b ?? "")))
  })
})
