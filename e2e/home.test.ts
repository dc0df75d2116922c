/** Tests Home: failing webhooks with the reason, the first steps of a new team, and the command palette. */
import { expect, type Page } from "@playwright/test"
import { expectAccessible, expectNoOverflow } from "./accessible"
import { App, allow } from "./oauth-app"
import { anotherBrowser, call, choosePlan, invite, joinTeam, newTeam, signInByRequest, signUp } from "./person"
import { test } from "./receiver"
import { demo } from "./start"
import { addWebhook, createWebhook, disableWebhooks, sendTest } from "./webhook-steps"

test.use({ permissions: ["clipboard-read", "clipboard-write"] })

const needingAttention = (page: Page) => page.getByRole("region", { name: "Needs attention" })

/** Reloads until Home lists `count` webhooks, because results are recorded with a delay. */
const showsNeedingAttention = (page: Page, count: number) =>
  expect(async () => {
    await page.reload()
    await expect(needingAttention(page).getByRole("listitem")).toHaveCount(count, { timeout: 5_000 })
  }).toPass()

test("Home lists a failing or disabled webhook with the reason until it works again", async ({ page, receiver }) => {
  test.slow()
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  await addWebhook(page, slug, receiver.url)
  const webhookPath = new URL(page.url()).pathname
  await sendTest(page)
  await page.goto(`/${slug}`)
  await expect(page.getByRole("link", { name: "Clients" }).first()).toBeVisible()
  await expect(needingAttention(page), "all is well").toContainText("Nothing right now")

  const delivery_id = receiver.received[0]?.headers["signalbox-delivery-id"]
  const resend = async () => {
    const before = receiver.received.length
    // A resend is refused until the result of the previous request is recorded.
    await expect(async () =>
      expect(await call(page, slug, "deliveries.resend", { delivery_id })).not.toHaveProperty("error"),
    ).toPass()
    await expect.poll(() => receiver.received.length).toBeGreaterThan(before)
  }
  receiver.responseSettings.status = 503
  for (let times = 0; times < 3; times++) await resend()
  await showsNeedingAttention(page, 1)
  await expect(needingAttention(page).getByRole("listitem")).toContainText("are failing")
  const api = page.getByRole("navigation", { name: "Team" }).getByRole("link", { name: /^API/ })
  // The menu may have been read just before the result that the list contains.
  await expect(async () => {
    await page.reload()
    await expect(api).toHaveText("API1 failing", { timeout: 5_000 })
  }).toPass()
  await needingAttention(page).getByRole("link").click()
  await page.waitForURL((url) => url.pathname === webhookPath)

  await addWebhook(page, slug, `${receiver.url}/gone`)
  await sendTest(page)
  await page.goto(`/${slug}`)
  await showsNeedingAttention(page, 2)
  const first = needingAttention(page).getByRole("listitem").first()
  const second = needingAttention(page).getByRole("listitem").last()
  for (const [colorScheme, width] of [
    ["light", 1280],
    ["dark", 390],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 844 })
    await expect(first).toContainText("/gone")
    await expect(first).toContainText("The receiver asked to stop all deliveries")
    await expect(second).toContainText("attempts have failed since")
    await expectAccessible(page, `Home, ${colorScheme}`)
    await expectNoOverflow(page, `Home at ${width} pixels`)
  }

  receiver.responseSettings.status = 204
  await resend()
  await showsNeedingAttention(page, 1)
  await expect(needingAttention(page)).not.toContainText("are failing")
})

