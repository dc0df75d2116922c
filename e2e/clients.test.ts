// Clients in the hands of a team: made on the page, by those who may.
import { expect, test } from "@playwright/test"
import { expectAccessible, expectNoOverflow } from "./accessible"
import { anotherBrowser, call, invite, joinTeam, signUp } from "./person"

test("a client is made on the page, once by that name; a viewer sees no button for it", async ({ page, browser }) => {
  const { slug } = await signUp(page)
  await page.goto(`/${slug}/clients`)
  await expect(page.getByText("No clients yet")).toBeVisible()
  const dialog = page.getByRole("dialog", { name: "New client" })
  const make = async (name: string) => {
    await page.getByRole("button", { name: "New client" }).click()
    await dialog.getByLabel("Name").fill(name)
    await dialog.getByLabel("Time zone").selectOption("Asia/Tokyo")
    await dialog.getByRole("button", { name: "Create client" }).click()
  }
  await make("Bergamo Bikes")
  await page.waitForURL(/\/clients\/cli_/)
  await expect(page.getByRole("heading", { name: "Bergamo Bikes" })).toBeVisible()
  await expect(page.getByText("Asia/Tokyo")).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/${slug}/clients`)
  await make("BERGAMO bikes")
  await expect(dialog.getByText("There is a client BERGAMO bikes already.")).toBeVisible()
  await expectAccessible(page, "a name that is taken")
  await expectNoOverflow(page, "new client on a phone")
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await page.goto(`/${slug}/clients?q=nobody`)
  await page.getByRole("link", { name: "Clear the filters" }).click()
  await expect(page.getByRole("link", { name: "Bergamo Bikes" })).toBeVisible()

  const viewer = await anotherBrowser(browser)
  await joinTeam(viewer, await invite(page, slug, "viewer"))
  await viewer.goto(`/${slug}/clients`)
  await expect(viewer.getByRole("link", { name: "Bergamo Bikes" })).toBeVisible()
  await expect(viewer.getByRole("button", { name: "New client" })).toHaveCount(0)
  const { error } = await call(viewer, slug, "clients.create", { name: "Mine" })
  expect(error.data.problem).toMatchObject({ status: 403, code: "role_missing" })
})
