/**
 * Tests the documentation: navigation, search, links to sections, the pages as Markdown, and the same pages for
 * visitors.
 */
import { expectGoodLooks } from "./accessible"
import { demo } from "./start"
import { expect, test } from "./test"

test("a visitor reads, navigates and searches the documentation", async ({ page }) => {
  await page.goto("/")
  await page.getByRole("link", { name: "Documentation" }).click()
  await expect(page.getByRole("heading", { name: "Quickstart", level: 1 })).toBeVisible()
  await expectGoodLooks(page, "quickstart")
  const pages = page.getByRole("navigation", { name: "Documentation" })
  await pages.getByRole("link", { name: "Errors" }).click()
  await page.getByRole("link", { name: "rate_limited" }).click()
  await expect(page.getByRole("heading", { name: "What to do" })).toBeVisible()
  await page.getByRole("searchbox", { name: "Search the documentation" }).fill("next_cursor")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { name: "Search the documentation" })).toBeVisible()
  await expectGoodLooks(page, "search")
  await page.getByRole("link", { name: "Pages", exact: true }).click()
  await expect(page).toHaveURL(/\/docs\/pagination#pages$/)
  await expect(page.getByRole("heading", { name: "Pages", exact: true })).toBeInViewport()
})

test("a visitor sends a request from the start page and sees the response of the server", async ({ page }) => {
  await page.goto("/", { waitUntil: "networkidle" })
  const live = page.getByRole("region", { name: "Send a request to this server" })
  await expect(live.getByRole("group", { name: "Request" })).toContainText("/api/v1/openapi.json | jq .info")
  await live.getByRole("button", { name: "Send request" }).click()
  const { info } = await (await page.request.get("/api/v1/openapi.json")).json()
  const response = live.getByRole("group", { name: "Response" })
  expect(JSON.parse((await response.textContent()) ?? "")).toEqual(info)
  await expect(live.getByText(/^Status 200 after [\d,]+ ms, \d+ KB, request req_/)).toBeVisible()
  await expectGoodLooks(page, "start page with a response")
  await page.route("**/api/v1/openapi.json", (route) => route.abort())
  await live.getByRole("button", { name: "Send request" }).click()
  await expect(live.getByText("The request failed.")).toBeVisible()
})

test("the reference lists operations with parameters, fields and examples", async ({ page }) => {
  await page.goto("/docs/reference/clients")
  await expectGoodLooks(page, "reference")
  await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "List clients" }).click()
  await expect(page.getByRole("cell", { name: "updated_after" })).toBeVisible()
  await expect(page.getByRole("group", { name: "curl" }).first()).toContainText("/api/v1/clients")
})

test("the language chosen for one example is shown for all, and on the next page", async ({ page }) => {
  await page.goto("/docs/reference/clients")
  const python = page.getByRole("tab", { name: "Python" })
  await expect(async () => {
    await python.first().click()
    await expect(python.last()).toHaveAttribute("aria-selected", "true", { timeout: 1_000 })
  }).toPass()
  await expect(page.getByRole("group", { name: "Python" }).first()).toContainText("urllib.request")
  await expect(page.getByRole("group", { name: "curl" })).toHaveCount(0)
  await page.goto("/docs/quickstart")
  await expect(page.getByRole("tab", { name: "Python" })).toHaveAttribute("aria-selected", "true")
  await expectGoodLooks(page, "examples in Python")
})

test("a signed-in user calls an operation on the page of the reference", async ({ page }) => {
  await page.goto("/docs/reference/clients")
  await page.getByRole("link", { name: "Sign in" }).last().click()
  const { email, password, client_id } = demo()
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await page.waitForURL(/\/docs\/reference\/clients/)
  await page.getByLabel("Operation").selectOption("Get a client")
  await page.getByLabel("client_id").fill(client_id)
  await page.getByRole("button", { name: "Send request" }).click()
  await expect(page.getByRole("group", { name: "Response" })).toContainText(`"id": "${client_id}"`)
  await expect(page.getByText("Status 200")).toBeVisible()
  await page.getByLabel("client_id").fill("cli_1")
  await page.getByRole("button", { name: "Send request" }).click()
  await expect(page.getByRole("group", { name: "Response" })).toContainText('"code": "parameter_invalid"')
  await expectGoodLooks(page, "a tried operation")

  const operation = page.getByLabel("Operation")
  const linkOf = (path: string) =>
    page
      .locator("p", { has: page.getByText(`GET /api/v1${path}`, { exact: true }) })
      .getByRole("link", { name: "Try it", exact: true })
  await linkOf("/clients").click()
  await expect(operation.locator("option:checked")).toHaveText("List clients")
  await expect(operation).toBeInViewport()
  await operation.selectOption("Get a client")
  await linkOf("/clients").click()
  await expect(operation.locator("option:checked"), "also by the same link again").toHaveText("List clients")
  await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "Try it" }).click()
  await expect(page).toHaveURL(/#try-it$/)
  await page.goto("/docs/reference/clients#try-it-clients.get")
  await page.reload()
  await expect(operation.locator("option:checked"), "the address chooses, too").toHaveText("Get a client")
})

test("long guides, tables and lists of errors have no barriers and do not overflow", async ({ page }) => {
  for (const name of ["delivery", "errors", "ai-visibility", "receivers", "mcp"]) {
    await page.goto(`/docs/${name}`)
    await expectGoodLooks(page, name)
  }
})

test("the menu of the documentation opens on a phone and closes after a choice", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/docs")
  const menu = page.getByRole("button", { name: "All pages" })
  await expect(async () => {
    await menu.click()
    await expect(menu).toHaveAttribute("aria-expanded", "true", { timeout: 1_000 })
  }).toPass()
  await page.getByRole("link", { name: "Signals" }).last().click()
  await expect(page.getByRole("heading", { name: "Signals and rules", level: 1 })).toBeVisible()
  await expect(menu).toHaveAttribute("aria-expanded", "false")
})

test("an unknown page of the documentation shows the list of pages", async ({ page }) => {
  expect((await page.goto("/docs/nothing"))?.status()).toBe(404)
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible()
  await expect(page.getByRole("banner"), "one header").toHaveCount(1)
  await expect(page.getByRole("navigation", { name: "Documentation" })).toBeVisible()
})

test("programs read the same pages as Markdown", async ({ request, baseURL }) => {
  const list = await (await request.get("/llms.txt")).text()
  const links = [...list.matchAll(/\]\((.*)\)/g)].map(([, url = ""]) => new URL(url).pathname)
  expect(links.length).toBeGreaterThan(20)
  for (const path of links) {
    const page = await request.get(path)
    expect(page.headers()["content-type"], path).toContain("text/markdown")
    expect(await page.text(), path).toMatch(/^\s*# /)
  }
  expect(await (await request.get("/docs/quickstart.md")).text()).toContain(`${baseURL}/api/v1/clients`)
  expect((await request.get("/docs/nothing.md")).status()).toBe(404)
  expect((await request.get("/docs/nothing")).status()).toBe(404)
})