test("Home counts the queued events of a failing webhook, and only owners and admins can retry them there", async ({
  page,
  browser,
  receiver,
}) => {
  test.slow()
  const slug = await newTeam(page)
  const viewer = await anotherBrowser(browser)
  await joinTeam(viewer, await invite(page, slug, "viewer"))
  await addWebhook(page, slug, receiver.url)
  receiver.responseSettings.status = 503
  await disableWebhooks(page, slug, receiver.url, 3)
  const failing = (of: Page) => needingAttention(of).getByRole("listitem").filter({ hasText: "are failing" })
  const retry = failing(page).getByRole("button", { name: /^Retry \d+ deliver/ })
  await expect(async () => {
    await page.goto(`/${slug}`)
    await expect(retry).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(failing(page)).toContainText(/\d events? (is|are) queued\./)
  await page.setViewportSize({ width: 360, height: 844 })
  await expectNoOverflow(page, "Home with events to retry")
  await expectAccessible(page, "Home with events to retry")
  await viewer.goto(`/${slug}`)
  await expect(failing(viewer)).toContainText("An owner or admin can retry the events now.")
  await expect(failing(viewer).getByRole("button")).toHaveCount(0)
  await viewer.context().close()

  receiver.responseSettings.status = 204
  await retry.click()
  await page.getByRole("dialog").getByRole("button", { name: "Retry deliveries" }).click()
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Retrying now")
  await expect(async () => {
    await page.reload()
    await expect(needingAttention(page)).toContainText("is disabled", { timeout: 5_000 })
    await expect(failing(page)).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
})

test("Home shows when the previous visit was, until the next visit starts, also to a viewer", async ({
  page,
  browser,
}) => {
  const slug = await newTeam(page)
  const viewer = await anotherBrowser(browser)
  await joinTeam(viewer, await invite(page, slug, "viewer"))
  const previous = viewer.getByText(/^Your previous visit to Home: (2 hours ago|yesterday)\./)
  const read_at = new Date(Date.now() - 2.5 * 3_600_000).toISOString()
  expect(await call(viewer, slug, "home.recordVisit", { read_at })).not.toHaveProperty("error")
  const recorded = viewer.waitForResponse((response) => response.url().includes("home.recordVisit"))
  await viewer.goto(`/${slug}`)
  await expect(previous).toBeVisible()
  expect((await recorded).ok()).toBe(true)
  await viewer.reload()
  await expect(previous, "the same visit").toBeVisible()
  await expectAccessible(viewer, "Home with a previous visit")
  await page.goto(`/${slug}`)
  await expect(needingAttention(page)).toBeVisible()
  await expect(page.getByText("Your previous visit to Home"), "the first visit").toHaveCount(0)
  await viewer.context().close()
})

test("a new team's checklist ticks itself off", async ({ page }) => {
  const { slug } = await signUp(page)
  const steps = page.getByRole("region", { name: "First steps" })
  await page.goto(`/${slug}`)
  await expect(steps.getByRole("listitem")).toHaveCount(5)
  await expect(page.getByRole("list", { name: "State of the team" })).toContainText("No webhooks yet")
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("First steps")
  await expect(steps.getByRole("link", { name: "View plans" })).toHaveCount(3)
  await choosePlan(page, slug)
  await page.goto(`/${slug}`)
  await steps.getByRole("link", { name: "New client" }).click()
  await page.getByRole("dialog").getByLabel("Name").fill("Bergamo Bikes")
  await page.getByRole("dialog").getByRole("button", { name: "Create client" }).click()
  await page.getByRole("heading", { name: "Bergamo Bikes", level: 1 }).waitFor()
  await page.goto(`/${slug}`)
  await expect(steps).toContainText("1 of 5 done")
  await expect(steps.getByRole("listitem").first()).toHaveText("✓Done: Add a client")
  await expect(steps.getByRole("listitem")).toHaveCount(5)
  await createWebhook(page, slug, "https://hooks.example.com/signalbox", ["scan.completed"])
  await expect(steps, "without a reload").toContainText("2 of 5 done")
  await steps.getByRole("link", { name: "Create key" }).click()
  await page.getByRole("dialog", { name: "Create an API key" }).waitFor()
})

test("the checklist disappears when every step is done", async ({ page }) => {
  const slug = await newTeam(page)
  const steps = page.getByRole("region", { name: "First steps" })
  await call(page, slug, "keys.create", { name: "Export", scopes: ["clients:read"] })
  await createWebhook(page, slug, "https://hooks.example.com/signalbox", ["scan.completed"])
  const app = await new App(page.request).register("Assistant")
  try {
    await page.goto(app.authorizationPath())
    await allow(page)
    await page.getByRole("heading", { name: "Back in the app" }).waitFor()
    await app.tokens()
  } finally {
    app.close()
  }
  await call(page, slug, "clients.create", { name: "Bergamo Bikes" })
  await page.goto(`/${slug}`)
  await expect(steps).toContainText("4 of 5 done")
  await expect(steps.getByRole("listitem").filter({ hasText: "Done" })).toHaveCount(4)
  await steps.getByRole("link", { name: "upload an export" }).click()
  await page
    .getByLabel("File")
    .setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("date,sessions\n2026-02-01,5\n") })
  await page.getByRole("button", { name: "Preview import" }).click()
  await page.getByRole("textbox", { name: "Account" }).fill("website")
  await page.getByRole("button", { name: "Use account" }).click()
  await page.getByRole("button", { name: "Import file" }).click()
  await page.getByRole("heading", { name: "Imported" }).waitFor()
  await page.goto(`/${slug}`)
  await expect(page.getByRole("list", { name: "State of the team" })).toBeVisible()
  await expect(steps).toHaveCount(0)
})

test("the command palette finds records, opens pages and starts actions by keyboard", async ({ page }) => {
  const { email, password, team_slug } = demo()
  await signInByRequest(page, { email, password })
  await page.goto(`/${team_slug}`)
  await page.getByRole("button", { name: "Search or run a command" }).waitFor()
  const palette = page.getByRole("dialog", { name: "Search or run a command" })
  const open = () =>
    expect(async () => {
      await page.keyboard.press("Control+k")
      await expect(palette).toBeVisible({ timeout: 2_000 })
    }).toPass()
  await open()
  await expectAccessible(page, "command palette")
  await page.keyboard.type("harbor")
  await palette.getByRole("option", { name: /Harbor & Hearth.*Client/ }).waitFor()
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "Harbor & Hearth", level: 1 }).waitFor()
  await open()
  await page.keyboard.type("create key")
  await expect(palette.getByRole("option", { name: "Create API key" })).toHaveAttribute("aria-selected", "true")
  await page.keyboard.press("Enter")
  await page.getByRole("dialog", { name: "Create an API key" }).waitFor()
  await page.keyboard.press("Escape")
  await page.getByRole("dialog", { name: "Create an API key" }).waitFor({ state: "hidden" })
  await expect(page).not.toHaveURL(/new/)
})

