/** Tests that clients can be created, edited, paused, archived and restored, depending on the role. */
import { readFileSync } from "node:fs"
import { expectAccessible, expectNoOverflow } from "./accessible"
import { anotherBrowser, call, invite, joinTeam, signUp } from "./person"
import { expect, test } from "./test"

test("a client is created on the page, its name must be unique, and a viewer cannot create one", async ({
  page,
  browser,
}) => {
  const { slug } = await signUp(page)
  await page.goto(`/${slug}/clients`)
  await expect(page.getByText("No clients yet")).toBeVisible()
  const dialog = page.getByRole("dialog", { name: "New client" })
  const createClient = async (name: string) => {
    await page.getByRole("button", { name: "New client" }).click()
    await dialog.getByLabel("Name").fill(name)
    await dialog.getByLabel("Time zone").selectOption("Asia/Tokyo")
    await dialog.getByRole("button", { name: "Create client" }).click()
  }
  await createClient("Bergamo Bikes")
  await page.waitForURL(/\/clients\/cli_/)
  await expect(page.getByRole("heading", { name: "Bergamo Bikes" })).toBeVisible()
  await expect(page.getByText("Asia/Tokyo")).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/${slug}/clients`)
  await createClient("BERGAMO bikes")
  await expect(dialog.getByText("A client named BERGAMO bikes already exists.")).toBeVisible()
  await expectAccessible(page, "a name that is taken")
  await expectNoOverflow(page, "new client on a phone")
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await page.goto(`/${slug}/clients?q=nobody`)
  await page.getByRole("link", { name: "Clear filters" }).click()
  await expect(page.getByRole("link", { name: "Bergamo Bikes" })).toBeVisible()

  const viewer = await anotherBrowser(browser)
  await joinTeam(viewer, await invite(page, slug, "viewer"))
  await viewer.goto(`/${slug}/clients`)
  await expect(viewer.getByRole("link", { name: "Bergamo Bikes" })).toBeVisible()
  await expect(viewer.getByRole("button", { name: "New client" })).toHaveCount(0)
  const { error } = await call(viewer, slug, "clients.create", { name: "Mine" })
  expect(error.data.problem).toMatchObject({ status: 403, code: "role_missing" })
})

test("a client can be edited, paused, archived and restored; an archived client leaves the list and stays readable", async ({
  page,
  browser,
}) => {
  const { slug } = await signUp(page)
  await call(page, slug, "clients.create", { name: "Kettenwerk" })
  await call(page, slug, "clients.create", { name: "Bergamo Bikes" })
  await page.goto(`/${slug}/clients`)
  await page.getByRole("link", { name: "Bergamo Bikes" }).click()

  await page.getByRole("button", { name: "Edit client" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Name").fill("Kettenwerk")
  await dialog.getByLabel("Domains").fill("bergamo.example\nno domain!")
  await dialog.getByRole("button", { name: "Save" }).click()
  await expect(dialog.getByLabel("Domains")).toHaveAccessibleDescription(
    /"domain!": use a domain, such as example\.com/,
  )
  await dialog.getByLabel("Domains").fill("bergamo.example")
  await dialog.getByLabel("Website").fill("bergamo")
  await dialog.getByRole("button", { name: "Save" }).click()
  await expect(dialog.getByLabel("Website")).toHaveAccessibleDescription(/Use a web address/)
  await expectAccessible(page, "a client's form with an error")
  await dialog.getByLabel("Website").fill("https://bergamo.example")
  await dialog.getByRole("button", { name: "Save" }).click()
  await expect(dialog.getByText("A client named Kettenwerk already exists.")).toBeVisible()
  await dialog.getByLabel("Name").fill("Bergamo Bicycles")
  await dialog.getByLabel("Currency").selectOption("EUR")
  await dialog.getByRole("button", { name: "Save" }).click()
  await expect(page.getByRole("heading", { name: "Bergamo Bicycles" })).toBeVisible()
  await expect(dialog).toHaveCount(0)

  const choose = async (item: string) => {
    await page.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("menuitem", { name: item }).click()
  }
  await choose("Pause client")
  await dialog.getByRole("button", { name: "Pause client" }).click()
  await expect(page.getByText("This client is paused")).toBeVisible()
  await page.getByRole("button", { name: "Resume" }).click()
  await expect(page.getByText("This client is paused")).toHaveCount(0)
  await choose("Archive client")
  await expect(dialog).toContainText("stay readable")
  await dialog.getByRole("button", { name: "Archive client" }).click()
  await expect(page.getByText(/^Archived .* Everything stays readable/)).toBeVisible()
  await expect(page.getByRole("button", { name: "Edit client" })).toHaveCount(0)
  const clientPage = page.url()

  await page.goto(`/${slug}/clients`)
  await expect(page.getByRole("link", { name: "Kettenwerk" })).toBeVisible()
  await expect(page.getByRole("link", { name: "Bergamo Bicycles" })).toHaveCount(0)
  await page.getByLabel("Status").selectOption("archived")
  await expect(page.getByRole("link", { name: "Bergamo Bicycles" })).toBeVisible()

  const member = await anotherBrowser(browser)
  await joinTeam(member, await invite(page, slug, "member"))
  await member.goto(clientPage)
  await expect(member.getByRole("heading", { name: "Bergamo Bicycles" })).toBeVisible()
  await expect(member.getByRole("button", { name: "Restore" })).toHaveCount(0)
  await page.goto(clientPage)
  await page.getByRole("button", { name: "Restore" }).click()
  await expect(page.getByRole("button", { name: "Edit client" })).toBeVisible()
})

test("a client's name and details are changed in place, by keyboard, and a viewer cannot change them", async ({
  page,
  browser,
}) => {
  const { slug } = await signUp(page)
  await call(page, slug, "clients.create", { name: "Kettenwerk" })
  const { result } = await call(page, slug, "clients.create", { name: "Bergamo Bikes" })
  const path = `/${slug}/clients/${result.data.data.id}`
  await page.goto(path)
  const rename = page.getByRole("button", { name: "Rename client" })
  const field = page.getByRole("textbox", { name: "Client name" })
  await rename.focus()
  await page.keyboard.press("Enter")
  await expect(field).toBeFocused()
  await expectAccessible(page, "the name of a client as a field")
  await page.keyboard.type("Something else")
  await page.keyboard.press("Escape")
  await expect(page.getByRole("heading", { level: 1, name: "Bergamo Bikes" })).toBeVisible()
  await expect(rename, "the focus returns").toBeFocused()

  await page.keyboard.press("Enter")
  await field.fill("  ")
  await page.keyboard.press("Enter")
  await expect(field).toHaveAccessibleDescription("Enter a name.")
  await field.fill("Kettenwerk")
  await page.keyboard.press("Enter")
  await expect(field).toHaveAccessibleDescription(/A client named Kettenwerk already exists\./)
  await expect(field).toBeFocused()
  await field.fill("Bergamo Bicycles")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { level: 1, name: "Bergamo Bicycles" })).toBeVisible()
  await expect(page.getByText("Client renamed")).toBeVisible()
  await rename.click()
  await field.fill("Bergamo Cycles")
  await page.getByRole("button", { name: "Save name" }).click()
  await expect(page).toHaveTitle(/Bergamo Cycles/)

  const website = page.getByRole("textbox", { name: "Website" })
  const editWebsite = page.getByRole("button", { name: "Edit website" })
  await editWebsite.focus()
  await page.keyboard.press("Enter")
  await expect(website).toBeFocused()
  await website.fill("bergamo")
  await page.keyboard.press("Enter")
  await expect(website).toHaveAccessibleDescription(/For example https:\/\/example\.com\. Use a web address/)
  await expect(website).toBeFocused()
  await expectAccessible(page, "the website of a client as a field")
  await website.fill("https://bergamo.example")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("link", { name: "https://bergamo.example" })).toBeVisible()
  await expect(editWebsite, "the focus returns").toBeFocused()
  await page.getByRole("button", { name: "Edit time zone" }).click()
  await page.getByRole("combobox", { name: "Time zone" }).selectOption("Asia/Tokyo")
  await page.getByRole("button", { name: "Save time zone" }).click()
  await expect(page.getByText("Time zone saved")).toBeVisible()
  await page.getByRole("button", { name: "Edit domains" }).click()
  await page.getByRole("textbox", { name: "Domains" }).fill("bergamo.example\nbergamo.test.example")
  await page.getByRole("button", { name: "Save domains" }).click()
  await expect(page.getByRole("definition").filter({ hasText: "bergamo.example, bergamo.test.example" })).toBeVisible()

  const viewer = await anotherBrowser(browser)
  await joinTeam(viewer, await invite(page, slug, "viewer"))
  await viewer.goto(path)
  await expect(viewer.getByRole("heading", { level: 1, name: "Bergamo Cycles" })).toBeVisible()
  await expect(viewer.getByText("Asia/Tokyo")).toBeVisible()
  await expect(viewer.getByRole("button", { name: /^(Rename|Edit) / })).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await rename.click()
  await page.getByRole("button", { name: "Edit currency" }).click()
  await expectNoOverflow(page, "changing a client in place on a phone")
})

test("reports of a team with many clients are filtered by a searched client", async ({ page }) => {
  const { slug } = await signUp(page)
  for (let number = 10; number <= 40; number++) {
    const { result } = await call(page, slug, "clients.create", { name: `Client ${number}` })
    if (number < 38) continue
    const report = { client_id: result.data.data.id, name: `Report ${number}`, template: "advertising" }
    expect((await call(page, slug, "reports.create", report)).error).toBeUndefined()
  }
  await page.goto(`/${slug}/reports`)
  const reports = page.getByRole("link", { name: /^Report \d+$/ })
  await expect(reports).toHaveCount(3)
  await page.getByRole("button", { name: "Client: any" }).click()
  await page.getByRole("combobox", { name: "Filter by client" }).fill("client 39")
  await expect(page.getByRole("option")).toHaveCount(1)
  await expectAccessible(page, "the search of a client")
  await page.keyboard.press("Enter")
  await page.waitForURL(/client_id=cli_/)
  await expect(page.getByRole("button", { name: "Client: Client 39" })).toBeVisible()
  await expect(reports).toHaveText(["Report 39"])
})

test("a table's columns and density can be chosen, and its rows downloaded without formulas", async ({ page }) => {
  const { slug } = await signUp(page)
  const names = ["=HYPERLINK(A1)", "＝HYPERLINK(A1)", "Kettenwerk"]
  for (const name of names) expect((await call(page, slug, "clients.create", { name })).error).toBeUndefined()
  await page.goto(`/${slug}/clients`)
  const header = (name: string) => page.getByRole("columnheader", { name })
  const rowHeight = async () => (await page.getByRole("row").last().boundingBox())?.height ?? 0
  const usualHeight = await rowHeight()

  await page.getByRole("button", { name: "Table options" }).click()
  await page.getByRole("menuitemcheckbox", { name: "Tags" }).click()
  await page.getByRole("menuitemcheckbox", { name: "Compact rows" }).click()
  await page.keyboard.press("Escape")
  await expect(header("Tags")).toBeHidden()
  expect(await rowHeight()).toBeLessThan(usualHeight)
  await page.reload()
  await expect(header("Tags")).toBeHidden()
  await expect(header("Open signals")).toBeVisible()
  await expectAccessible(page, "a table with a hidden column")

  const downloadRows = async () => {
    await page.getByRole("button", { name: "Table options" }).focus()
    await page.keyboard.press("Enter")
    const downloading = page.waitForEvent("download")
    await page.getByRole("menuitem", { name: "Download these rows (CSV)" }).click()
    return downloading
  }
  const text = async () => readFileSync(await (await downloadRows()).path(), "utf8")
  expect(await text(), "a second download has the same rows").toBe(await text())
  const download = await downloadRows()
  expect(download.suggestedFilename()).toBe("clients.csv")
  const [first, ...rows] = readFileSync(await download.path(), "utf8").split("\r\n")
  expect(first).toBe("\ufeffName,Open signals,Status,Domain,External ID")
  expect(rows.sort()).toEqual([
    `"'=HYPERLINK(A1)",0,active,,`,
    `"'＝HYPERLINK(A1)",0,active,,`,
    "Kettenwerk,0,active,,",
  ])
})
