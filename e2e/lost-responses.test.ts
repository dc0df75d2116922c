/** Tests changes whose response is lost, forms that are submitted twice, and dialogs that are closed too early. */
import { call, choosePlan, newPerson, signUp } from "./person"
import { expect, type Page, type Route, test } from "./test"

/** Signs up a team on a paid plan and opens the dialog that creates a key. Returns the team's slug. */
async function openKeyDialog(page: Page) {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  await page.goto(`/${slug}/settings/api`)
  await page.getByRole("button", { name: "Create key" }).click()
  await page.getByLabel("Name").fill("Nightly export")
  return slug
}

const createButton = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Create key" })
const secretBox = (page: Page) => page.getByRole("group", { name: "API key" })

async function keyNames(page: Page, slug: string): Promise<string[]> {
  const answer = await page.request.get("/api/trpc/keys.list", { headers: { "x-team": slug } })
  return (await answer.json()).result.data.data.map((key: { name: string }) => key.name)
}

/** Lets the server execute the operation, and drops the response when `lose()` returns true. */
const loseResponses = (page: Page, operation: string, lose: () => boolean) =>
  page.route(`**/api/trpc/${operation}*`, async (route: Route) => {
    const response = await route.fetch()
    await (lose() ? route.abort("connectionreset") : route.fulfill({ response }))
  })

/** Delays the responses of an operation until `release` is called. */
async function holdResponses(page: Page, operation: string) {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>()
  await page.route(`**/api/trpc/${operation}*`, async (route) => {
    const response = await route.fetch()
    done()
    await isReleased
    await route.fulfill({ response })
  })
  return { release, isDone }
}

test("the page retries after a lost response, and shows the one key that was created", async ({ page }) => {
  const slug = await openKeyDialog(page)
  let lost = 0
  await loseResponses(page, "keys.create", () => ++lost === 1)
  await createButton(page).click()
  await expect(secretBox(page)).toBeVisible()
  expect(await keyNames(page, slug)).toEqual(["Nightly export"])
})

test("when no response arrives, the page says that saving is unconfirmed, and a retry creates no second key", async ({
  page,
}) => {
  const slug = await openKeyDialog(page)
  let isLosing = true
  await loseResponses(page, "keys.create", () => isLosing)
  await createButton(page).click()
  await expect(page.getByRole("alert")).toContainText("couldn't confirm that this was saved")
  await expect(page.getByRole("alert")).not.toContainText("Nothing was changed")
  isLosing = false
  await createButton(page).click()
  await expect(secretBox(page)).toBeVisible()
  const key = await secretBox(page).locator("code").innerText()
  const { status } = await page.request
    .get("/api/v1/me", { headers: { Authorization: `Bearer ${key}` } })
    .then((answer) => ({ status: answer.status() }))
  expect(status, "the secret that is shown is the key's").toBe(200)
  expect(await keyNames(page, slug)).toEqual(["Nightly export"])
})

test("changing the form after a lost response is refused, because the first version was saved", async ({ page }) => {
  const slug = await openKeyDialog(page)
  let isLosing = true
  await loseResponses(page, "keys.create", () => isLosing)
  await createButton(page).click()
  await expect(page.getByRole("alert")).toContainText("couldn't confirm")
  isLosing = false
  await page.getByLabel("Name").fill("Another name")
  await createButton(page).click()
  await expect(page.getByRole("alert")).toContainText("had different values")
  expect(await keyNames(page, slug)).toEqual(["Nightly export"])
})

test("when the sign-in after a sign-up fails, the page says so and leads to the sign-in", async ({ page }) => {
  const { name, email, password } = newPerson("Ada")
  await page.goto("/sign-up")
  await page.getByLabel("Your name").fill(name)
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password").fill(password)
  await page.getByLabel("Team").fill("Acme")
  await page.route("**/api/auth/callback/credentials*", (route) => route.abort("connectionreset"))
  await page.getByRole("button", { name: "Create account" }).click()
  await expect(page.getByRole("alert").filter({ hasText: "Your account was created" })).toContainText("not signed in")
  await expect(page.getByLabel("Your name")).toHaveCount(0)
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).first().click()
  await page.waitForURL(/\/sign-in\?callbackUrl=%2Facme/)
})

test("the dialog stays open while a key is being created, and its secret is shown", async ({ page }) => {
  await openKeyDialog(page)
  const { release, isDone } = await holdResponses(page, "keys.create")
  await createButton(page).click()
  await isDone
  await page.keyboard.press("Escape")
  await page.mouse.click(5, 5)
  await page.getByRole("button", { name: "Cancel" }).click({ force: true })
  await page.goBack()
  await expect(createButton(page)).toBeVisible()
  release()
  await expect(secretBox(page)).toBeVisible()
  await page.goBack()
  await expect(secretBox(page), "the browser's back button does not lose the secret").toBeVisible()
  await page.getByRole("button", { name: "Done" }).click()
  await page.waitForURL(/\/keys\/key_/)
})

test("leaving the page while a secret is shown asks first", async ({ page }) => {
  await openKeyDialog(page)
  await createButton(page).click()
  await expect(secretBox(page)).toBeVisible()
  const asked = page.waitForEvent("dialog")
  await page.evaluate(() => void setTimeout(() => location.reload()))
  const dialog = await asked
  expect(dialog.type()).toBe("beforeunload")
  await dialog.dismiss()
  await expect(secretBox(page)).toBeVisible()
})

test("a double click creates one key, and does not close the box that shows it", async ({ page }) => {
  const slug = await openKeyDialog(page)
  await createButton(page).dblclick()
  await expect(secretBox(page)).toBeVisible()
  await page.getByRole("button", { name: "Done" }).dispatchEvent("click", { detail: 2 })
  await expect(secretBox(page)).toBeVisible()
  expect(await keyNames(page, slug)).toEqual(["Nightly export"])
})

test("a signing secret is not lost by Escape while its webhook is being added", async ({ page }) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  await page.goto(`/${slug}/settings/api/webhooks`)
  await page.getByRole("button", { name: "Add webhook" }).first().click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("URL").fill("https://hooks.example.com/signalbox")
  const { release, isDone } = await holdResponses(page, "webhooks.create")
  await dialog.getByRole("button", { name: "Add webhook" }).dblclick()
  await isDone
  await page.keyboard.press("Escape")
  release()
  await expect(page.getByRole("group", { name: "Signing secret" })).toBeVisible()
  const { result } = await page.request
    .get("/api/trpc/webhooks.list", { headers: { "x-team": slug } })
    .then((answer) => answer.json())
  expect(result.data.data).toHaveLength(1)
})

test("an idempotency key that is reused with another input is refused", async ({ page }) => {
  const { slug } = await signUp(page)
  const headers = { "x-team": slug, "idempotency-key": "test-0123456789-0123456789-0123456789" }
  const create = (name: string) => page.request.post("/api/trpc/clients.create", { headers, data: { name } })
  const first = await (await create("Bergamo Bikes")).json()
  expect(await (await create("Bergamo Bikes")).json()).toEqual(first)
  expect((await (await create("Other")).json()).error.data.problem).toMatchObject({
    status: 409,
    code: "idempotency_conflict",
  })
  expect((await call(page, slug, "clients.create", { name: "Bergamo Bikes" })).error.data.problem.code).toBe(
    "already_exists",
  )
})