test("the command palette opens pages of the documentation by their titles", async ({ page }) => {
  const { email, password, team_slug } = demo()
  await signInByRequest(page, { email, password })
  await page.goto(`/${team_slug}`)
  await page.getByRole("button", { name: "Search or run a command" }).click()
  const palette = page.getByRole("dialog", { name: "Search or run a command" })
  await palette.getByRole("combobox").fill("signatures")
  await palette.getByRole("option", { name: "Requests and signatures" }).click()
  await expect(page).toHaveURL(/\/docs\/signatures$/)
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
})

test("the command palette never opens a record of an earlier search", async ({ page }) => {
  const { email, password, team_slug } = demo()
  await signInByRequest(page, { email, password })
  await page.goto(`/${team_slug}`)
  await page.getByRole("button", { name: "Search or run a command" }).click()
  const palette = page.getByRole("dialog", { name: "Search or run a command" })
  const option = (name: RegExp) => palette.getByRole("option", { name })
  const input = palette.getByRole("combobox")
  await input.fill("alpine")
  await option(/Alpine Trails.*Client/).waitFor()
  const held = Promise.withResolvers<void>()
  await page.route(/search\.find/, async (route) => {
    await held.promise
    await route.continue()
  })
  await input.fill("harbor")
  await expect(option(/Alpine Trails/)).toHaveCount(0)
  held.resolve()
  await option(/Harbor & Hearth.*Client/).waitFor()
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "Harbor & Hearth", level: 1 }).waitFor()
})

