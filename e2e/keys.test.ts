/** Tests that an API key can be created, is shown once, and can be used, rotated and revoked. */
import { expectGoodLooks } from "./accessible"
import { choosePlanByPage, signUpByPage } from "./by-page"
import { clipboardText } from "./page-steps"
import { call, choosePlan, signUp } from "./person"
import { expect, type Page, test } from "./test"

test.use({ permissions: ["clipboard-read", "clipboard-write"] })

/** Sends an API request with a key. Returns the status and the body of the response. */
async function ask(page: Page, key: string, path = "/api/v1/clients") {
  const answer = await page.request.get(path, { headers: { Authorization: `Bearer ${key}` } })
  return { status: answer.status(), body: await answer.json() }
}

/** Copies the key that is shown once, checks that Escape does not close the dialog, and confirms. Returns the key. */
async function storeKey(page: Page): Promise<string> {
  const box = page.getByRole("group", { name: "API key" })
  await box.getByRole("button", { name: "Copy" }).click()
  await expect(box.getByRole("button", { name: "Copied" })).toBeVisible()
  const key = await clipboardText(page)
  await page.keyboard.press("Escape")
  await expect(box, "Escape does not lose the key").toBeVisible()
  await page.getByRole("button", { name: "Done" }).click()
  await page.waitForURL(/\/keys\/key_/)
  return key
}

async function createKey(page: Page, slug: string, name = "Nightly export") {
  await page.goto(`/${slug}/settings/api`)
  await page.getByRole("button", { name: "Create key" }).click()
  await page.getByLabel("Name").fill(name)
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click()
  return storeKey(page)
}

test("a team on the Free plan is sent to the plans, and after an upgrade creates a key that works until it is revoked", async ({
  page,
}) => {
  const { slug } = await signUpByPage(page)
  await page.getByRole("link", { name: "API", exact: true }).click()
  await expect(page.getByText("plan_required")).toBeVisible()
  await page.getByRole("link", { name: "View plans" }).click()
  await page.waitForURL(/\/settings\/plan$/)
  await choosePlanByPage(page)

  const key = await createKey(page, slug)
  expect(key).toMatch(/^sbx_live_[0-9A-Za-z]{36}$/)
  expect(await ask(page, key)).toMatchObject({ status: 200, body: { data: [], meta: { total: 0 } } })
  await expect(page.locator("body"), "the page of the key shows only its first and last characters").not.toContainText(
    key,
  )

  const keyPage = page.url()
  await page.goto(`/${slug}/settings/plan`)
  const usage = page.getByRole("list", { name: "Plan usage" }).getByRole("listitem").filter({ hasText: "API keys" })
  await expect(usage).toHaveText(/^API keys\s*1 of \d/)
  await expect(usage.getByRole("progressbar")).toHaveAttribute("value", "1")
  await page.goto(keyPage)
  await page.getByRole("button", { name: "Revoke key" }).click()
  await expect(page.getByRole("dialog")).toContainText("return 401")
  await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click()
  await expect(page.getByText("Key revoked")).toBeVisible()
  await page.goto(`/${slug}/settings/plan`)
  await expect(usage, "a revoked key does not count").toHaveText(/^API keys\s*0 of \d/)
  expect(await ask(page, key)).toMatchObject({ status: 401, body: { code: "key_revoked" } })
})

test("a request without the required scope is refused, names the scope, and appears in the key's log", async ({
  page,
}) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  await page.goto(`/${slug}/settings/api`)
  await page.getByRole("button", { name: "Create key" }).click()
  await page.getByLabel("Name").fill("Metrics only")
  for (const scope of ["Clients", "Reports", "AI visibility", "Signals", "Events", "Usage"])
    await page.getByRole("checkbox", { name: scope }).uncheck()
  await page.getByLabel("Expires").selectOption("never")
  await expect(page.getByText("easy to forget")).toBeVisible()
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click()
  const key = await storeKey(page)
  await page.goto(`/${slug}/settings/api`)
  await expect(page.getByRole("heading", { name: "Example request" })).toBeVisible()
  await page.getByRole("link", { name: "Metrics only" }).click()
  await page.waitForURL(/\/keys\/key_/)
  expect(await ask(page, key)).toMatchObject({ status: 403, body: { required_scopes: ["clients:read"] } })
  expect((await ask(page, key, "/api/v1/metrics")).status).toBe(200)

  await expect(async () => {
    await page.reload()
    await expect(page.getByRole("row", { name: "scope_missing" })).toBeVisible({ timeout: 5_000 })
  }, "the log is written after the response").toPass()
  await page.getByLabel("Response").selectOption({ label: "4xx · client error" })
  await page.waitForURL(/status=4xx/)
  await expect(page.getByRole("row", { name: "/api/v1/clients" })).toBeVisible()
  await expect(page.getByRole("row", { name: "/api/v1/metrics" })).toHaveCount(0)
})

test("rotating a key creates a new one, and the old key works for the chosen grace period", async ({ page }) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  const old = await createKey(page, slug)
  for (const [grace, status] of [
    ["1 hour", 200],
    ["None: stops immediately", 401],
  ] as const) {
    const before = grace === "1 hour" ? old : await createKey(page, slug, "Another")
    await page.getByRole("button", { name: "Rotate key" }).click()
    await page.getByLabel("Grace period for the old key").selectOption({ label: grace })
    await page.getByRole("dialog").getByRole("button", { name: "Rotate key" }).click()
    const fresh = await storeKey(page)
    expect(fresh).not.toBe(before)
    expect((await ask(page, fresh)).status).toBe(200)
    expect((await ask(page, before)).status).toBe(status)
  }
  await page.goto(`/${slug}/settings/api`)
  await expect(page.getByText("being replaced")).toBeVisible()
})

