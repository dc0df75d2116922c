/** A tour: create an API key, call the API, and find the request in the log. */
import { expect } from "@playwright/test"
import { clipboardText } from "../page-steps"
import { call, choosePlan, signUp } from "../person"
import { test } from "./tour"

test("create an API key and call the API", async ({ page, tour }) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  for (const name of ["Bergamo Bikes", "Nordlicht Hotels"]) await call(page, slug, "clients.create", { name })

  await tour.step("The home page of a new team lists what is left to set up.", async () => {
    await page.goto(`/${slug}`)
    await expect(page.getByRole("heading", { name: "First steps" })).toBeVisible()
  })
  await tour.step("Ada creates an API key. It is shown once.", async () => {
    await page.getByRole("link", { name: "Create key" }).click()
    await page.getByLabel("Name").fill("Data warehouse")
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click()
    await page.getByRole("group", { name: "API key" }).getByRole("button", { name: "Copy" }).click()
  })
  const key = await clipboardText(page)
  await page.getByRole("button", { name: "Done" }).click()
  await tour.step("A program sends the key and receives the team's clients as JSON.", async () => {
    await page.setExtraHTTPHeaders({ authorization: `Bearer ${key}` })
    const response = await page.goto("/api/v1/clients")
    expect(await response?.json()).toMatchObject({ meta: { total: 2, truncated: false } })
    await page.setExtraHTTPHeaders({})
  })
  await tour.step("The log of requests has this call, with its key, status and duration.", async () => {
    await page.goto(`/${slug}/settings/api/logs`)
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole("row", { name: "/api/v1/clients" })).toContainText("200", { timeout: 5_000 })
    }).toPass()
  })
  await tour.step("The list of keys shows when each key was last used.", async () => {
    await page.getByRole("link", { name: "Keys", exact: true }).click()
    await expect(page.getByRole("row", { name: "Data warehouse" })).toBeVisible()
  })
})
