/** Tests every page and dialog of webhooks for barriers and overflow, in light and dark, wide and narrow. */
import { expect } from "@playwright/test"
import { expectGoodLooks } from "./accessible"
import { call, choosePlan, signUp } from "./person"
import { test } from "./receiver"
import { sendTest, storeSecret, webhooksOf } from "./webhook-steps"

test("the pages and dialogs of webhooks have no barriers and do not overflow", async ({ browser, receiver }) => {
  test.slow()
  const context = await browser.newContext({
    timezoneId: "America/Denver",
    permissions: ["clipboard-read", "clipboard-write"],
  })
  const page = await context.newPage()
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  expect((await call(page, slug, "teams.update", { timezone: "Asia/Tokyo" })).error).toBeUndefined()
  await page.goto(webhooksOf(slug))
  await expectGoodLooks(page, "no webhooks")
  await page.getByRole("button", { name: "Add webhook" }).click()
  await page.getByText("Retries, headers, rate").click()
  await expectGoodLooks(page, "add a webhook")
  await page.getByLabel("URL").fill(receiver.url)
  await page.getByRole("checkbox", { name: "ed25519" }).check()
  await page.getByRole("dialog").getByRole("button", { name: "Add webhook" }).click()
  await page.getByRole("group", { name: "Signing secret" }).waitFor()
  await expectGoodLooks(page, "the secret, once")
  await storeSecret(page)
  const dialog = await sendTest(page)
  await expectGoodLooks(page, "test event")
  const log = await dialog.getByRole("link", { name: "Open in log" }).getAttribute("href")
  await dialog.getByRole("button", { name: "Done" }).click()
  await page.getByRole("button", { name: "Recover deliveries" }).click()
  await expectGoodLooks(page, "recover")
  await page.getByRole("button", { name: "Cancel" }).click()
  const success = page.getByText("Delivering. Last success:").locator("time")
  const at = new Date((await success.getAttribute("datetime")) ?? "")
  const style = { dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Tokyo" } as const
  await expect(success, "in the team's zone").toHaveText(at.toLocaleString("en-GB", style))
  await expectGoodLooks(page, "a webhook")
  await page.goto(log ?? "")
  await expectGoodLooks(page, "a delivery")
  for (const path of [webhooksOf(slug), `${webhooksOf(slug)}/deliveries`]) {
    await page.goto(path)
    await expectGoodLooks(page, path)
  }
  await context.close()
})
