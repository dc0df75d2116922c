/**
 * Tests how many clicks common tasks take, counted in the browser from the home page. Fields are filled in by keyboard.
 */
import { expect, type Page } from "@playwright/test"
import { App, allow } from "./oauth-app"
import { clipboardText, countPointerPresses } from "./page-steps"
import { newTeam, signInByRequest } from "./person"
import { test } from "./receiver"
import { demo } from "./start"
import { createWebhook, disableWebhooks } from "./webhook-steps"

test.use({ permissions: ["clipboard-read", "clipboard-write"] })

/** Opens the home page and counts the clicks from then on. */
async function openHome(page: Page, slug: string): Promise<() => number> {
  const clicks = await countPointerPresses(page)
  await page.goto(`/${slug}`)
  return clicks
}

async function openDemoHome(page: Page) {
  const { email, password, team_slug } = demo()
  await signInByRequest(page, { email, password })
  return openHome(page, team_slug)
}

test("the first successful API call takes at most 5 clicks", async ({ page }) => {
  const clicks = await openHome(page, await newTeam(page))
  await page.getByRole("link", { name: "Create key" }).click()
  await page.getByLabel("Name").fill("Export")
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click()
  const box = page.getByRole("group", { name: "API key" })
  await box.getByRole("button", { name: "Copy" }).click()
  await expect(box.getByRole("button", { name: "Copied" })).toBeVisible()
  const headers = { authorization: `Bearer ${await clipboardText(page)}` }
  expect((await page.request.get("/api/v1/clients", { headers })).status()).toBe(200)
  expect(clicks()).toBe(3)
})

test("a webhook with a verified test event takes at most 7 clicks", async ({ page, receiver }) => {
  const clicks = await openHome(page, await newTeam(page))
  await page.getByRole("link", { name: "Add webhook" }).click()
  await page.getByLabel("URL").fill(receiver.url)
  await page.getByRole("dialog").getByRole("button", { name: "Add webhook" }).click()
  await page.getByRole("group", { name: "Signing secret" }).getByRole("button", { name: "Copy" }).click()
  await page.getByRole("button", { name: "Done" }).click()
  await page.waitForURL(/\/webhooks\/ep_/)
  await page.getByRole("button", { name: "Send test event" }).click()
  await page
    .getByRole("dialog", { name: "Test event" })
    .getByRole("status")
    .filter({ hasText: /elivered/ })
    .waitFor()
  expect(receiver.received).toHaveLength(1)
  expect(clicks()).toBe(5)
})

test("connecting an assistant takes at most 6 clicks", async ({ page }) => {
  const clicks = await openHome(page, await newTeam(page))
  await page.getByRole("link", { name: "Show the URL" }).click()
  await page.waitForURL(/\/settings\/api\/mcp$/)
  await page.getByRole("button", { name: /^Copy/ }).first().click()
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible()
  expect(await clipboardText(page)).toMatch(/\/mcp$/)
  const app = await new App(page.request).register("Assistant")
  try {
    await page.goto(app.authorizationPath())
    await allow(page)
    await page.getByRole("heading", { name: "Back in the app" }).waitFor()
    expect(await app.callEndpoint((await app.tokens()).access_token)).toBe(200)
  } finally {
    app.close()
  }
  expect(clicks()).toBe(3)
})

test("whether and where visibility changed takes one click", async ({ page }) => {
  const clicks = await openDemoHome(page)
  await page.getByRole("link", { name: /^AI visibility of Bergamo Bikes: / }).click()
  await expect(page.getByText(/^(No clear change since|Your visibility) /).first()).toBeVisible()
  for (const where of ["Engines", "Topics", "Gaps"])
    await expect(page.getByRole("heading", { name: where, exact: true })).toBeVisible()
  expect(clicks()).toBe(1)
})

test("which prompts lost visibility, and the answers behind it, takes two clicks", async ({ page }) => {
  const clicks = await openDemoHome(page)
  await page.getByRole("link", { name: /^AI visibility of Harbor & Hearth: / }).click()
  await expect(page.getByText(/^Your visibility fell from /).first()).toBeVisible()
  await expect(page.getByRole("list", { name: "Evidence" })).toContainText(/You lost \d+ points on Small kitchens/)
  const changed = page.getByRole("listitem").filter({ hasText: /→.*down \d+ points/ })
  await expect(changed).toHaveCount(2)
  const prompt = changed.first().getByRole("link").first()
  const text = await prompt.textContent()
  await prompt.click()
  await expect(page.getByRole("heading", { name: text ?? "" })).toBeVisible()
  await expect(page.getByText(/Visibility fell by \d+ points since the previous scan/)).toBeVisible()
  await expect(page.getByRole("group", { name: "Answers" }).getByRole("row").nth(1)).toBeVisible()
  expect(clicks()).toBe(2)
})

test("which sources cite competitors and not your brand takes two clicks", async ({ page }) => {
  const clicks = await openDemoHome(page)
  await page.getByRole("link", { name: /^AI visibility of Bergamo Bikes: / }).click()
  // A link that moves under the pointer while the page loads would be pressed twice.
  await expect(page.getByText(/^(No clear change since|Your visibility) /).first()).toBeVisible()
  await page.getByRole("link", { name: "Citations", exact: true }).click()
  await expect(page.getByText(/ is the only gap among \d+ sources: /)).toBeVisible()
  expect(clicks()).toBe(2)
})

test("why a webhook fails, and sending everything that waits, takes at most 4 clicks", async ({ page, receiver }) => {
  const slug = await newTeam(page)
  await createWebhook(page, slug, receiver.url, ["endpoint.disabled"])
  receiver.responseSettings.status = 503
  await disableWebhooks(page, slug, receiver.url, 3)
  const clicks = await openHome(page, slug)
  const failing = page.getByRole("region", { name: "Needs attention" }).getByRole("link", { name: /failing/ })
  await expect(async () => {
    await page.reload()
    await expect(failing).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await failing.click()
  // Home has a button "Retry", too. Its dialog would close when the next page appears.
  await page.waitForURL(/\/webhooks\//)
  await expect(page.getByText("503").locator("visible=true").first()).toBeVisible()
  receiver.responseSettings.status = 204
  await page.getByRole("button", { name: /^Retry 3 deliveries/ }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Retry deliveries" }).click()
  const rows = page.getByRole("row", { name: "endpoint.disabled" })
  await expect(rows.filter({ hasText: "delivered" })).toHaveCount(3)
  expect(clicks()).toBe(3)
})
