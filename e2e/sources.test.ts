/**
 * Tests connecting a data source by consent, watching its first sync, losing the authorization, and reconnecting,
 * against a fake of Meta.
 */
import { startFake } from "@/domain/data-sources/testing/fakes/fake-platform"
import { fakeMetaAds } from "@/domain/data-sources/testing/fakes/meta-ads"
import { expectAccessible, expectNoOverflow } from "./accessible"
import { button, link, press, retype, test as testByKeyboard, type } from "./keyboard-steps"
import { call, signUp } from "./person"
import { expect, test } from "./test"

// One after the other, because the server reads from one fake.
test.describe.configure({ mode: "default" })

test("an account is connected by consent, synced, and reconnected with a token", async ({ page }) => {
  const fake = await startFake(fakeMetaAds, Number(process.env["E2E_META_PORT"]))
  const { slug } = await signUp(page)
  for (const name of ["Alpine Trails", "Bergamo Bikes"]) await call(page, slug, "clients.create", { name })
  await page.goto(`/${slug}/sources`)
  await expectAccessible(page, "no data sources")
  await page.getByRole("link", { name: "Connect source" }).click()
  await expect(page.getByText("has not set up this platform").first()).toBeVisible()
  await page.getByRole("link", { name: "Choose Meta Ads" }).click()
  await expectAccessible(page, "the authorization")

  await page.getByRole("button", { name: "Continue to Meta Ads" }).click()
  await page.getByRole("link", { name: "Deny" }).click()
  await expect(page.getByText("Access was not granted on the platform's page.")).toBeVisible()
  await page.goto(`/${slug}/sources/new?problem=Call+us`)
  await expect(page.getByText("We couldn't complete this authorization.")).toBeVisible()
  await expect(page.getByText("Call us")).toHaveCount(0)
  await page.getByRole("link", { name: "Choose Meta Ads" }).click()
  await page.getByRole("button", { name: "Continue to Meta Ads" }).click()
  await page.getByRole("link", { name: "Allow" }).click()
  await expect(page.getByLabel("Account")).toContainText("Bergamo Bikes · act_1001 · EUR · Europe/Rome")
  await expect(page.getByLabel("Client").getByRole("option", { selected: true })).toHaveText("Bergamo Bikes")
  await page.getByLabel("History").selectOption("30 days")
  await expectAccessible(page, "the account")
  await page.getByRole("button", { name: "Connect account" }).click()

  const syncs = page.getByRole("group", { name: "Syncs" })
  await expect(syncs.getByText("succeeded")).toBeVisible()
  await expect(page.getByRole("heading", { name: /Meta Ads Bergamo Bikes/ })).toContainText("active")
  await expect(page.getByText(/^Data on all \d+ days from /)).toBeVisible()
  await expectAccessible(page, "a data source")
  await page.goto(`/${slug}/sources`)
  const row = page.getByRole("group", { name: "Data sources" }).getByRole("row", { name: "Meta Ads Bergamo Bikes" })
  await expect(row, "the strip says in words which days have data").toContainText(/Data on all \d+ days/)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(page, "data sources on a phone")
  await page.getByRole("link", { name: "Meta Ads Bergamo Bikes" }).click()
  await expect(syncs).toBeVisible()
  await expectNoOverflow(page, "a data source on a phone")
  await page.setViewportSize({ width: 1440, height: 900 })

  fake.world.isGrantExpired = true
  await page.getByRole("button", { name: "Sync now" }).click()
  await expect(page.getByText("Reconnect to continue. Stored data stays.")).toBeVisible()
  fake.world.isGrantExpired = false
  await page.getByRole("button", { name: "Reconnect" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Access token").fill("a-token-of-a-system-user")
  await expectAccessible(page, "reconnecting")
  await dialog.getByRole("button", { name: "Add token" }).click()
  await expect(syncs.getByText("succeeded")).toHaveCount(2)
  expect(await page.content()).not.toContain("a-token-of-a-system-user")
  await fake.close()
})

testByKeyboard("an account is connected, paused, edited and disconnected", async ({ page }) => {
  const fake = await startFake(fakeMetaAds, Number(process.env["E2E_META_PORT"]))
  const { slug } = await signUp(page)
  await call(page, slug, "clients.create", { name: "Bergamo Bikes" })
  await page.goto(`/${slug}/sources`)
  await press(page, link(page, "Connect source"))
  await press(page, link(page, "Choose Meta Ads"))
  await press(page, button(page, "Continue to Meta Ads"))
  await press(page, link(page, "Allow"))
  await type(page, page.getByLabel("Account"), "Bergamo Bikes")
  await type(page, page.getByLabel("History"), "30 days")
  await press(page, button(page, "Connect account"))
  await expect(page.getByRole("group", { name: "Syncs" }).getByText("succeeded")).toBeVisible()
  await press(page, button(page, "Pause syncs"))
  await expect(button(page, "Resume syncs"), "it replaces the button").toBeFocused()
  const dialog = page.getByRole("dialog")
  await press(page, button(page, "Edit"))
  await retype(page, dialog.getByLabel("Name"), "Meta in Italy")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { name: /^Meta in Italy/ })).toBeVisible()
  await expect(button(page, "Edit")).toBeFocused()
  await press(page, button(page, "Disconnect"))
  await press(page, dialog.getByRole("button", { name: "Disconnect source" }))
  await expect(button(page, "Reconnect")).toBeFocused()
  await fake.close()
})
