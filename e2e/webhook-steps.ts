/** Steps for tests of webhooks, through the pages and through requests. */
import { expect, type Page } from "@playwright/test"
import { clipboardText } from "./page-steps"
import { call } from "./person"

export const webhooksOf = (slug: string) => `/${slug}/settings/api/webhooks`

/**
 * Copies the signing secret from the dialog that shows it once, and checks that only the button closes the dialog.
 */
export async function storeSecret(page: Page): Promise<string> {
  const box = page.getByRole("group", { name: "Signing secret" })
  await box.getByRole("button", { name: "Copy" }).click()
  await expect(box.getByRole("button", { name: "Copied" })).toBeVisible()
  const secret = await clipboardText(page)
  await page.keyboard.press("Escape")
  await expect(box, "Escape does not lose the secret").toBeVisible()
  await page.getByRole("button", { name: "Done" }).click()
  await page.waitForURL(/\/webhooks\/ep_/)
  await expect(box).toHaveCount(0)
  return secret
}

/** Adds a webhook through the page. `retries` is the label of a retry profile. Returns the signing secret. */
export async function addWebhook(page: Page, slug: string, url: string, retries?: string) {
  await page.goto(webhooksOf(slug))
  await page.getByRole("button", { name: "Add webhook" }).click()
  await page.getByLabel("URL").fill(url)
  if (retries) {
    await page.getByText("Retries, headers, rate").click()
    await page.getByLabel("Retries").selectOption({ label: retries })
  }
  await page.getByRole("dialog").getByRole("button", { name: "Add webhook" }).click()
  return storeSecret(page)
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

/** Creates a webhook through a request. Returns its id. */
export async function createWebhook(page: Page, slug: string, url: string, event_types: string[]): Promise<string> {
  const { result } = await call(page, slug, "webhooks.create", { url, event_types })
  return result.data.data.webhook.id
}

/** Creates `count` webhooks that a 410 response disables. The team's other webhooks get an event for each. */
export async function disableWebhooks(page: Page, slug: string, receiverUrl: string, count: number) {
  for (let n = 0; n < count; n++) {
    const url = `${receiverUrl}/gone/${crypto.randomUUID()}`
    const webhook_id = await createWebhook(page, slug, url, ["scan.completed"])
    await call(page, slug, "webhooks.sendTest", { webhook_id })
  }
}
