/** Tests the operator's pages: list teams, change plans and limits, suspend. The demo account is the operator. */
import { expectAccessible, expectGoodLooks } from "./accessible"
import { anotherBrowser, call, choosePlan, signInByRequest, signUp } from "./person"
import { demo } from "./start"
import { expect, test } from "./test"

test("an operator changes a team's plan and limits, suspends it, and lifts the suspension", async ({
  page,
  browser,
}) => {
  const theirs = await anotherBrowser(browser)
  const { slug, email } = await signUp(theirs, "Grace")
  await choosePlan(theirs, slug)
  const created = await call(theirs, slug, "keys.create", { name: "Nightly export", scopes: ["clients:read"] })
  const ask = () =>
    page.request.get("/api/v1/clients", { headers: { Authorization: `Bearer ${created.result.data.data.secret}` } })
  expect((await ask()).status()).toBe(200)

  await signInByRequest(page, demo())
  await page.goto("/account")
  await page.getByRole("button", { name: "Demo Owner" }).click()
  await page.getByRole("menuitem", { name: "Operator" }).click()
  await expect(page.getByRole("list", { name: "State of the installation" })).toContainText(/Webhooks .*Database \d/)
  await page.getByLabel("Name, address or owner's email").fill(email)
  await page.keyboard.press("Enter")
  const row = page.getByRole("row", { name: slug })
  await expect(row).toContainText("Pro")
  await expect(row.getByRole("cell", { name: "no", exact: true })).toBeVisible()
  await expect(page.getByRole("row"), "the head and the one team").toHaveCount(2)

  await row.getByRole("button", { name: "Edit" }).click()
  await expectAccessible(page, "edit a team")
  await page.getByRole("dialog").getByLabel("Plan", { exact: true }).selectOption("Agency")
  await page.getByLabel("AI answers per month").fill("777")
  await page.getByLabel("Allow the engines that you pay for").check()
  await page.getByRole("button", { name: "Save" }).click()
  await expect(row).toContainText("Agency")
  await expect(row).toContainText("0 of 777")
  await expect(row.getByRole("cell", { name: "yes", exact: true })).toBeVisible()
  await theirs.goto(`/${slug}/settings/plan`)
  await expect(theirs.getByRole("button", { name: "Change to Pro" })).toBeVisible()
  await expect(theirs.getByRole("button", { name: "Change to Agency" })).toHaveCount(0)

  await row.getByRole("button", { name: "Suspend" }).click()
  await page.getByRole("button", { name: "Suspend team" }).click()
  await expect(page.getByRole("dialog").getByText("Enter a reason."), "a suspension needs a reason").toBeVisible()
  await expect(page.getByLabel("Reason")).toBeFocused()
  expect((await ask()).status()).toBe(200)
  await page.getByLabel("Reason").fill("Unpaid invoice")
  await page.getByRole("button", { name: "Suspend team" }).click()
  await expect(row).toContainText("suspended")
  await page.getByLabel("Status").selectOption("active")
  await expect(row).toHaveCount(0)
  await page.getByLabel("Status").selectOption("suspended")
  await expect(row).toContainText("suspended")
  await page.getByLabel("Status").selectOption("any")
  const refused = await ask()
  expect(refused.status()).toBe(403)
  expect(await refused.json()).toMatchObject({
    code: "team_suspended",
    detail: expect.stringContaining("Unpaid invoice"),
  })
  await theirs.goto(`/${slug}`)
  await theirs.waitForURL(`/suspended/${slug}`)
  await expect(theirs.getByRole("region", { name: "Reason" })).toContainText("Unpaid invoice")
  await expectGoodLooks(theirs, "the page of a suspended team")

  await row.getByRole("button", { name: "Lift suspension" }).click()
  await page.getByLabel("Reason").fill("Paid")
  await page.getByRole("dialog").getByRole("button", { name: "Lift suspension" }).click()
  await expect(row).toContainText("active")
  expect((await ask()).status()).toBe(200)

  await page.getByRole("link", { name: "Changes" }).click()
  await expect(page.getByRole("row", { name: "suspended the team" }).first()).toContainText("Unpaid invoice")
  await expect(page.getByRole("row", { name: "changed the team's limits" }).first()).toContainText("777")
})

test("accounts that are not operators get a 404 and see no link to the operator's pages", async ({ page }) => {
  await signUp(page, "Eve")
  await page.goto("/account")
  await page.getByRole("button", { name: "Eve", exact: true }).click()
  await expect(page.getByRole("menuitem", { name: "Account" })).toBeVisible()
  await expect(page.getByRole("menuitem", { name: "Operator" })).toHaveCount(0)
  for (const path of ["/operator", "/operator/changes"]) {
    expect((await page.goto(path))?.status(), path).toBe(404)
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible()
    await expect(page.getByRole("banner"), "one header").toHaveCount(1)
  }
  const { error } = await call(page, "", "installation.updateTeam", { team_id: demo().team_id, plan: "scale" })
  expect(error.data.problem).toMatchObject({ status: 403, code: "role_missing" })
})

test("the operator's pages have no barriers and do not overflow", async ({ page }) => {
  await signInByRequest(page, demo())
  for (const path of ["/operator", "/operator?q=no-such-team", "/operator/changes"]) {
    expect((await page.goto(path))?.status(), path).toBe(200)
    await expectGoodLooks(page, path)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/operator")
  const suspend = page.getByRole("button", { name: /^Suspend/ }).first()
  await suspend.scrollIntoViewIfNeeded()
  await expect(suspend, "a phone shows the whole row").toBeInViewport({ ratio: 1 })
})
