/** Tests that the main stories can be done by keyboard alone. e2e/keyboard-settings.test.ts tests the settings. */
import { randomUUID } from "node:crypto"
import { expect, type Page } from "@playwright/test"
import {
  button,
  chooseFromMenu,
  copySecret,
  link,
  press,
  retype,
  statusWith,
  tabTo,
  test,
  type,
} from "./keyboard-steps"
import { App } from "./oauth-app"
import { clipboardText, expectWriteActionsSaved } from "./page-steps"
import { call, newPerson, newTeam, signInByRequest } from "./person"
import { setUpSample } from "./scan-steps"
import { demo } from "./start"
import { createWebhook, disableWebhooks } from "./webhook-steps"

test.use({ permissions: ["clipboard-read", "clipboard-write"] })

async function signUp(page: Page, { name, email, password }: ReturnType<typeof newPerson>, team?: string) {
  await type(page, page.getByLabel("Your name"), name)
  await type(page, page.getByLabel("Email"), email)
  await type(page, page.getByLabel("Password"), password)
  if (team) await type(page, page.getByLabel("Team"), team)
  await press(page, button(page, "Create account"))
}

/** Creates a key on the page of the keys, which must have its dialog open. Returns the key. */
async function createKey(page: Page) {
  const dialog = page.getByRole("dialog")
  await type(page, dialog.getByLabel("Name"), "Export")
  await press(page, dialog.getByRole("button", { name: "Create key" }))
  await copySecret(page, "API key")
  await expect(button(page, "Copied")).toBeVisible()
  return clipboardText(page)
}

test("an API key is created and called", async ({ page }) => {
  await page.goto(`/${await newTeam(page)}`)
  await press(page, link(page, "Create key"))
  expect(await statusWith(page, await createKey(page))).toBe(200)
})

test("a visitor signs up, chooses a plan, and creates a key", async ({ page }) => {
  await page.goto("/sign-up")
  await signUp(page, newPerson("Ada"), `Team ${randomUUID().slice(0, 8)}`)
  await page.waitForURL(/\/team-/)
  await press(page, link(page, "View plans").first())
  await press(page, button(page, "Change to Pro"))
  await press(page, page.getByRole("dialog").getByRole("button", { name: "Change to Pro" }))
  await page.getByText("Plan changed to Pro").waitFor()
  await press(page, page.getByRole("navigation", { name: "Team" }).getByRole("link", { name: /^API/ }))
  await press(page, button(page, "Create key"))
  expect(await statusWith(page, await createKey(page))).toBe(200)
})

test("a member is invited, creates an account and joins", async ({ page }) => {
  const slug = await newTeam(page)
  await page.goto(`/${slug}/settings/members`)
  await press(page, button(page, "Invite members"))
  await type(page, page.getByRole("dialog").getByLabel("Role"), "viewer")
  await press(page, button(page, "Create link"))
  await copySecret(page, "Invitation link")
  await expect(button(page, "Copied")).toBeVisible()
  const invitation = await clipboardText(page)
  await press(page, button(page, "Done"))
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await page.context().clearCookies()
  await page.goto(invitation)
  await press(page, link(page, "Create an account"))
  await signUp(page, newPerson("Grace"))
  await press(page, button(page, /^Join/))
  await page.waitForURL(`/${slug}`)
  await page.goto(`/${slug}/settings/members`)
  await expect(page.getByRole("row", { name: "Grace (you)" })).toContainText("viewer")
})

test("a client is edited, paused and resumed", async ({ page }) => {
  const slug = await newTeam(page)
  const { result } = await call(page, slug, "clients.create", { name: "Bergamo Bikes" })
  await page.goto(`/${slug}/clients/${result.data.data.id}`)
  await press(page, button(page, "Edit client"))
  const dialog = page.getByRole("dialog")
  await retype(page, dialog.getByLabel("Name"), "Bergamo Bicycles")
  await type(page, dialog.getByLabel("Currency"), "Euro")
  await press(page, dialog.getByRole("button", { name: "Save" }))
  await expect(page.getByRole("heading", { name: "Bergamo Bicycles", level: 1 })).toBeVisible()
  await press(page, button(page, "More actions"))
  await expect(page.getByRole("menuitem", { name: "Pause client" })).toBeFocused()
  await page.keyboard.press("Enter")
  await press(page, dialog.getByRole("button", { name: "Pause client" }))
  await expect(page.getByText("This client is paused")).toBeVisible()
  await press(page, button(page, "Resume client"))
  await expect(page.getByText("This client is paused")).toHaveCount(0)
})

