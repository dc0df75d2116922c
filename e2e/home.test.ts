/** Tests that Home lists failing webhooks with the reason, and no webhooks when all work. */
import { expect, type Page } from "@playwright/test"
import { expectAccessible, expectNoOverflow } from "./accessible"
import { call, choosePlan, signUp } from "./person"
import { test } from "./receiver"
import { addWebhook, sendTest } from "./webhook-steps"

test.use({ permissions: ["clipboard-read", "clipboard-write"] })

const needingAttention = (page: Page) => page.getByRole("region", { name: "Webhooks that need attention" })

/** Reloads until Home lists `count` webhooks, because results are recorded with a delay. */
const showsNeedingAttention = (page: Page, count: number) =>
  expect(async () => {
    await page.reload()
    await expect(needingAttention(page).getByRole("listitem")).toHaveCount(count, { timeout: 5_000 })
  }).toPass()

test("Home lists a failing or disabled webhook with the reason until it works again", async ({ page, receiver }) => {
  test.slow()
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  await addWebhook(page, slug, receiver.url)
  const webhookPath = new URL(page.url()).pathname
  await sendTest(page)
  await page.goto(`/${slug}`)
  await expect(page.getByRole("link", { name: "Clients" }).first()).toBeVisible()
  await expect(needingAttention(page), "all is well").toHaveCount(0)

  const delivery_id = receiver.received[0]?.headers["signalbox-delivery-id"]
  const resend = async () => {
    const before = receiver.received.length
    // A resend is refused until the result of the previous request is recorded.
    await expect(async () =>
      expect(await call(page, slug, "deliveries.resend", { delivery_id })).not.toHaveProperty("error"),
    ).toPass()
    await expect.poll(() => receiver.received.length).toBeGreaterThan(before)
  }
  receiver.how.status = 503
  for (let times = 0; times < 3; times++) await resend()
  await showsNeedingAttention(page, 1)
  await expect(needingAttention(page).getByRole("listitem")).toContainText("failing")
  await needingAttention(page).getByRole("link").click()
  await page.waitForURL((url) => url.pathname === webhookPath)

  await addWebhook(page, slug, `${receiver.url}/gone`)
  await sendTest(page)
  await page.goto(`/${slug}`)
  await showsNeedingAttention(page, 2)
  const [first, second] = [
    needingAttention(page).getByRole("listitem").first(),
    needingAttention(page).getByRole("listitem").last(),
  ]
  for (const [colorScheme, width] of [
    ["light", 1280],
    ["dark", 390],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 844 })
    await expect(first).toContainText("/gone")
    await expect(first).toContainText("Disabled: The receiver asked to stop all deliveries")
    await expect(second).toContainText("attempts have failed since")
    await expectAccessible(page, `Home, ${colorScheme}`)
    await expectNoOverflow(page, `Home at ${width} pixels`)
  }

  receiver.how.status = 204
  await resend()
  await showsNeedingAttention(page, 1)
  await expect(needingAttention(page)).not.toContainText("failing")
})
