/** Tests the choice of a client in forms of a team with more clients than a menu has. */
import { expectAccessible, expectNoOverflow } from "./accessible"
import { call, signUp } from "./person"
import { expect, type Locator, type Page, test } from "./test"

/** Creates the clients "Client 10" to "Client 39". The 25th is "Client 34". Returns their ids by number. */
async function startTeam(page: Page) {
  const { slug } = await signUp(page)
  const ids = new Map<number, string>()
  for (let number = 10; number < 40; number++) {
    const { result } = await call(page, slug, "clients.create", { name: `Client ${number}` })
    ids.set(number, result.data.data.id)
  }
  return { slug, ids }
}

/** Opens the search of a field by keyboard and chooses the 25th client, which is the fifth of those found. */
async function choose25th(page: Page, field: Locator) {
  await field.focus()
  await page.keyboard.press("Enter")
  const search = page.getByRole("combobox", { name: /^Choose a client/ })
  await expect(search).toBeFocused()
  await page.keyboard.type("client 3")
  await expect(page.getByRole("option")).toHaveCount(10)
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowDown")
  await expect(page.getByRole("option", { selected: true })).toContainText("Client 34")
  await page.keyboard.press("Enter")
  await expect(search).toHaveCount(0)
  await expect(field).toHaveAccessibleName(/: Client 34$/)
  await expect(field).toBeFocused()
}

const csv = { name: "sessions.csv", mimeType: "text/csv", buffer: Buffer.from("date,sessions\n2026-02-01,5\n") }

test("an upload is for a client that is searched by keyboard", async ({ page }) => {
  const { slug, ids } = await startTeam(page)
  await page.goto(`/${slug}/sources/upload`)
  const client = page.getByRole("button", { name: /^Client: / })
  await page.getByLabel("File").setInputFiles(csv)
  await page.getByRole("button", { name: "Preview import" }).click()
  await expect(client).toHaveAccessibleDescription(/Choose a client\./)
  await expect(client, "the wrong field has the focus").toBeFocused()
  await expectAccessible(page, "a form without a client")

  await page.keyboard.press("Enter")
  await expect(page.getByRole("combobox", { name: "Choose a client" })).toBeFocused()
  await expectAccessible(page, "the search of a client in a form")
  await page.keyboard.press("Escape")
  await expect(page.getByRole("combobox", { name: "Choose a client" })).toHaveCount(0)
  await expect(client).toHaveAccessibleName("Client: Choose a client")
  await choose25th(page, client)
  await expect(client).not.toHaveAccessibleDescription(/Choose a client\./)
  await expect(page, "the choice does not submit the form").toHaveURL(/\/upload$/)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page, "the upload form on a phone")
  await page.getByRole("button", { name: "Preview import" }).click()
  await page.waitForURL(/upload=upl_/)
  await expect(page.getByText("Metrics of Client 34.")).toBeVisible()

  await page.goto(`/${slug}/sources/upload?client=${ids.get(39)}`)
  await expect(client).toHaveAccessibleName("Client: Client 39")
  await page.goto(`/${slug}/sources/upload?client=cli_${"0".repeat(26)}`)
  await expect(page.getByText("Your team has no client with the ID in this link.")).toBeVisible()
  await expect(client).toHaveAccessibleName("Client: Choose a client")
  await call(page, slug, "clients.archive", { client_id: ids.get(38) })
  await page.goto(`/${slug}/sources/upload?client=${ids.get(38)}`)
  await expect(page.getByText("Client 38 is archived. Restore it first, or choose another client.")).toBeVisible()
  await expectAccessible(page, "a form with the archived client of a link")
})

test("a rule is for a client that is searched by keyboard inside the dialog", async ({ page }) => {
  const { slug, ids } = await startTeam(page)
  await page.goto(`/${slug}/signals/rules`)
  await page.getByRole("button", { name: "Add rule", exact: true }).focus()
  await page.keyboard.press("Enter")
  const dialog = page.getByRole("dialog", { name: "Add a rule" })
  await dialog.getByLabel("Name").fill("Any drop")
  const scope = page.getByRole("button", { name: /^Applies to: / })
  await expect(scope).toHaveAccessibleName("Applies to: All clients")
  await scope.focus()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("combobox", { name: "Choose a client or project" })).toBeFocused()
  // Only once the search shows its results does Escape certainly close it, and not the dialog below.
  await expect(page.getByRole("option").first()).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog"), "Escape closes the search only").toHaveCount(1)
  await expect(scope).toBeFocused()
  await choose25th(page, scope)
  await expect(dialog, "the choice does not submit the form").toBeVisible()
  await expectAccessible(page, "the form of a rule with a searched client")
  await dialog.getByLabel("Name").press("Enter")
  await expect(page.getByRole("row", { name: /Any drop/ })).toContainText("Client 34")

  await page.goto(`/${slug}/signals/rules/test?client=${ids.get(39)}`)
  await expect(page.getByRole("button", { name: "Client: Client 39" })).toBeVisible()
  await page.getByRole("button", { name: "Add rule" }).click()
  await expect(scope).toHaveAccessibleName("Applies to: Client 39")
})

test("a report is for a client that is searched, and no client is chosen by chance", async ({ page }) => {
  const { slug, ids } = await startTeam(page)
  await page.goto(`/${slug}/reports`)
  await page.getByRole("button", { name: "New report" }).first().click()
  const dialog = page.getByRole("dialog", { name: "New report" })
  const client = page.getByRole("button", { name: /^Client: (Choose|Client)/ })
  await dialog.getByLabel("Name").fill("Monthly performance")
  await page.keyboard.press("Enter")
  await expect(client).toHaveAccessibleDescription("Choose a client.")
  await choose25th(page, client)
  await dialog.getByRole("button", { name: "Create report" }).click()
  await page.waitForURL(/reports\/rep_/)
  await expect(page.getByRole("main").getByText("Client 34").first()).toBeVisible()
  await page.goto(`/${slug}/reports?client=${ids.get(39)}&new`)
  await expect(dialog.getByRole("button", { name: "Client: Client 39" })).toBeVisible()
})