test("an AI visibility project is set up", async ({ page }) => {
  const slug = await newTeam(page)
  await setUpSample(page, slug)
  await page.goto(`/${slug}/ai-visibility`)
  await press(page, link(page, "New project"))
  await type(page, page.getByLabel("Client"), "Bergamo Bikes")
  await type(page, page.getByLabel("Project", { exact: true }), "E-bikes")
  await type(page, page.getByLabel("Brand", { exact: true }), "Bergamo Bikes")
  await chooseFromMenu(page, button(page, "Add a country"), "Italy")
  await expect(page.getByRole("list", { name: "Chosen regions" }).getByRole("listitem")).toHaveText([/^Italy/])
  await press(page, button(page, "Create project"))
  await page.waitForURL(/\/settings\/brands$/)
  await press(page, button(page, "Add brand"))
  const dialog = page.getByRole("dialog")
  await type(page, dialog.getByLabel("Name", { exact: true }), "Alpenrad")
  await press(page, dialog.getByRole("button", { name: "Add brand" }))
  await expect(page.getByRole("heading", { name: "Alpenrad" })).toBeVisible()
  await press(page, link(page, "Next: Prompts"))
  await type(page, page.getByLabel("Prompts, one per line"), "Which e-bike climbs best?\nWhich e-bike is quiet?")
  await press(page, button(page, "Add 2 prompts"))
  await expect(page.getByText("2 prompts", { exact: true }).first()).toBeVisible()
  await press(page, link(page, "Next: Engines and schedule"))
  await press(page, page.getByRole("checkbox", { name: "Sample" }), "Space")
  await expect(page.getByRole("region", { name: "Estimate" })).toContainText("2 prompts × 1 engine")
  await press(page, button(page, "Save settings"))
  await expect(page.getByText("You have unsaved changes.")).toHaveCount(0)
})

test("a report is created, edited, published and shared", async ({ page }) => {
  const slug = await newTeam(page)
  await call(page, slug, "clients.create", { name: "Bergamo Bikes" })
  await page.goto(`/${slug}/reports`)
  await press(page, button(page, "New report"))
  const dialog = page.getByRole("dialog")
  await type(page, dialog.getByLabel("Name"), "Monthly performance")
  await press(page, dialog.getByRole("button", { name: "Create report" }))
  await page.waitForURL(/reports\/rep_\w+$/)
  await press(page, link(page, "Edit report"))
  await retype(page, page.getByLabel("Section title").first(), "Paid media")
  await press(page, button(page, /^Add widget to/).first())
  await type(page, dialog.getByLabel("Kind"), "Text")
  await retype(page, dialog.getByLabel("Title"), "What we did")
  const text = dialog.getByLabel("Text", { exact: true })
  await type(page, text, "We paused two campaigns.")
  await expect(text, "the preview, whose code loads now, takes no focus").toHaveValue("We paused two campaigns.")
  await press(page, dialog.getByRole("button", { name: "Add widget" }))
  await expect(page.getByRole("heading", { name: "What we did" })).toBeVisible()
  await press(page, button(page, "Save report"))
  await page.getByText("Report saved").waitFor()
  await expect(page.getByRole("heading", { name: "Paid media", level: 2 })).toBeVisible()
  await press(page, button(page, "Publish report"))
  await expect(page.getByText("published", { exact: true })).toBeVisible()
  await press(page, button(page, "Share"))
  await press(page, dialog.getByRole("button", { name: "Create link" }))
  await copySecret(page, "Share link")
  await expect(button(page, "Copied")).toBeVisible()
  const shared = await page.request.get(await clipboardText(page))
  expect(await shared.text()).toContain("We paused two campaigns.")
  await page.keyboard.press("Escape")
  await expect(button(page, "Share")).toBeFocused()
})

test("a webhook is added and tested", async ({ page, receiver }) => {
  await page.goto(`/${await newTeam(page)}`)
  await press(page, link(page, "Add webhook"))
  const dialog = page.getByRole("dialog")
  await type(page, dialog.getByLabel("URL"), receiver.url)
  await press(page, dialog.getByRole("button", { name: "Add webhook" }))
  await copySecret(page, "Signing secret")
  await press(page, button(page, "Done"))
  await page.waitForURL(/\/webhooks\/ep_/)
  await press(page, button(page, "Send test event"))
  const result = page.getByRole("dialog", { name: "Test event" }).getByRole("status")
  await expect(result.filter({ hasText: /elivered/ })).toBeVisible()
  expect(receiver.received).toHaveLength(1)
})

