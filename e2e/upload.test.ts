/** Tests the upload of a file of metrics: preview, choices, import and result, and files that cannot be imported. */
import { expectAccessible, expectGoodLooks } from "./accessible"
import { anotherBrowser, call, invite, joinTeam, signUp } from "./person"
import { expect, type Page, test } from "./test"

const googleAds = `Campaign report
"All time"
Day,Campaign,Currency code,Clicks,Impr.,Cost,Conversions,Interactions
01/02/2026,Spring,EUR,10,1000,5.50,1,7
02/02/2026,Spring,EUR,20,2000,11.25,2,8
03/02/2026,Winter,EUR,30,3000,16.25,3,9
Total: Account,,EUR,60,6000,33.00,6,24
`

const choose = (page: Page, name: string, content: string | Buffer) =>
  page.getByLabel("File").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) })

test("an export of Google Ads is previewed, corrected and imported", async ({ page }) => {
  const { slug } = await signUp(page)
  const created = await call(page, slug, "clients.create", { name: "Bergamo Bikes" })
  const client = created.result.data.data.id
  await call(page, slug, "clients.create", { name: "Alpine Trails" })
  await page.goto(`/${slug}/sources`)
  await page.getByRole("link", { name: "Upload file" }).click()
  await expect(page.getByLabel("Client"), "no client is chosen by chance").toHaveValue("")
  await page.getByLabel("Client").selectOption("Bergamo Bikes")
  await expectAccessible(page, "the choice of a file")
  await choose(page, "google-ads.csv", googleAds)
  await page.getByRole("button", { name: "Preview import" }).click()

  await expect(page.getByRole("heading", { name: "Which account is this?" })).toBeVisible()
  await expect(page.getByLabel("Format")).toHaveValue("google_ads")
  await expect(page.getByLabel("Contents of Cost")).toHaveValue("metric:ad_spend")
  await expect(page.getByLabel("Contents of Interactions")).toHaveValue("ignored")
  await expectGoodLooks(page, "the preview with questions")
  const importButton = page.getByRole("button", { name: "Import file" })
  await expect(importButton).toBeDisabled()
  await expect(importButton).toHaveAccessibleDescription("Answer the questions at the top first.")
  await page.getByRole("textbox", { name: "Account" }).fill("123-456-7890")
  await page.getByRole("button", { name: "Use account" }).click()
  await expect(page.getByRole("heading", { name: "Which account is this?" })).toHaveCount(0)
  await page.getByRole("button", { name: "Day first: 2026-02-01 to 2026-02-03" }).click()
  await expect(page.getByRole("heading", { name: "How are the dates written?" })).toHaveCount(0)
  const rows = page.getByRole("group", { name: "First lines" }).getByRole("row")
  await expect(rows.nth(1)).toContainText("2026-02-01")
  await page.getByLabel("Contents of Interactions").selectOption({ label: "Sessions" })
  await expect(page.getByRole("group", { name: "First lines" })).toContainText("Interactions")
  await page.reload()
  await expect(page.getByLabel("Contents of Interactions")).toHaveValue("metric:sessions")
  await expectAccessible(page, "the complete preview")

  await importButton.click()
  await expect(page.getByRole("heading", { name: "Imported" })).toBeVisible()
  await expectGoodLooks(page, "the result of the import")
  await page.getByRole("link", { name: "Show metrics of Bergamo Bikes" }).click()
  await expect(page).toHaveURL(new RegExp(`/clients/${client}`))
  const metrics = page.getByRole("group", { name: "Metrics" })
  await expect(metrics.getByRole("row", { name: "Ad spend" })).toContainText("33")
  await expect(metrics.getByRole("row", { name: "Sessions" })).toContainText("24")

  await page.getByRole("list", { name: "Data sources" }).getByRole("link").click()
  await expect(page.getByText("Data on all 3 days from 1 Feb to 3 Feb 2026.")).toBeVisible()
  const imports = page.getByRole("group", { name: "Imports" }).getByRole("row")
  await expect(imports.nth(1)).toContainText("google-ads.csv")
  await expectGoodLooks(page, "a data source from a file")
})

