/** Tests the inbox, the page of a signal, and rules with their back-test. */

import { expectAccessible, expectNoOverflow } from "./accessible"
import { signInByPage, signInByRequest, signUp } from "./person"
import { demo } from "./start"
import { expect, test } from "./test"

test("the inbox and the rules of a new team say what to do next", async ({ page }) => {
  const { slug } = await signUp(page)
  await page.goto(`/${slug}/signals`)
  await expect(page.getByText("No signals yet")).toBeVisible()
  await page.getByRole("link", { name: "Test a rule on past data" }).click()
  await expect(page.getByText("No clients yet")).toBeVisible()
  await page.goto(`/${slug}/signals/rules`)
  await expect(page.getByText("No rules yet")).toBeVisible()
})

test("a rule is tested on past data and creates a signal, which is read, noted, acknowledged and resolved", async ({
  page,
}) => {
  const { team_slug: slug, client_id, ...account } = demo()
  await signInByPage(page, account)
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"))
  await page.goto(
    `/${slug}/signals/rules/test?client=${client_id}&type=metric_threshold&metric=ad_clicks&comparator=above&limit=0`,
  )
  await expect(page.getByText(/^\d+ signals?$/)).toBeVisible()
  await expect(page.getByRole("figure", { name: "Ad clicks" }).first()).toBeVisible()
  await expectAccessible(page, "a back-test")
  await page.getByRole("button", { name: "Add rule" }).click()
  const tested = page.getByRole("dialog", { name: "Add a rule" })
  await expect(tested.getByLabel("Type")).toHaveValue("metric_threshold")
  await expect(tested.getByLabel("Applies to")).toHaveValue(client_id)
  await expect(tested.getByLabel("Metric")).toHaveValue("ad_clicks")
  await expect(tested.getByLabel("When the value is")).toHaveValue("above")
  await expect(tested.getByLabel("Limit")).toHaveValue("0")
  await tested.getByRole("button", { name: "Cancel" }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(page, "the back-test on a phone")
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto(`/${slug}/signals/rules`)
  const dialog = page.getByRole("dialog", { name: "Add a rule" })
  await page.getByRole("button", { name: "Add rule for Lost citation" }).click()
  await expect(dialog.getByLabel("Type")).toHaveValue("ai_lost_citation")
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await page.getByRole("button", { name: "Add rule", exact: true }).click()
  await dialog.getByLabel("Name").fill("Any clicks")
  await dialog.getByLabel("Type").selectOption("Metric beyond a limit")
  await dialog.getByLabel("Applies to").selectOption(client_id)
  await dialog.getByLabel("Metric").selectOption("ad_clicks")
  await dialog.getByLabel("When the value is").selectOption("above")
  await dialog.getByLabel("Limit").fill("0")
  await expectAccessible(page, "the form of a rule")
  await dialog.getByRole("button", { name: "Add rule" }).click()
  const row = page.getByRole("row", { name: /Any clicks/ })
  await expect(row).toContainText("Metric beyond a limit")
  await expectAccessible(page, "the rules")

  const signal = page.getByRole("link", { name: "Ad clicks above 0" }).first()
  await expect(async () => {
    await page.goto(`/${slug}/signals?type=metric_threshold`)
    await expect(signal).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expectAccessible(page, "the inbox")
  await signal.click()
  await expect(page.getByRole("figure", { name: "Ad clicks" })).toBeVisible()
  await expect(page.getByRole("heading", { name: "Ad clicks", exact: true }), "the title of the chart").toHaveCount(1)
  await page.getByLabel("Note").fill("Expected: the campaign has started.")
  await page.getByRole("button", { name: "Add note" }).click()
  const history = page.getByRole("list", { name: "History" })
  await expect(history.getByText("Expected: the campaign has started.")).toBeVisible()
  const railLink = page
    .getByRole("navigation")
    .getByRole("link", { name: /^Signals/ })
    .first()
  await expect(railLink).toContainText(/\d open/)
  const textBefore = (await railLink.textContent()) as string
  await page.getByRole("button", { name: "Acknowledge" }).click()
  // Without an action, the count is updated once a minute.
  await expect(railLink, "the count of open signals").not.toHaveText(textBefore, { timeout: 30_000 })
  await expect(history.getByText("acknowledged the signal")).toBeVisible()
  await expectAccessible(page, "a signal")
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(page, "a signal on a phone")
  await page.goto(`/${slug}/signals?type=metric_threshold`)
  await expectNoOverflow(page, "the inbox on a phone")
  await page.getByLabel("Select all on this page").locator("visible=true").check()
  await page.getByRole("button", { name: "Resolve" }).click()
  await expect(page.getByText("No matching signals")).toBeVisible()
  await page.goto(`/${slug}/signals?type=metric_threshold&status=resolved`)
  await expect(signal).toBeVisible()

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/${slug}/signals/rules`)
  await row.getByRole("button", { name: "Mute Any clicks" }).click()
  await page.getByRole("menuitem", { name: "For a week" }).click()
  await expect(row).toContainText("muted")
  await row.getByRole("button", { name: "Unmute Any clicks" }).click()
  await expect(row).not.toContainText("muted")
  await row.getByRole("button", { name: "Delete Any clicks" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Delete rule" }).click()
  await expect(row).toHaveCount(0)
})

test("the inbox shows a change before the server answers, takes back a refused one, and undoes it", async ({
  page,
}) => {
  const { team_slug: slug, ...account } = demo()
  await signInByRequest(page, account)
  await page.goto(`/${slug}/signals`, { waitUntil: "networkidle" })
  const title = await page.getByRole("row").filter({ hasText: "open" }).last().getByRole("link").first().textContent()
  const row = page.getByRole("row").filter({ hasText: title as string })
  const acknowledge = page.getByRole("button", { name: "Acknowledge" })
  const held = Promise.withResolvers<"refuse" | "answer">()
  await page.route("**/api/trpc/signals.acknowledge*", async (route) => {
    if ((await held.promise) === "refuse") await route.abort()
    else await route.continue()
  })
  await row.getByRole("checkbox").check()
  await acknowledge.click()
  await expect(row).toContainText("acknowledged")
  held.resolve("refuse")
  await expect(row).toContainText("open")

  await page.unroute("**/api/trpc/signals.acknowledge*")
  await acknowledge.click()
  await expect(row).toContainText("acknowledged")
  await page.getByRole("button", { name: "Undo" }).click()
  await expect(row).toContainText("open")
})
