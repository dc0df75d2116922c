/** Tests that the main stories can be done by keyboard alone. A test that used a pointer fails at its end. */
import { expect, type Locator, type Page } from "@playwright/test"
import { App } from "./oauth-app"
import { clipboardText, countPointerPresses } from "./page-steps"
import { call, newTeam, signInByRequest } from "./person"
import { test } from "./receiver"
import { demo } from "./start"
import { createWebhook, disableWebhooks } from "./webhook-steps"

test.use({ permissions: ["clipboard-read", "clipboard-write"] })

let pointerPresses = () => 0
test.beforeEach(async ({ page }) => {
  pointerPresses = await countPointerPresses(page)
})
test.afterEach(() => expect(pointerPresses(), "presses of a pointer").toBe(0))

/** Pages have fewer elements that can have the focus. */
const maxTabs = 200

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator) {
  await target.waitFor()
  for (let i = 0; i < maxTabs; i++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press("Tab")
  }
  throw new Error(`${target} cannot be reached with Tab.`)
}

async function press(page: Page, target: Locator, key = "Enter") {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

async function type(page: Page, field: Locator, text: string) {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true })
const link = (page: Page, name: string | RegExp) => page.getByRole("link", { name, exact: true })

test("an API key is created and called", async ({ page }) => {
  await page.goto(`/${await newTeam(page)}`)
  await press(page, link(page, "Create key"))
  const dialog = page.getByRole("dialog")
  await type(page, dialog.getByLabel("Name"), "Export")
  await press(page, dialog.getByRole("button", { name: "Create key" }))
  await press(page, page.getByRole("group", { name: "API key" }).getByRole("button", { name: "Copy" }))
  await expect(button(page, "Copied")).toBeVisible()
  const headers = { authorization: `Bearer ${await clipboardText(page)}` }
  expect((await page.request.get("/api/v1/clients", { headers })).status()).toBe(200)
})

test("a webhook is added and tested", async ({ page, receiver }) => {
  await page.goto(`/${await newTeam(page)}`)
  await press(page, link(page, "Add webhook"))
  const dialog = page.getByRole("dialog")
  await type(page, dialog.getByLabel("URL"), receiver.url)
  await press(page, dialog.getByRole("button", { name: "Add webhook" }))
  await press(page, page.getByRole("group", { name: "Signing secret" }).getByRole("button", { name: "Copy" }))
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
