/** Tests signing in, sessions, signing out and changing the password. */
import { anotherBrowser, signInByPage, signUp } from "./person"
import { expect, test } from "./test"

test("signing in redirects to the page that the visitor opened", async ({ page, browser }) => {
  const ada = await signUp(page)
  const second = await anotherBrowser(browser)
  await second.goto(`/${ada.slug}/clients?status=paused`)
  await expect(second.getByRole("heading", { name: "Sign in" })).toBeVisible()
  await second.getByLabel("Email").fill(ada.email.toUpperCase())
  await second.getByLabel("Password").fill(ada.password)
  await second.getByRole("button", { name: "Sign in" }).click()
  await second.waitForURL(`/${ada.slug}/clients?status=paused`)
})

test("a change after the session has ended offers to sign in, and leads back to the page", async ({ page }) => {
  const ada = await signUp(page)
  await page.goto("/account", { waitUntil: "networkidle" })
  await page.context().clearCookies()
  await page.getByLabel("Name").fill("Ada Lovelace")
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Sign in" }).click()
  await page.getByLabel("Email").fill(ada.email)
  await page.getByLabel("Password").fill(ada.password)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.waitForURL("/account")
  await expect(page.getByLabel("Name")).toHaveValue(ada.name)
})

test("a callback URL cannot redirect to another site after signing in", async ({ page, browser, baseURL }) => {
  const ada = await signUp(page)
  for (const elsewhere of ["https://evil.example", "//evil.example", "/%5Cevil.example"]) {
    const visitor = await anotherBrowser(browser)
    await signInByPage(visitor, ada, `/sign-in?callbackUrl=${encodeURIComponent(decodeURIComponent(elsewhere))}`)
    await visitor.waitForURL(`${baseURL}/${ada.slug}`)
  }
})

test("signing out everywhere ends the sessions of every browser", async ({ page, browser }) => {
  const ada = await signUp(page)
  const second = await anotherBrowser(browser)
  await signInByPage(second, ada)
  await second.waitForURL(`/${ada.slug}`)
  await page.goto("/account")
  await page.getByRole("button", { name: "Sign out everywhere" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click()
  await page.waitForURL(/\/sign-in/)
  await second.goto(`/${ada.slug}`)
  await expect(second.getByRole("heading", { name: "Sign in" })).toBeVisible()
  const status = await second.evaluate(async () => (await fetch("/api/trpc/people.getAccount?input={}")).status)
  expect(status).toBe(401)
})

test("signing out ends the session on the server, so that a copied cookie no longer works", async ({
  page,
  browser,
}) => {
  const ada = await signUp(page)
  const copy = await anotherBrowser(browser)
  await copy.context().addCookies(await page.context().cookies())
  await copy.goto(`/${ada.slug}`)
  await expect(copy.getByRole("heading", { name: "First steps" })).toBeVisible()
  await page.goto("/account")
  await page.getByRole("button", { name: ada.name }).click()
  await page.getByRole("menuitem", { name: "Sign out" }).click()
  await page.waitForURL("/")
  await copy.goto(`/${ada.slug}`)
  await expect(copy.getByRole("heading", { name: "Sign in" })).toBeVisible()
})

test("a session can be ended from the list, and the others stay signed in", async ({ page, browser }) => {
  const ada = await signUp(page)
  const second = await anotherBrowser(browser)
  await signInByPage(second, ada)
  await second.waitForURL(`/${ada.slug}`)
  await page.goto("/account")
  await expect(page.getByText("this device")).toHaveCount(1)
  await page.getByRole("button", { name: /^Sign out on Chrome/ }).click()
  await expect(page.getByText(/^Signed out on Chrome/)).toBeVisible()
  await expect(page.getByRole("button", { name: /^Sign out on/ })).toHaveCount(0)
  await second.goto(`/${ada.slug}`)
  await expect(second.getByRole("heading", { name: "Sign in" })).toBeVisible()
  await page.goto(`/${ada.slug}`)
  await expect(page.getByRole("heading", { name: "First steps" })).toBeVisible()
})

test("changing the password signs out every other browser, and not this one", async ({ page, browser }) => {
  const ada = await signUp(page)
  const second = await anotherBrowser(browser)
  await signInByPage(second, ada)
  await second.waitForURL(`/${ada.slug}`)
  await page.goto("/account")
  await page.getByLabel("Current password").fill("not the password")
  await page.getByLabel("New password").fill("another good password")
  await page.getByRole("button", { name: "Change password" }).click()
  await expect(page.getByText("The current password is wrong.")).toBeVisible()
  await page.getByLabel("Current password").fill(ada.password)
  await page.getByRole("button", { name: "Change password" }).click()
  await expect(page.getByText("Password changed")).toBeVisible()
  await second.goto(`/${ada.slug}`)
  await expect(second.getByRole("heading", { name: "Sign in" })).toBeVisible()
  await page.goto(`/${ada.slug}`)
  await expect(page.getByRole("heading", { name: "First steps" })).toBeVisible()
})

test("ten wrong passwords block an unknown browser with an unchanged message, and not a known browser", async ({
  page,
  browser,
}) => {
  const ada = await signUp(page)
  const visitor = await anotherBrowser(browser)
  await visitor.goto("/sign-in")
  const messages = new Set<string>()
  for (let attempt = 0; attempt < 11; attempt++) {
    await visitor.getByLabel("Email").fill(ada.email)
    await visitor.getByLabel("Password").fill(attempt < 10 ? `wrong password ${attempt}` : ada.password)
    const answered = visitor.waitForResponse(/callback\/credentials/)
    await visitor.getByRole("button", { name: "Sign in" }).click()
    await answered
    messages.add(await visitor.getByRole("alert").filter({ hasText: /\S/ }).innerText())
  }
  expect([...messages]).toHaveLength(1)
  expect([...messages][0]).toContain("Wrong email or password")
  const device = (await page.context().cookies()).find(({ name }) => name === "signalbox-devices")
  expect(device).toMatchObject({ httpOnly: true, sameSite: "Lax" })
  await page.goto("/account")
  await page.getByRole("button", { name: ada.name }).click()
  await page.getByRole("menuitem", { name: "Sign out" }).click()
  await page.waitForURL("/")
  await signInByPage(page, ada)
  await page.waitForURL(`/${ada.slug}`)
})

test("signing up with the address of an existing account shows an error at the email field", async ({
  page,
  browser,
}) => {
  const ada = await signUp(page)
  const visitor = await anotherBrowser(browser)
  await visitor.goto("/sign-up")
  await visitor.getByLabel("Your name").fill("Eve")
  await visitor.getByLabel("Email").fill(ada.email)
  await visitor.getByLabel("Password").fill("a good password")
  await visitor.getByLabel("Team").fill("Eve's")
  await visitor.getByRole("button", { name: "Create account" }).click()
  await expect(visitor.getByText("An account with this email address already exists")).toBeVisible()
  await expect(visitor.getByLabel("Email")).toBeFocused()
})

test("requests from forms of other sites are refused", async ({ page, request }) => {
  const ada = await signUp(page)
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ")
  const send = (headers: Record<string, string>) =>
    request.post("/api/trpc/people.update", { headers: { cookie, ...headers }, data: '{"name":"Eve"}' })
  const json = { "content-type": "application/json" }
  expect((await send({ ...json, origin: "https://evil.example" })).status()).toBe(403)
  expect((await send({ "content-type": "text/plain" })).status()).toBe(415)
  expect((await send({ ...json })).status()).toBe(200)
  expect(ada.name).toBe("Ada")
})