test("breadcrumbs switch to another client and to another report", async ({ page }) => {
  const { email, password, team_slug, client_id, report_id } = demo()
  await signInByRequest(page, { email, password })
  await page.goto(`/${team_slug}/clients/${client_id}`)
  await page.getByRole("button", { name: "Switch client" }).click()
  await page.getByRole("menuitem", { name: "Harbor & Hearth" }).click()
  await page.getByRole("heading", { name: "Harbor & Hearth", level: 1 }).waitFor()

  const report = `/${team_slug}/reports/${report_id}`
  await page.goto(report)
  const title = await page.getByRole("heading", { level: 1 }).innerText()
  await page.getByRole("button", { name: "Switch report" }).click()
  const other = page.locator(`[role=menuitem]:not([href="${report}"])`).first()
  const name = await other.innerText()
  await other.click()
  await page.waitForURL((url) => url.pathname !== report)
  await page.getByRole("heading", { name, level: 1 }).waitFor()
  expect(name).not.toBe(title)
})

test("a breadcrumb of a team with more clients than its menu lists has a search", async ({ page }) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug, "Scale")
  const names = Array.from({ length: 51 }, (_, i) => `Client ${100 + i}`)
  let [client_id, project_id] = ["", ""]
  for (const name of names) {
    client_id = (await call(page, slug, "clients.create", { name })).result.data.data.id
    const project = { client_id, name: "Main", own_brand: { name } }
    project_id = (await call(page, slug, "aiVisibility.createProject", project)).result.data.data.id
  }
  await page.goto(`/${slug}/clients/${client_id}`)
  await page.getByRole("button", { name: "Switch client" }).click()
  await expect(page.getByRole("menuitem", { name: "Client 100" })).toBeVisible()
  await page.getByRole("menuitem", { name: "Search all" }).click()
  const search = page.getByRole("dialog", { name: "Switch client" })
  await search.getByRole("combobox").fill("nowhere")
  await expect(search.getByText("Nothing has this name.")).toBeVisible()
  await search.getByRole("combobox").fill("client 137")
  await expect(search.getByRole("option")).toHaveText(["Client 137"])
  await expectAccessible(page, "search of a breadcrumb")
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "Client 137", level: 1 }).waitFor()
  await expect(search).toHaveCount(0)

  // The menu of clients above a project, and its search, have clients only.
  await page.goto(`/${slug}/ai-visibility/${project_id}`)
  await page.getByRole("button", { name: "Switch client" }).click()
  await expect(page.getByRole("menuitem", { name: "Client 100", exact: true })).toBeVisible()
  await page.getByRole("menuitem", { name: "Search all" }).click()
  await search.getByRole("combobox").fill("main")
  await expect(search.getByText("Nothing has this name.")).toBeVisible()
  await search.getByRole("combobox").fill("client 137")
  await expect(search.getByRole("option")).toHaveText(["Client 137"])
  await page.keyboard.press("Enter")
  await expect(page.getByRole("navigation", { name: "Breadcrumbs" })).toContainText("Client 137")
})

test("breadcrumbs switch to another webhook, key and data source", async ({ page }) => {
  const { email, password, team_slug } = demo()
  await signInByRequest(page, { email, password })
  const lists = [
    ["settings/api/webhooks", /\/webhooks\/ep_/, "Switch webhook"],
    ["settings/api", /\/keys\/key_/, "Switch API key"],
    ["sources", /\/sources\/dsc_/, "Switch data source"],
  ] as const
  for (const [list, record, label] of lists) {
    await page.goto(`/${team_slug}/${list}`)
    await page.locator("main tbody").getByRole("link").first().click()
    await page.waitForURL(record)
    const before = page.url()
    await page.getByRole("button", { name: label }).click()
    const others = page.getByRole("menuitem")
    await expect(others.first()).toBeVisible()
    const hrefs = await others.evaluateAll((items) => items.map((item) => item.getAttribute("href")))
    const other = hrefs.findIndex((href) => href && !before.endsWith(href))
    if (list !== "settings/api") expect(other, list).toBeGreaterThanOrEqual(0)
    if (other < 0) continue
    await others.nth(other).click()
    await page.waitForURL((url) => url.href !== before && record.test(url.pathname))
  }
})
