/**
 * Tests public pages, the pages of an account and of a new team, error pages and dialogs, in light and dark, wide and
 * narrow. e2e/content-security.test.ts tests the pages of a team with data.
 */
import { expectGoodLooks } from "./accessible"
import { anotherBrowser, call, choosePlan, invite, signInByRequest, signUp } from "./person"
import { demo } from "./start"
import { expect, type Page, test } from "./test"

async function look(page: Page, path: string, status = 200) {
  const answer = await page.goto(path)
  expect(answer?.status(), path).toBe(status)
  await expectGoodLooks(page, path)
}

test("public pages have no barriers and do not overflow", async ({ page }) => {
  test.slow()
  for (const path of [
    "/",
    "/sign-in",
    "/sign-in?error=Verification",
    "/sign-in/forgot-password",
    "/sign-in/email-sent",
    "/sign-up",
    "/account/unsubscribe/incomplete",
    "/invitations/over",
    "/shared/unknown",
    "/docs/webhooks",
    "/docs/mcp",
  ])
    await look(page, path)
  await look(page, "/docs/nowhere", 404)
})

test("the pages of an account and of an invitation have no barriers and do not overflow", async ({ page, browser }) => {
  test.slow()
  const { slug } = await signUp(page)
  await call(page, "", "teams.create", { name: "Second team" })
  for (const path of ["/account", "/teams", "/new-team", "/sign-in/new-password", "/account/email/unknown"])
    await look(page, path)
  for (const path of ["/a/b/c", `/${slug}/nowhere`]) await look(page, path, 404)
  const link = await invite(page, slug, "member")
  const visitor = await anotherBrowser(browser)
  await look(visitor, link)
  await expect(visitor.getByRole("link", { name: "Create an account" })).toBeVisible()
  await signUp(visitor, "Grace")
  await look(visitor, link)
  await expect(visitor.getByRole("button", { name: /^Join/ })).toBeVisible()
  await visitor.goto("/account/unsubscribe/incomplete")
  await visitor.getByRole("button", { name: "Turn off email" }).click()
  await expect(visitor.getByText("This link is not complete.")).toBeVisible()
  await expectGoodLooks(visitor, "an incomplete link")
})

test.describe("a page that fails in the browser", () => {
  test.use({ expectedReports: /broken on purpose/ })

  test("says what is known, keeps the navigation, and loads again", async ({ page }) => {
    const { slug } = await signUp(page)
    await page.goto(`/${slug}/settings/general`)
    await page.evaluate(() => {
      const original = Date.prototype.toLocaleString
      const repair = () => {
        Date.prototype.toLocaleString = original
      }
      Object.assign(window, { repair })
      Date.prototype.toLocaleString = () => {
        throw new Error("broken on purpose")
      }
    })
    await page.getByRole("link", { name: "Members", exact: true }).click()
    await expect(page.getByRole("heading", { name: "This page stopped working" })).toBeVisible()
    await expect(page.getByRole("navigation", { name: "Team" })).toBeVisible()
    await expectGoodLooks(page, "the error page")
    await page.evaluate(() => (window as unknown as { repair(): void }).repair())
    await page.getByRole("button", { name: "Try again" }).click()
    await expect(page.getByRole("cell", { name: "Ada (you)" })).toBeVisible()
  })
})

test("the pages of a new team have no barriers and do not overflow", async ({ page }) => {
  test.slow()
  const { slug } = await signUp(page)
  const paths = [
    "",
    "/clients",
    "/signals",
    "/signals/rules",
    "/signals/rules/test",
    "/reports",
    "/ai-visibility",
    "/ai-visibility/new",
    "/sources",
    "/sources/new",
    "/sources/new?provider=meta_ads",
    "/settings/general",
    "/settings/members",
    "/settings/plan",
    "/settings/api",
    "/settings/engines",
  ]
  for (const path of paths) await look(page, `/${slug}${path}`)
  await choosePlan(page, slug)
  for (const path of ["/settings/api", "/settings/api/mcp", "/settings/api/logs", "/settings/audit"])
    await look(page, `/${slug}${path}`)
})

test("the home page of the demo team says that its data is invented", async ({ page }) => {
  const { email, password, team_slug } = demo()
  await signInByRequest(page, { email, password })
  await page.goto(`/${team_slug}`)
  await expect(page.getByText("All data in this team is invented.")).toBeVisible()
})

test("the dialogs of API keys have no barriers and do not overflow", async ({ page }) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  await page.goto(`/${slug}/settings/api`)
  await page.getByRole("button", { name: "Create key" }).click()
  await expectGoodLooks(page, "create key")
  await page.getByLabel("Name").fill("Nightly export")
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click()
  await page.getByRole("group", { name: "API key" }).waitFor()
  await expectGoodLooks(page, "the key, once")
  await page.getByRole("button", { name: "Done" }).click()
  await page.waitForURL(/keys\/key_/)
  await look(page, new URL(page.url()).pathname)
})

test("unknown addresses get a 404 page, inside and outside a team", async ({ page }) => {
  const { slug } = await signUp(page)
  for (const path of [`/${slug}/nowhere`, `/${slug}/clients/cli_nowhere`, "/somebody-elses-team", "/a/b/c"]) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible()
    const isInTeam = path.startsWith(`/${slug}/`)
    await expect(page.getByRole("navigation", { name: "Team" }), path).toHaveCount(isInTeam ? 1 : 0)
  }
})