test("a key that the browser refused to copy is not reported as copied", async ({ page }) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  await page.goto(`/${slug}/settings/api`)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("Refused", "NotAllowedError"))
  })
  await page.getByRole("button", { name: "Create key" }).click()
  await page.getByLabel("Name").fill("Nightly export")
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click()
  const box = page.getByRole("group", { name: "API key" })
  await box.getByRole("button", { name: "Copy" }).click()
  await expect(page.getByText("We couldn't copy this. Select the text and copy it manually.")).toBeVisible()
  await expect(box.getByRole("button", { name: "Copied" })).toHaveCount(0)
})

test("an invalid value shows an error at its field, and creates no key", async ({ page }) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  await page.goto(`/${slug}/settings/api`)
  await page.getByRole("button", { name: "Create key" }).click()
  await page.getByLabel("Name").fill("Bad ranges")
  await page.getByLabel("Allowed IP addresses").fill("203.0.113.0/24\nnowhere")
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click()
  const addresses = page.getByLabel("Allowed IP addresses")
  await expect(addresses).toHaveAttribute("aria-invalid", "true")
  await expect(addresses).toHaveAccessibleDescription(
    /"nowhere": use an IP address or a range in CIDR notation, such as 203\.0\.113\.0\/24/,
  )
  await expect(page.getByRole("alert"), "the field says it all").toHaveCount(0)
  await expect(page.getByRole("dialog")).not.toContainText("/ip_allowlist/")
})

test("the request log can be searched by path or id, and a request shows its parameters and its error", async ({
  page,
}) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  const key = await createKey(page, slug)
  const { body } = await ask(page, key, `/api/v1/clients?limit=0&q=caf%C3%A9&token=hunter2`)
  expect(body.code).toBe("parameter_invalid")
  await ask(page, key, "/api/v1/reports")
  const log = `/${slug}/settings/api/logs`
  await expect(async () => {
    await page.goto(log)
    await expect(page.getByRole("row", { name: "/api/v1/reports" })).toBeVisible({ timeout: 500 })
  }, "the log is written after the response").toPass()

  await page.getByLabel("Path or query").fill("clients?limit")
  await page.getByLabel("Path or query").press("Enter")
  await page.waitForURL(/path=clients/)
  await expect(page.getByRole("row", { name: "/api/v1/reports" })).toHaveCount(0)
  await page.getByRole("link", { name: /GET \/api\/v1\/clients/ }).click()
  await page.waitForURL(new RegExp(`/logs/${body.request_id}$`))
  await expect(page.getByRole("heading", { name: "GET /api/v1/clients" })).toBeVisible()
  await expect(page.getByText("/api/v1/clients?limit=0").first()).toBeVisible()
  await expect(page.getByRole("row", { name: "q café" })).toBeVisible()
  await expect(page.getByRole("row", { name: "token [redacted]" })).toBeVisible()
  await expect(page.getByText('"detail": "limit is less than 1')).toBeVisible()
  await expect(page.getByText(/ms, of which .* in the database/)).toBeVisible()
  await expect(page.locator("body")).not.toContainText("hunter2")
  await page.getByRole("button", { name: "Copy request ID" }).click()
  expect(await clipboardText(page)).toBe(body.request_id)

  await page.goto(`${log}?request_id=${body.request_id}`)
  await expect(page.getByRole("row", { name: "/api/v1/clients" })).toBeVisible()
  await expect(page.getByRole("row", { name: "/api/v1/reports" })).toHaveCount(0)
  await page.goto(`${log}?request_id=abc`)
  await expect(page.getByText("No matching requests")).toBeVisible()
  await page.goto(`${log}/req_01ARZ3NDEKTSV4RRFFQ69G5FAV`)
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible()
})

test("a smaller plan says what happens to the keys above its limit, and they keep working", async ({ page }) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug, "Agency")
  for (let i = 1; i <= 21; i++) await call(page, slug, "keys.create", { name: `Key ${i}`, scopes: ["clients:read"] })
  await page.goto(`/${slug}/settings/plan`)
  await expect(page.getByRole("list", { name: "Plan usage" })).toContainText("84% used")
  await expect(page.getByRole("columnheader", { name: "Pro" })).toContainText("less than you use")
  await expect(page.getByRole("row", { name: "API keys" })).toContainText("you use 21")
  await expectGoodLooks(page, "plan with usage above the limits of others")
  await page.getByRole("button", { name: "Change to Pro" }).click()
  const dialog = page.getByRole("dialog")
  await expect(dialog).toContainText("You use 21 API keys, and this plan has 10. All of them keep working")
  await dialog.getByRole("button", { name: "Change to Pro" }).click()
  await expect(page.getByText("Plan changed to Pro")).toBeVisible()
  const { error } = await call(page, slug, "keys.create", { name: "One more", scopes: ["clients:read"] })
  expect(error.data.problem).toMatchObject({ code: "plan_limit_reached" })
  await expect(page.getByRole("list", { name: "Plan usage" })).toContainText("above the limit")
})
