// Every page and dialog of webhooks, in light and dark, wide and narrow: without barriers, and it fits.
import { expect } from "@playwright/test"
import { expectAccessible, expectNoOverflow } from "./accessible"
import { choosePlan, signUp } from "./person"
import { test } from "./receiver"
import { keepSecret, sendTest, webhooksOf } from "./webhook-steps"

for (const [colorScheme, width] of [
  ["light", 1280],
  ["dark", 390],
] as const)
  test(`the pages show without barriers and fit, ${colorScheme} at ${width} pixels`, async ({ browser, receiver }) => {
    test.slow()
    const context = await browser.newContext({
      colorScheme,
      viewport: { width, height: 844 },
      timezoneId: "Asia/Tokyo",
      permissions: ["clipboard-read", "clipboard-write"],
    })
    const page = await context.newPage()
    const look = async (name: string) => {
      await page.waitForLoadState("networkidle")
      await expectAccessible(page, name)
      await expectNoOverflow(page, name)
    }
    const { slug } = await signUp(page)
    await choosePlan(page, slug)
    await page.goto(webhooksOf(slug))
    await look("no webhooks")
    await page.getByRole("button", { name: "Add webhook" }).click()
    await page.getByText("Retries, headers, rate").click()
    await look("add a webhook")
    await page.getByLabel("URL").fill(receiver.url)
    await page.getByRole("checkbox", { name: "ed25519" }).check()
    await page.getByRole("dialog").getByRole("button", { name: "Add webhook" }).click()
    await page.getByRole("group", { name: "Signing secret" }).waitFor()
    await look("the secret, once")
    await keepSecret(page)
    const dialog = await sendTest(page)
    await look("test event")
    const log = await dialog.getByRole("link", { name: "Open in the log" }).getAttribute("href")
    await dialog.getByRole("button", { name: "Done" }).click()
    await page.getByRole("button", { name: "Recover" }).click()
    await look("recover")
    await page.getByRole("button", { name: "Cancel" }).click()
    const success = page.getByText("the last success was on").locator("time")
    const at = new Date((await success.getAttribute("datetime")) ?? "")
    const style = { dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Tokyo" } as const
    await expect(success, "in the viewer's zone").toHaveText(at.toLocaleString("en-GB", style))
    await look("a webhook")
    await page.goto(log ?? "")
    await look("a delivery")
    for (const path of [webhooksOf(slug), `${webhooksOf(slug)}/deliveries`]) {
      await page.goto(path)
      await look(path)
    }
    await context.close()
  })
