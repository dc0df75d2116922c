/** Tests the logo and the name that reports show: in the settings, on a report and on a shared report. */
import { pngFile } from "@/domain/testing/png"
import { expectGoodLooks } from "./accessible"
import { anotherBrowser, call, newTeam } from "./person"
import { expect, type Page, test } from "./test"

/** Creates a published report with a share link. Returns the paths of both. */
async function shareReport(page: Page, slug: string) {
  const create = async (operation: string, input: object) => (await call(page, slug, operation, input)).result.data.data
  const client = await create("clients.create", { name: "Bergamo Bikes" })
  const report = await create("reports.create", { client_id: client.id, name: "November", template: "advertising" })
  await create("reports.publish", { report_id: report.id })
  const { token } = await create("reports.createShareLink", { report_id: report.id })
  return { report: `/${slug}/reports/${report.id}`, shared: `/shared/${token}` }
}

const upload = (page: Page, name: string, buffer: Buffer) =>
  page.locator("input[type=file]").setInputFiles({ name, mimeType: "image/png", buffer })

/** Opens the page, and waits until its logo is loaded. Returns the address of the logo. */
async function logoOn(page: Page, path: string): Promise<string> {
  await page.goto(path)
  const logo = page.getByRole("img", { name: "Bergamo Digital" })
  await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(480)
  expect(await logo.boundingBox()).toMatchObject({ width: 160, height: 40 })
  return (await logo.getAttribute("src")) ?? ""
}

test("a logo is uploaded, appears on the report and on its shared link, and is removed", async ({ page, browser }) => {
  test.slow()
  const slug = await newTeam(page)
  const { report, shared } = await shareReport(page, slug)
  await page.goto(`/${slug}/settings/general`)
  await page.getByLabel("Name on reports").fill("Bergamo Digital")
  await page.getByRole("button", { name: "Save name" }).click()
  await page.getByText("Name saved").waitFor()
  await upload(page, "logo.png", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await expect(page.getByText("The file is not a PNG, JPEG or WebP image.")).toBeVisible()
  await upload(page, "logo.png", Buffer.concat([pngFile(480, 120), Buffer.alloc(200_000)]))
  await expect(page.getByText("The file is larger than 200 kB.")).toBeVisible()
  await upload(page, "logo.png", pngFile(480, 120))
  await page.getByText("Logo saved").waitFor()
  await expect(page.getByRole("img", { name: "Bergamo Digital" })).toHaveCount(2)
  await expect(page.getByText("The file is larger than 200 kB.")).toHaveCount(0)
  await expectGoodLooks(page, "settings with a logo")

  const ownLogo = await logoOn(page, report)
  await expect(page.getByText(/^Bergamo Bikes · \d+( [A-Z][a-z]+)?( \d+)? to \d+ [A-Z][a-z]+ \d+$/)).toBeVisible()
  await expectGoodLooks(page, "report with a logo")
  const { headers, status } = await responseOf(page, ownLogo)
  expect([status, headers["content-type"], headers["x-content-type-options"]]).toEqual([200, "image/png", "nosniff"])
  expect(headers["cache-control"]).toBe("private, max-age=31536000, immutable")
  const visitor = await anotherBrowser(browser)
  const sharedLogo = await logoOn(visitor, shared)
  await expectGoodLooks(visitor, "shared report with a logo")

  expect((await responseOf(visitor, ownLogo)).status, "without a session").toBe(401)
  expect((await responseOf(visitor, sharedLogo.replace("/shared/", "/shared/x"))).status, "another link").toBe(404)
  const stranger = await anotherBrowser(browser)
  const strangerSlug = await newTeam(stranger)
  expect((await responseOf(stranger, ownLogo)).status, "another team").toBe(404)
  const throughOwnTeam = ownLogo.replace(slug, strangerSlug)
  expect((await responseOf(stranger, throughOwnTeam)).status, "the hash of another team's logo").toBe(404)

  await page.goto(`/${slug}/settings/general`)
  await page.getByRole("button", { name: "Remove logo" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Remove logo" }).click()
  await page.getByText("Logo removed").waitFor()
  for (const [reader, path] of [
    [page, report],
    [visitor, shared],
  ] as const) {
    await reader.goto(path)
    await expect(reader.getByText("Bergamo Digital", { exact: true })).toBeVisible()
    await expect(reader.getByRole("img", { name: "Bergamo Digital" })).toHaveCount(0)
  }
  expect((await responseOf(page, ownLogo)).status, "after the logo was removed").toBe(404)
  await page.goto(`/${slug}/settings/audit`)
  await expect(page.getByText(/changed the sender of reports: logo from PNG, 480 × 120 px to none/)).toBeVisible()
})

async function responseOf(page: Page, path: string) {
  const response = await page.request.get(path)
  return { status: response.status(), headers: response.headers() }
}