test("a choice whose preview fails is undone, so the import uses what the preview shows", async ({ page }) => {
  const { slug } = await signUp(page)
  await call(page, slug, "clients.create", { name: "Bergamo Bikes" })
  await page.goto(`/${slug}/sources/upload`)
  await choose(page, "google-ads.csv", googleAds)
  await page.getByRole("button", { name: "Preview import" }).click()
  await page.getByRole("heading", { name: "Which account is this?" }).waitFor()
  await page.route("**/api/trpc/dataSources.previewImport*", (route) => route.abort())
  await page.getByRole("textbox", { name: "Account" }).fill("123-456-7890")
  await page.getByRole("button", { name: "Use account" }).click()
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("couldn't")
  await expect(page.getByLabel("Format")).toBeEnabled()
  await page.unroute("**/api/trpc/dataSources.previewImport*")
  await page.getByRole("button", { name: "Day first: 2026-02-01 to 2026-02-03" }).click()
  await expect(page.getByRole("heading", { name: "How are the dates written?" })).toHaveCount(0)
  await expect(page.getByRole("heading", { name: "Which account is this?" }), "the account was undone").toBeVisible()
})

test("a file cannot be imported until the preview of the latest choice is complete", async ({ page }) => {
  const { slug } = await signUp(page)
  await call(page, slug, "clients.create", { name: "Bergamo Bikes" })
  await page.goto(`/${slug}/sources/upload`)
  await choose(page, "sessions.csv", "date,sessions\n2026-02-01,5\n2026-02-02,-6\n")
  await page.getByRole("button", { name: "Preview import" }).click()
  await page.getByRole("textbox", { name: "Account" }).fill("website")
  await page.getByRole("button", { name: "Use account" }).click()
  await expect(page.getByRole("heading", { name: "Which account is this?" })).toHaveCount(0)
  const gate = Promise.withResolvers<void>()
  await page.route("**/api/trpc/dataSources.getUpload*", async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.getByRole("checkbox", { name: /Import only the days without errors/ }).check()
  await expect(page.getByText("Reading the file. Nothing is stored yet.")).toBeVisible()
  const importButton = page.getByRole("button", { name: "Import file" })
  await expect(importButton).toBeDisabled()
  gate.resolve()
  await expect(importButton).toBeEnabled()
})

test("a file that cannot be imported explains itself, and viewers cannot upload", async ({ page, browser }) => {
  const { slug } = await signUp(page)
  await call(page, slug, "clients.create", { name: "Bergamo Bikes" })
  await page.goto(`/${slug}/sources/upload`)
  await choose(page, "report.xlsx", Buffer.from([80, 75, 3, 4, 0, 0, 0, 1]))
  await page.getByRole("button", { name: "Preview import" }).click()
  await expect(page.getByRole("alert").filter({ hasText: "report.xlsx is not a text file" })).toBeVisible()
  await page.getByRole("button", { name: "Choose another file" }).click()

  await choose(page, "sessions.csv", "date,sessions\n2026-02-01,5\n2026-02-02,-6\n")
  await page.getByRole("button", { name: "Preview import" }).click()
  await expect(page.getByRole("group", { name: "Lines with errors" })).toContainText("sessions: -6 is negative")
  await page.getByRole("textbox", { name: "Account" }).fill("website")
  await page.getByRole("button", { name: "Use account" }).click()
  const importButton = page.getByRole("button", { name: "Import file" })
  await expect(page.getByRole("heading", { name: "Which account is this?" })).toHaveCount(0)
  await expect(importButton).toBeDisabled()
  await page.getByRole("checkbox", { name: /Import only the days without errors/ }).check()
  await expectAccessible(page, "a preview with errors")
  await importButton.click()
  await expect(page.getByText("Days with errors, not imported")).toBeVisible()

  const viewer = await anotherBrowser(browser)
  await joinTeam(viewer, await invite(page, slug, "viewer"))
  await viewer.goto(`/${slug}/sources`)
  await expect(viewer.getByRole("link", { name: "Upload file" })).toHaveCount(0)
  await viewer.goto(`/${slug}/sources/upload`)
  await expect(viewer.getByText("Ask a member of the team to upload files")).toBeVisible()
})
