// The delivery log as somebody reads it: page by page both ways, narrowed, and while new deliveries come in.
import { expect, type Page } from "@playwright/test"
import { call, choosePlan, signUp } from "./person"
import { test } from "./receiver"
import { disableWebhooks, madeWebhook, webhooksOf } from "./webhook-steps"

test("the log pages both ways with its filters, and refreshes without disturbing who reads it", async ({
  page,
  receiver,
}) => {
  test.slow()
  const { slug } = await signUp(page)
  await choosePlan(page, slug, "Scale")
  // Each hears of every webhook that is disabled: 60 deliveries, and the three tests that were answered with 410.
  const ids = []
  for (let n = 0; n < 20; n++) ids.push(await madeWebhook(page, slug, `${receiver.url}/${n}`, ["endpoint.disabled"]))
  await disableWebhooks(page, slug, receiver.url, 3)
  await expect.poll(() => receiver.received.length).toBe(63)
  const rows = page
    .getByRole("table")
    .getByRole("row")
    .filter({ has: page.getByRole("link") })
  const total = page.getByRole("navigation", { name: "Pages" })

  await page.goto(`${webhooksOf(slug)}/deliveries`)
  await expect(rows).toHaveCount(50)
  await expect(page.getByRole("link", { name: "Newer" })).toHaveCount(0)
  await page.getByLabel("Event").selectOption("endpoint.disabled")
  await page.getByLabel("State").selectOption({ label: "delivered" })
  // Chosen one right after the other: both stand.
  await page.waitForURL(/state=succeeded&event=endpoint\.disabled/)
  await expect(total).toContainText("50 of 60 deliveries")
  await page.getByRole("link", { name: "Older" }).click()
  await expect(rows).toHaveCount(10)
  await expect(page.getByRole("link", { name: "Older" })).toHaveCount(0)
  const older = page.url()
  expect(older, "the filters stand in the address").toContain("state=succeeded")
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

  const before = await readSomewhere(page)
  await call(page, slug, "webhooks.sendTest", { webhook_id: ids[0] ?? "" })
  await expect(total, "a new delivery is counted by itself").toContainText("50 of 64 deliveries")
  expect(await placeOf(page)).toEqual(before)
})

/** Scrolls down, types without sending, and selects the text of a row. */
async function readSomewhere(page: Page) {
  await page.getByLabel("Id of a delivery or message").fill("dlv_half")
  await page.evaluate(() => {
    const row = document.querySelectorAll("tbody tr")[20]
    row?.scrollIntoView({ block: "center" })
    if (row) getSelection()?.selectAllChildren(row)
  })
  return placeOf(page)
}

const placeOf = (page: Page) =>
  page.evaluate(() => ({
    typed: document.querySelector<HTMLInputElement>("input[name=q]")?.value,
    selected: getSelection()?.anchorNode?.parentElement?.closest("tr")?.querySelector("a")?.getAttribute("href"),
    fromTop: Math.round(getSelection()?.getRangeAt(0).getBoundingClientRect().top ?? 0),
  }))
