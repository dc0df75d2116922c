/**
 * Tests every page that the demo team can reach: no barriers, no overflow, a label for sample data, and no violation of
 * the Content-Security-Policy.
 */
import { expectGoodLooks } from "./accessible"
import { choosePlan, signInByRequest, signUp } from "./person"
import { demo } from "./start"
import { expect, type Page, test } from "./test"

/**
 * Collects the policy violations that the browser reports from now on. Each entry names the directive and the blocked
 * URL.
 */
async function watchViolations(page: Page): Promise<string[]> {
  const violations: string[] = []
  await page.exposeFunction("reportViolation", (violation: string) => violations.push(violation))
  await page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile }) =>
      (window as unknown as { reportViolation(text: string): void }).reportViolation(
        `${location.pathname}: ${effectiveDirective} ${blockedURI} ${sourceFile}`,
      ),
    ),
  )
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text())
  })
  return violations
}

/**
 * Replaces ids in a path, so that paths of the same kind of page are equal. Pages of the documentation are one kind.
 */
const kindOf = (path: string) =>
  path
    .replace(/[a-z]{2,5}_[0-9A-HJKMNP-TV-Z]{26}/g, "{id}")
    .replace(/(citations)\/[^/]+$/, "$1/{domain}")
    .replace(/^\/docs\/.+/, "/docs/{page}")

/** Follows links from `start` and checks one page of each kind. Returns the kinds. */
async function visitAll(page: Page, start: string): Promise<string[]> {
  const waiting = [start]
  const seen = new Set([kindOf(start)])
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const response = await page.goto(path)
    const policy = (await response?.headerValue("content-security-policy")) ?? ""
    expect(policy, path).toMatch(/script-src 'nonce-[^']{20,}' 'strict-dynamic';/)
    expect(policy, path).not.toMatch(/script-src[^;]*unsafe/)
    expect(await response?.headerValue("permissions-policy"), path).toContain("camera=()")
    expect(response?.status(), path).toBe(200)
    await expectGoodLooks(page, path)
    if (path.startsWith(start)) await expect(page.getByRole("button", { name: "sample data" }), path).toBeVisible()
    const links = await page
      .locator("a[href^='/']")
      .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).pathname))
    for (const link of links) {
      if (link.startsWith("/api/") || seen.has(kindOf(link))) continue
      seen.add(kindOf(link))
      waiting.push(link)
    }
  }
  return [...seen]
}

test("each page of a team with data has no barriers, labels sample data, and does not violate its policy", async ({
  page,
}) => {
  // More than 50 pages, each in four looks.
  test.setTimeout(20 * 60_000)
  const violations = await watchViolations(page)
  const { email, password, team_slug } = demo()
  await signInByRequest(page, { email, password })
  const seen = await visitAll(page, `/${team_slug}`)
  expect(seen.length, seen.join("\n")).toBeGreaterThan(25)
  await page.goto(`/${team_slug}/nowhere`)
  await page.goto("/docs/errors/rate_limited")
  expect(violations).toEqual([])
})

test("dialogs, toasts and the choice of a theme work without violating the policy", async ({ page }) => {
  const violations = await watchViolations(page)
  await page.goto("/sign-in")
  await page.goto("/sign-up")
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  await page.addInitScript(() => localStorage.setItem("signalbox-theme", "dark"))
  await page.goto(`/${slug}/settings/api`)
  expect(await page.evaluate(() => document.documentElement.dataset["theme"]), "the theme script runs").toBe("dark")
  await page.getByRole("button", { name: "Create key" }).click()
  await page.getByLabel("Name").fill("Nightly export")
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click()
  await page.getByRole("group", { name: "API key" }).waitFor()
  await page.goto(`/${slug}/settings/general`)
  await page.getByLabel("Name").first().fill(`Renamed ${Date.now()}`)
  await page.getByRole("button", { name: /^Save/ }).first().click()
  await page.getByRole("region", { name: "Notifications" }).getByText(/./).first().waitFor()
  expect(violations).toEqual([])
})

test.describe("an attack", () => {
  test.use({ expectedReports: /Content Security Policy/ })

  test("an injected script without the nonce does not run", async ({ page }) => {
    const violations = await watchViolations(page)
    await page.goto("/sign-in")
    await page.evaluate(() => {
      document.body.insertAdjacentHTML("beforeend", `<img src="data:," onerror="window.wasRun = true">`)
      const script = document.createElement("div")
      script.innerHTML = `<a id="link" href="javascript:window.wasRun = true">x</a>`
      document.body.append(script)
    })
    await page.locator("#link").evaluate((link) => (link as HTMLElement).click())
    await expect.poll(() => violations.length).toBeGreaterThanOrEqual(2)
    expect(await page.evaluate(() => (window as unknown as { wasRun?: boolean }).wasRun)).toBeUndefined()
  })
})
