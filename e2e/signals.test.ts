/** Tests the inbox, the page of a signal, and rules with their back-test. */
import { expectAccessible, expectNoOverflow } from "./accessible"
import { holdUndo } from "./page-steps"
import { call, choosePlan, signInByPage, signInByRequest, signUp } from "./person"
import { demo } from "./start"
import { expect, type Page, test } from "./test"

test("the inbox and the rules of a new team say what to do next", async ({ page }) => {
  const { slug } = await signUp(page)
  await page.goto(`/${slug}/signals`)
  await expect(page.getByText("No signals yet")).toBeVisible()
  await page.getByRole("link", { name: "Test a rule on past data" }).click()
  await expect(page.getByText("No clients yet")).toBeVisible()
  await page.goto(`/${slug}/signals/rules`)
  await expect(page.getByText("No rules yet")).toBeVisible()
})

test("a rule does not show as muted again when its page reloads after Undo", async ({ page }) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  const params = { metric_id: "ad_clicks", comparator: "above", limit: 0 }
  await call(page, slug, "signalRules.create", { type: "metric_threshold", name: "Any clicks", params })
  await page.goto(`/${slug}/signals/rules`)
  const row = page.getByRole("row").filter({ hasText: "Any clicks" })
  const changed = row.locator("time").last()
  const createdAt = (await changed.getAttribute("datetime")) ?? ""
  await row.getByRole("button", { name: "Mute Any clicks", exact: true }).click()
  const releaseReload = await holdResponse(page, `/${slug}/signals/rules`)
  await page.getByRole("menuitem", { name: "For a week" }).click()
  const undo = await holdUndo(page)
  const releaseChange = await holdResponse(page, "/api/trpc/signalRules.update")
  await undo.click()
  releaseReload()
  await expect(changed, "the reload shows the rule as it was muted").not.toHaveAttribute("datetime", createdAt)
  expect(await row.textContent()).not.toContain("muted")
  releaseChange()
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Any clicks unmuted")
  // The page may be reloading again.
  await page.unrouteAll({ behavior: "ignoreErrors" })
})

/** Holds back the responses to requests for the path. Returns a function that lets them through. */
async function holdResponse(page: Page, path: string) {
  const gate = Promise.withResolvers<void>()
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      const response = await route.fetch()
      await gate.promise
      await route.fulfill({ response })
    },
  )
  return gate.resolve
}

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
  await row.getByRole("button", { name: "Mute Any clicks", exact: true }).click()
  await page.getByRole("menuitem", { name: "For a week" }).click()
  const undoMute = await holdUndo(page)
  await expect(row).toContainText("muted")
  const toast = page.getByRole("region", { name: "Notifications" })
  await expect(toast).toContainText("Any clicks muted")
  await undoMute.click()
  await expect(row).not.toContainText("muted")
  // The message that had the focus moves it when it goes, which would close a menu.
  await expect(toast.getByText("Any clicks unmuted")).toBeVisible()
  await expect(toast.getByText("Any clicks muted")).toHaveCount(0)
  await row.getByRole("button", { name: "Mute Any clicks", exact: true }).click()
  await page.getByRole("menuitem", { name: "For a week" }).click()
  const unmute = row.getByRole("button", { name: "Unmute Any clicks" })
  await expect(unmute, "it replaces the button that had the focus").toBeFocused()
  await unmute.click()
  await expect(row.getByRole("button", { name: "Mute Any clicks", exact: true })).toBeFocused()
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
  const undo = await holdUndo(page)
  await expect(row).toContainText("acknowledged")
  await undo.click()
  await expect(row).toContainText("open")
})

test("a signal that was resolved or dismissed by mistake is open again after Undo", async ({ page }) => {
  const { team_slug: slug, ...account } = demo()
  await signInByRequest(page, account)
  await page.goto(`/${slug}/signals`, { waitUntil: "networkidle" })
  await page.getByRole("row").filter({ hasText: "open" }).first().getByRole("link").first().click()
  await page.waitForURL(/\/signals\/sig_/)
  const history = page.getByRole("list", { name: "History" })
  const reopened = history.getByText("opened the signal again")
  const before = await reopened.count()
  await page.getByRole("button", { name: "Resolve" }).click()
  const undoResolve = await holdUndo(page)
  await expect(history).toContainText("resolved the signal")
  await expect(page.getByRole("button", { name: "Resolve" })).toHaveCount(0)
  await undoResolve.click()
  await expect(reopened).toHaveCount(before + 1)
  await page.getByRole("button", { name: "More actions" }).click()
  await page.getByRole("menuitem", { name: "Dismiss as a false alarm" }).click()
  const undoDismissal = await holdUndo(page)
  await expect(history).toContainText("dismissed the signal")
  await undoDismissal.click()
  await expect(reopened).toHaveCount(before + 2)
  await expect(page.getByRole("button", { name: "Acknowledge" })).toBeVisible()
})

test("the page of a signal links to the previous and the next signal of the list that the user came from", async ({
  page,
}) => {
  const { team_slug: slug, api_key, ...account } = demo()
  await signInByRequest(page, account)
  const listed = await page.request.get("/api/v1/signals?sort=period_to&limit=200", {
    headers: { Authorization: `Bearer ${api_key}` },
  })
  const signals: { id: string; title: string }[] = (await listed.json()).data
  await page.goto(`/${slug}/signals?status=any&sort=period_to`)
  // The rows are incidents, and the links follow the list of signals.
  await page.locator("tbody tr").nth(1).getByRole("link").first().click()
  await page.waitForURL(/\/sig_/)
  const index = signals.findIndex(({ id }) => page.url().includes(id))
  const list = page.getByRole("navigation", { name: "Signals in the list" })
  const next = list.getByRole("link", { name: `Next signal: ${signals[index + 1]?.title}` })
  await expect(next).toBeVisible()
  await expectAccessible(page, "a signal with neighbors")
  await list.getByRole("link", { name: `Previous signal: ${signals[index - 1]?.title}` }).press("Enter")
  await page.waitForURL((url) => url.pathname.endsWith(signals[index - 1]?.id ?? ""))
  await list.getByRole("link", { name: `Next signal: ${signals[index]?.title}` }).press("Enter")
  await page.waitForURL((url) => url.pathname.endsWith(signals[index]?.id ?? ""))
  await expect(page).toHaveURL(/status=any&sort=period_to$/)
  await page.goto(`/${slug}/signals/${signals[0]?.id}?status=any&sort=period_to`)
  await expect(list.getByRole("link", { name: `Next signal: ${signals[1]?.title}` })).toBeVisible()
  await expect(list.getByRole("link", { name: /^Previous signal/ }), "the first signal of the list").toHaveCount(0)
  await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "Signals" }).click()
  await expect(page).toHaveURL(`/${slug}/signals?status=any&sort=period_to`)
})