test("the deliveries of a failing webhook are sent again", async ({ page, receiver }) => {
  const slug = await newTeam(page)
  const webhook = await createWebhook(page, slug, receiver.url, ["endpoint.disabled"])
  receiver.responseSettings.status = 503
  await disableWebhooks(page, slug, receiver.url, 3)
  const retry = button(page, /^Retry 3 deliveries/)
  await expect(async () => {
    await page.goto(`/${slug}/settings/api/webhooks/${webhook}`)
    await expect(retry).toBeVisible({ timeout: 5_000 })
  }).toPass()
  receiver.responseSettings.status = 204
  await press(page, retry)
  await press(page, page.getByRole("dialog").getByRole("button", { name: "Retry deliveries" }))
  const rows = page.getByRole("row", { name: "endpoint.disabled" })
  await expect(rows.filter({ hasText: "delivered" })).toHaveCount(3)
})

test("an assistant is connected, allowed to make changes, and disconnected", async ({ page }) => {
  const slug = await newTeam(page)
  await page.goto(`/${slug}/settings/api/mcp`)
  await press(page, page.getByRole("switch", { name: "Write actions" }))
  await expect(page.getByRole("switch", { name: "Write actions" })).toBeChecked()
  await expectWriteActionsSaved(page)
  const app = await new App(page.request).register("Assistant")
  try {
    await page.goto(app.authorizationPath({ scope: "data:read data:write" }))
    await press(page, page.getByRole("checkbox", { name: /Also allow changes/ }), "Space")
    await press(page, button(page, "Allow access"))
    await expect(page.getByRole("heading", { name: "Back in the app" })).toBeVisible()
    const { access_token, scope } = await app.tokens()
    expect(scope.split(" ").sort()).toEqual(["data:read", "data:write"])
    await page.goto(`/${slug}/settings/api/mcp`)
    await press(page, page.getByRole("row", { name: "Assistant" }).getByRole("button", { name: /Disconnect/ }))
    await press(page, page.getByRole("dialog").getByRole("button", { name: /Disconnect/ }))
    await expect(async () => expect(await app.callEndpoint(access_token)).toBe(401)).toPass()
  } finally {
    app.close()
  }
})

test("a file is imported, and its signal is resolved", async ({ page }) => {
  const slug = await newTeam(page)
  await call(page, slug, "clients.create", { name: "Bergamo Bikes", timezone: "UTC" })
  await page.goto(`/${slug}/sources/upload`)
  const client = page.getByLabel("Client")
  await tabTo(page, client)
  await page.keyboard.type("Bergamo")
  const chooser = page.waitForEvent("filechooser")
  await press(page, page.getByLabel("File"), "Space")
  await (await chooser).setFiles({
    ...{ name: "sessions.csv", mimeType: "text/csv" },
    buffer: Buffer.from(sessionsWithoutYesterday()),
  })
  await press(page, button(page, "Preview import"))
  await type(page, page.getByRole("textbox", { name: "Account" }), "shop-1")
  await page.keyboard.press("Enter")
  await expect(button(page, "Import file")).toBeEnabled()
  await press(page, button(page, "Import file"))
  await expect(page.getByRole("heading", { name: "Imported" })).toBeVisible()

  const signal = page.getByRole("link", { name: "No sessions recorded" })
  await expect(async () => {
    await page.goto(`/${slug}/signals`)
    await expect(signal).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await press(page, signal)
  await type(page, page.getByLabel("Note"), "The tag was missing.")
  await press(page, button(page, "Add note"))
  await expect(page.getByRole("list", { name: "History" })).toContainText("The tag was missing.")
  await press(page, button(page, "Resolve"))
  await expect(page.getByRole("list", { name: "History" })).toContainText("resolved the signal")
})

test("a change of visibility is followed to the answers behind it", async ({ page }) => {
  const { email, password, team_slug } = demo()
  await signInByRequest(page, { email, password })
  await page.goto(`/${team_slug}`)
  await press(page, page.getByRole("link", { name: /^AI visibility of Bergamo Bikes: / }))
  await press(page, link(page, "Citations"))
  const sources = page.getByRole("group", { name: "Sources and brands" })
  await press(page, sources.getByRole("link", { name: /^\d+%: / }).first())
  await page.waitForURL(/\/answers\?/)
  await press(page, link(page, /^Run \d/).first())
  await page.waitForURL(/\/answers\/ans_/)
})

/** 90 days of sessions. Yesterday has none. */
const sessionsWithoutYesterday = () =>
  [
    "Date,Sessions",
    ...Array.from({ length: 90 }, (_, i) => {
      const day = new Date(Date.now() - (90 - i) * 86_400_000).toISOString().slice(0, 10)
      return `${day},${i === 89 ? 0 : 500 + ((i * 37) % 41)}`
    }),
  ].join("\n")
