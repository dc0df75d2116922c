/** What people do with webhooks on the pages, step by step. */
import { expect, type Page } from "@playwright/test"
import { call } from "./person"

export const webhooksOf = (slug: string) => `/${slug}/settings/api/webhooks`

/** Leaves the box only after the secret is in the clipboard. */
export async function keepSecret(page: Page): Promise<string> {
  const box = page.getByRole("group", { name: "Signing secret" })
  await box.getByRole("button", { name: "Copy" }).click()
  await expect(box.getByRole("button", { name: "Copied" })).toBeVisible()
  const secret = await page.evaluate(() => navigator.clipboard.readText())
  await page.keyboard.press("Escape")
  await expect(box, "Escape does not lose the secret").toBeVisible()
  await page.getByRole("button", { name: "I have stored it" }).click()
  await page.waitForURL(/\/webhooks\/ep_/)
  await expect(box).toHaveCount(0)
  return secret
}

export async function addWebhook(page: Page, slug: string, url: string, retries?: string) {
  await page.goto(webhooksOf(slug))
  await page.getByRole("button", { name: "Add webhook" }).click()
  await page.getByLabel("URL").fill(url)
  if (retries) {
    await page.getByText("Retries, headers, rate").click()
    await page.getByLabel("Retries").selectOption({ label: retries })
  }
  await page.getByRole("dialog").getByRole("button", { name: "Add webhook" }).click()
  return keepSecret(page)
}

export async function sendTest(page: Page) {
  await page.getByRole("button", { name: "Send test event" }).click()
  const dialog = page.getByRole("dialog", { name: "Test event" })
  await dialog
    .getByRole("status")
    .filter({ hasText: /elivered/ })
    .waitFor()
  return dialog
}

/** Makes a webhook without its pages. Returns its id. */
export async function madeWebhook(page: Page, slug: string, url: string, event_types: string[]): Promise<string> {
  const { result } = await call(page, slug, "webhooks.create", { url, event_types })
  return result.data.data.webhook.id
}

/** Lets `count` webhooks be disabled by their receiver: the other ones hear of each. */
export async function disableWebhooks(page: Page, slug: string, receiverUrl: string, count: number) {
  for (let n = 0; n < count; n++) {
    const url = `${receiverUrl}/gone/${crypto.randomUUID()}`
    const webhook_id = await madeWebhook(page, slug, url, ["scan.completed"])
    await call(page, slug, "webhooks.sendTest", { webhook_id })
  }
}
