/** Tests the delivery log: paging in both directions, filters, and refreshing while new deliveries arrive. */
import { expect, type Page } from "@playwright/test"
import { call, choosePlan, signUp } from "./person"
import { test } from "./receiver"
import { createWebhook, disableWebhooks, webhooksOf } from "./webhook-steps"

test("the log pages in both directions with its filters, and refreshes without changing the scroll position, input or selection", async ({
  page,
  receiver,
}) => {
  test.slow()
  const { slug } = await signUp(page)
  await choosePlan(page, slug, "Scale")
  // Each of the 20 webhooks receives an event for the 3 that are disabled: 60 deliveries, plus the 3 tests that got a
  // 410 response.
  const ids = []
  for (let n = 0; n < 20; n++) ids.push(await createWebhook(page, slug, `${receiver.url}/${n}`, ["endpoint.disabled"]))
  await disableWebhooks(page, slug, receiver.url, 3)
  await expect.poll(() => receiver.received.length).toBe(63)
  const rows = page
    .getByRole("table")
    .getByRole("row")
    .filter({ has: page.getByRole("cell") })
  const total = page.getByRole("navigation", { name: "Pages" })

  await page.goto(`${webhooksOf(slug)}/deliveries`)
  await expect(rows).toHaveCount(50)
  await expect(page.getByRole("link", { name: "Newer" })).toHaveCount(0)
  await page.getByLabel("Event").selectOption("endpoint.disabled")
  await page.getByLabel("State").selectOption({ label: "delivered" })
  // Both filters are applied, although they were chosen in quick succession.
  await page.waitForURL(/state=succeeded&event_type=endpoint\.disabled/)
  await expect(total).toContainText("50 of 60 deliveries")
  await page.getByRole("link", { name: "Older" }).click()
  await expect(rows).toHaveCount(10)
  await expect(page.getByRole("link", { name: "Older" })).toHaveCount(0)
  const older = page.url()
  expect(older, "the URL contains the filters").toContain("state=succeeded")
  await page.reload()
  await expect(rows).toHaveCount(10)
  await expect(page.getByLabel("Event")).toHaveValue("endpoint.disabled")
  await page.getByRole("link", { name: "Newer" }).click()
  await expect(rows).toHaveCount(50)
  await page.goBack()
  await expect(rows).toHaveCount(10)
  expect(page.url()).toBe(older)
  await page.getByRole("link", { name: "Newest" }).click()
  await expect(rows).toHaveCount(50)
  await page.getByRole("link", { name: "Show all deliveries" }).click()
  await expect(total).toContainText("50 of 63 deliveries")

  await page.getByRole("columnheader", { name: "When" }).getByRole("link").click()
  await page.waitForURL(/sort=created_at/)
  await expect(rows.first(), "the oldest first").toContainText("test.ping")
  await page.getByRole("link", { name: "Newer" }).click()
  await expect(rows).toHaveCount(13)
  await page.getByRole("link", { name: "Older" }).click()
  await expect(rows).toHaveCount(50)
  await page.getByRole("columnheader", { name: "When" }).getByRole("link").click()
  await page.waitForURL(/sort=-created_at/)
  await expect(rows.first()).toContainText("endpoint.disabled")

  const before = await startReading(page)
  await call(page, slug, "webhooks.sendTest", { webhook_id: ids[0] ?? "" })
  await expect(total, "a new delivery is counted by itself").toContainText("50 of 64 deliveries")
  expect(await readingPosition(page)).toEqual(before)
})

/** Scrolls down, types into the search field without submitting, and selects the text of a row. */
async function startReading(page: Page) {
  await page.getByLabel("Delivery or message ID").fill("dlv_half")
  await page.evaluate(() => {
    const row = document.querySelectorAll("tbody tr")[20]
    row?.scrollIntoView({ block: "center" })
    if (row) getSelection()?.selectAllChildren(row)
  })
  return readingPosition(page)
}

const readingPosition = (page: Page) =>
  page.evaluate(() => ({
    typed: document.querySelector<HTMLInputElement>("input[name=q]")?.value,
    selected: getSelection()?.anchorNode?.parentElement?.closest("tr")?.querySelector("a")?.getAttribute("href"),
    fromTop: Math.round(getSelection()?.getRangeAt(0).getBoundingClientRect().top ?? 0),
  }))
