/**
 * Tests how much code the pages load, and menus and dialogs whose code loads when they first open: over a slow
 * connection, by keyboard, and if the download fails.
 */
import { mainPages } from "@/scripts/web/demo-browser"
import { scriptKbOf } from "@/scripts/web/script-size"
import { holdScripts, scriptFiles } from "./page-steps"
import { signInByRequest } from "./person"
import { demo } from "./start"
import { expect, type Page, test } from "./test"

async function openPage(page: Page, path: string) {
  const { email, password, team_slug } = demo()
  await signInByRequest(page, { email, password })
  await page.goto(`/${team_slug}${path}`, { waitUntil: "networkidle" })
}

test("a menu opens from a key before its code has loaded, with the focus on its first item", async ({ page }) => {
  await openPage(page, "")
  const trigger = page.getByRole("button", { name: "switch team" })
  const release = await holdScripts(page)
  await trigger.focus()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("menu")).toHaveCount(0)
  release()
  await expect(page.getByRole("menuitem").first()).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(page.getByRole("menu")).toHaveCount(0)
  await expect(trigger).toBeFocused()
  await page.keyboard.press("ArrowDown")
  await expect(page.getByRole("menuitem").first()).toBeFocused()
})

test("a dialog opens from a click before its code has loaded, and returns the focus when it closes", async ({
  page,
}) => {
  await openPage(page, "/settings/api")
  const trigger = page.getByRole("button", { name: "Create key" })
  const release = await holdScripts(page)
  await trigger.click()
  await expect(page.getByRole("dialog")).toHaveCount(0)
  release()
  await expect(page.getByRole("dialog").getByLabel("Name")).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await expect(trigger).toBeFocused()
})

test("a dialog that a menu opened returns the focus to the menu's button", async ({ page }) => {
  await openPage(page, `/reports/${demo().report_id}`)
  const trigger = page.getByRole("button", { name: "More actions" })
  for (let i = 0; i < 2; i++) {
    await trigger.press("Enter")
    await page.getByRole("menuitem", { name: "Report settings" }).press("Enter")
    await expect(page.getByRole("dialog").getByLabel("Name")).toBeFocused()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await expect(trigger).toBeFocused()
  }
})

test("the command palette returns the focus to where it was", async ({ page }) => {
  await openPage(page, "/signals")
  const link = page.getByRole("link", { name: "View rules" })
  await link.focus()
  await page.keyboard.press("Control+k")
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(link).toBeFocused()
})

test("the command palette opens from its keys before its code has loaded, ready for typing", async ({ page }) => {
  await openPage(page, "")
  const release = await holdScripts(page)
  await page.keyboard.press("Control+k")
  release()
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused()
})

test("a failed download shows a message, and the page stays", async ({ page }) => {
  await openPage(page, "/settings/api")
  await page.route(scriptFiles, (route) => route.abort())
  await page.getByRole("button", { name: "Create key" }).click()
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("could not be loaded")
  await expect(page.getByRole("heading", { name: "API keys" }).first()).toBeVisible()
})

const pagesWithCharts = ["client", "report", "report editor", "AI visibility", "citations"]

test("the scripts of each main page stay small", async ({ page }) => {
  const { email, password } = demo()
  await signInByRequest(page, { email, password })
  for (const [name, path] of Object.entries(mainPages(demo()))) {
    await page.goto(path, { waitUntil: "networkidle" })
    const limitKb = pagesWithCharts.includes(name) ? 300 : 180
    expect(await scriptKbOf(page), name).toBeLessThanOrEqual(limitKb)
  }
})
