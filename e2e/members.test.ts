/** Tests invitations, roles and the removal of members. */
import { inviteByPage, joinByPage } from "./by-page"
import { anotherBrowser, call, choosePlan, invite, joinTeam, signInByPage, signUp } from "./person"
import { expect, test } from "./test"

test("a viewer joins through a link, sees no buttons, and is refused by the operations", async ({ page, browser }) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  const second = await anotherBrowser(browser)
  await joinByPage(second, await inviteByPage(page, slug, "viewer"))

  await second.goto(`/${slug}/settings/api`)
  await expect(second.getByText("No keys yet")).toBeVisible()
  await expect(second.getByRole("button", { name: "Create key" })).toHaveCount(0)
  await second.goto(`/${slug}/settings/members`)
  await expect(second.getByRole("cell", { name: "Grace (you)" })).toBeVisible()
  await expect(second.getByRole("row", { name: /^Grace/ })).toContainText("viewer")
  await expect(second.getByText("Reads clients, reports"), "each role is described once").toHaveCount(1)
  await expect(second.getByRole("button", { name: /Invite|Remove/ })).toHaveCount(0)
  await second.goto(`/${slug}/settings/general`)
  await expect(second.getByRole("button", { name: "Save" })).toHaveCount(0)
  await second.goto(`/${slug}/settings/audit`)
  await expect(second.getByRole("heading", { name: "Page not found" })).toBeVisible()

  for (const [operation, input] of [
    ["keys.create", { name: "Mine" }],
    ["teams.changePlan", { plan: "scale" }],
    ["teams.invite", { role: "viewer" }],
    ["teams.update", { name: "Mine" }],
  ] as const) {
    const { error } = await call(second, slug, operation, input)
    expect(error.data.problem, operation).toMatchObject({ status: 403, code: "role_missing" })
  }
})

test("a member becomes an admin, cannot change or invite owners, and loses access immediately when removed", async ({
  page,
  browser,
}) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  const second = await anotherBrowser(browser)
  await joinTeam(second, await invite(page, slug, "member"))

  await page.goto(`/${slug}/settings/members`)
  const lastSeen = page
    .getByRole("row", { name: /^Grace/ })
    .getByRole("cell")
    .nth(3)
  await expect(lastSeen).toHaveText("just now")
  await page.getByLabel("Role of Grace").selectOption("admin")
  await expect(page.getByText("Role changed")).toBeVisible()
  await second.goto(`/${slug}/settings/members`)
  await expect(second.getByLabel("Role of Ada"), "an admin cannot change an owner").toHaveCount(0)
  await second.getByRole("button", { name: "Invite members" }).click()
  await expect(second.getByRole("option", { name: "owner" }), "nor make one").toHaveCount(0)
  await second.keyboard.press("Escape")

  await page.setViewportSize({ width: 390, height: 844 })
  const remove = page.getByRole("button", { name: "Remove" })
  await expect(remove, "a phone shows the whole row").toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1440, height: 900 })
  await remove.click()
  await page.getByRole("button", { name: "Remove member" }).click()
  await expect(page.getByText("Grace was removed from the team")).toBeVisible()
  await second.goto(`/${slug}`)
  await expect(second.getByRole("heading", { name: "Page not found" })).toBeVisible()

  await page.goto(`/${slug}/settings/audit`)
  await expect(page.getByRole("cell").filter({ hasText: "removed the member Grace" })).toBeVisible()
})

test("an invitation works only once, and people outside the team cannot open its pages", async ({ page, browser }) => {
  const { slug } = await signUp(page)
  const link = await invite(page, slug, "member")
  const second = await anotherBrowser(browser)
  const grace = await joinTeam(second, link)
  await page.goto(link)
  await expect(page.getByRole("heading", { name: "Invitation no longer valid" })).toBeVisible()

  const third = await anotherBrowser(browser)
  await signUp(third, "Eve")
  await third.goto(`/${slug}/clients`)
  await expect(third.getByRole("heading", { name: "Page not found" })).toBeVisible()
  const { error } = await call(third, slug, "teams.update", { name: "Mine" })
  expect(error.data.problem).toMatchObject({ status: 404, code: "resource_not_found" })

  const elsewhere = await anotherBrowser(browser)
  await signInByPage(elsewhere, grace)
  await elsewhere.waitForURL(`/${slug}`)
})

test("an invitation for one email address offers no password sign-up and does not show the address", async ({
  page,
  browser,
}) => {
  const { slug } = await signUp(page)
  const link = await invite(page, slug, "member", "grace@example.com")
  const second = await anotherBrowser(browser)
  await second.goto(link)
  await second.getByRole("link", { name: "Create an account" }).click()
  await expect(second.getByRole("heading", { name: "Create an account" })).toBeVisible()
  // The test server has neither email nor Google nor GitHub configured.
  await expect(second.getByText("ask for an invitation link without an address")).toBeVisible()
  await expect(second.getByLabel("Password")).toHaveCount(0)
  expect(await second.content()).not.toContain("grace@example.com")
  await second.goto("/sign-up?callbackUrl=/invitations/used-long-ago")
  await expect(second.getByRole("heading", { name: "Invitation no longer valid" })).toBeVisible()
})

test("the only owner cannot leave, and the page says what to do first", async ({ page }) => {
  const { slug } = await signUp(page)
  await page.goto(`/${slug}/settings/general`)
  await expect(page.getByText("You are the only owner.")).toBeVisible()
  await expect(page.getByRole("button", { name: /^Leave/ })).toHaveCount(0)
  expect((await call(page, slug, "teams.leave", {})).error).toBeDefined()
})

test("the switcher opens another team and creates one", async ({ page }) => {
  const { slug } = await signUp(page)
  const { data: second } = (await call(page, "", "teams.create", { name: "Second team" })).result.data
  await page.goto(`/${slug}/clients`)
  const switcher = page.getByRole("button", { name: ": switch team" })
  await switcher.click()
  await expect(page.getByRole("menuitem", { name: /^Team / })).toHaveAttribute("aria-current", "true")
  await page.getByRole("menuitem", { name: "Second team" }).click()
  await page.waitForURL(`/${second.slug}`)
  await expect(switcher).toContainText("Second team")
  await switcher.click()
  await page.getByRole("menuitem", { name: "Create team" }).click()
  await page.waitForURL("/new-team")
})
