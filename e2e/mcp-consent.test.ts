/** Tests the consent of a user for an app in a real browser, and the MCP settings of the team. */
import { expectGoodLooks } from "./accessible"
import { App, allow } from "./oauth-app"
import { expectWriteActionsSaved } from "./page-steps"
import {
  anotherBrowser,
  call,
  choosePlan,
  invite,
  joinTeam,
  newPerson,
  signInByPage,
  signInByRequest,
  signUp,
} from "./person"
import { expect, type Page, test } from "./test"

async function withApp(page: Page, work: (app: App) => Promise<void>) {
  const app = await new App(page.request).register("Notes")
  try {
    await work(app)
  } finally {
    app.close()
  }
}

async function teamWithMcp(page: Page) {
  const person = await signUp(page)
  await choosePlan(page, person.slug)
  return person
}

test("a person signs in, allows an app, sees it in the settings, and disconnects it", async ({ page, baseURL }) => {
  const { email, password, slug } = await teamWithMcp(page)
  await page.context().clearCookies()
  await withApp(page, async (app) => {
    await page.goto(app.authorizationPath())
    await expect(page).toHaveURL(/\/sign-in\?/)
    await signInByPage(page, { email, password }, page.url())
    await expect(page.getByRole("heading", { name: "Connect Notes (127.0.0.1) to Signalbox" })).toBeVisible()
    await expect(page.getByText("unverified app")).toBeVisible()
    await expect(page.getByText("a program on this computer")).toBeVisible()
    await expect(page.getByText("It cannot change anything.")).toBeVisible()
    await expectGoodLooks(page, "the consent page")
    await allow(page)
    await expect(page.getByRole("heading", { name: "Back in the app" })).toBeVisible()
    expect(Object.fromEntries(app.returned.at(-1) ?? [])).toMatchObject({
      state: "s",
      iss: new URL(baseURL ?? "").origin,
    })
    const { access_token, scope } = await app.tokens()
    expect(scope).toBe("data:read")
    expect(await app.callEndpoint(access_token)).toBe(200)
    for (const name of ["list_clients", "list_reports"]) await app.callTool(access_token, name)

    await page.goto(`/${slug}/settings/api/mcp`)
    await expect(page.getByRole("cell", { name: "Notes" }).first()).toBeVisible()
    await expectGoodLooks(page, "the MCP settings")
    const calls = page.getByRole("group", { name: "Calls", exact: true })
    await expect(async () => {
      await page.reload()
      await expect(calls.getByRole("row")).toHaveCount(3, { timeout: 2_000 })
    }).toPass()
    const when = calls.getByRole("columnheader", { name: "When" })
    await expect(when).toHaveAttribute("aria-sort", "descending")
    await when.getByRole("link").click()
    await expect(when).toHaveAttribute("aria-sort", "ascending")
    await expect(calls.getByRole("row").nth(1)).toContainText("list_clients")
    await page.getByRole("button", { name: /^Disconnect Notes/ }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Disconnect app" }).click()
    await expect(page.getByText("Notes is disconnected")).toBeVisible()
    expect(await app.callEndpoint(access_token)).toBe(401)
  })
})

test("a person denies an app, and the app receives the error", async ({ page }) => {
  await teamWithMcp(page)
  await withApp(page, async (app) => {
    await page.goto(app.authorizationPath())
    await page.getByRole("button", { name: "Deny access" }).click()
    await expect(page.getByRole("heading", { name: "Back in the app" })).toBeVisible()
    expect(app.returned.at(-1)?.get("error")).toBe("access_denied")
    await page.goBack()
    await page.reload()
    await expect(page.getByRole("heading", { name: "Request no longer valid" })).toBeVisible()
    await expectGoodLooks(page, "a request that was answered")
  })
})

test("a person with several teams chooses one, and a team without MCP cannot be chosen", async ({ page }) => {
  const { slug } = await teamWithMcp(page)
  const { data } = (await call(page, "", "teams.create", { name: "Second team" })).result.data
  await choosePlan(page, data.slug)
  await call(page, "", "teams.create", { name: "Free team" })
  await withApp(page, async (app) => {
    await page.goto(app.authorizationPath())
    await expect(page.getByRole("radio", { name: /Free team/ })).toBeDisabled()
    await page.getByRole("radio", { name: "Second team" }).check()
    await allow(page)
    await expect(page.getByRole("heading", { name: "Back in the app" })).toBeVisible()
    await app.tokens()
    await page.goto(`/${data.slug}/settings/api/mcp`)
    await expect(page.getByRole("cell", { name: "Notes" }).first()).toBeVisible()
    const sections = page.getByRole("heading", { name: /^Connect(ed apps| an app)$/ })
    await expect(sections, "what is connected comes first").toHaveText(["Connected apps", "Connect an app"])
    await page.goto(`/${slug}/settings/api/mcp`)
    await expect(page.getByText("No connected apps")).toBeVisible()
    await expect(sections, "without apps, the set-up comes first").toHaveText(["Connect an app", "Connected apps"])
  })
})

test("an app may make changes only after the team switches them on and the person ticks the box", async ({ page }) => {
  const { slug } = await teamWithMcp(page)
  await page.goto(`/${slug}/settings/api/mcp`)
  const tools = page.getByRole("listitem")
  await expect(tools.filter({ hasText: "Run scan" })).toBeVisible()
  await expect(tools.filter({ hasText: "Update client" }), "a tool of a larger plan").toHaveCount(0)
  await page.getByRole("switch", { name: "Write actions" }).click()
  await expect(page.getByRole("switch", { name: "Write actions" })).toBeChecked()
  await expectWriteActionsSaved(page)
  await withApp(page, async (app) => {
    const scopes: string[] = []
    for (const isTicked of [false, true]) {
      await page.goto(app.authorizationPath({ scope: "data:read data:write" }))
      const box = page.getByRole("checkbox", { name: /Also allow changes/ })
      await expect(box).not.toBeChecked()
      if (isTicked) await box.check()
      await allow(page)
      await expect(page.getByRole("heading", { name: "Back in the app" })).toBeVisible()
      scopes.push((await app.tokens()).scope)
    }
    expect(scopes).toEqual(["data:read", "data:read data:write"])
  })
})

test("a request that one account opened cannot be answered by another", async ({ page, browser }) => {
  const { slug } = await teamWithMcp(page)
  const link = await invite(page, slug, "member")
  const other = await anotherBrowser(browser)
  const grace = await joinTeam(other, link)
  await other.context().close()
  await withApp(page, async (app) => {
    await page.goto(app.authorizationPath())
    await expect(page.getByRole("button", { name: "Allow access" })).toBeVisible()
    await signInByRequest(page, { email: grace.email, password: newPerson("Grace").password })
    await allow(page)
    await expect(page.getByText("was opened by another account")).toBeVisible()
    expect(app.returned).toEqual([])
    await page.goto(app.authorizationPath())
    await expect(page.getByText(`It acts for you: ${grace.email}`)).toBeVisible()
  })
})

test("the consent page cannot be framed, and its policy lets the form lead to the app", async ({ page }) => {
  await teamWithMcp(page)
  await withApp(page, async (app) => {
    const response = await page.goto(app.authorizationPath())
    const headers = (await response?.allHeaders()) ?? {}
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'")
    expect(headers["content-security-policy"]).not.toContain("form-action")
    expect(headers["referrer-policy"]).toBe("same-origin")
    const sign = await page.goto("/sign-in?error=Verification")
    expect((await sign?.allHeaders())?.["content-security-policy"]).toContain("form-action 'self'")
  })
})
