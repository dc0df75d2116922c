/** Tests how a person gets a new password or changes the email address, with a mail server and without. */
import { startMailServer } from "@/domain/testing/mail-server"
import { expectGoodLooks } from "./accessible"
import { ageSessions } from "./old-session"
import { signInByPage, signUp } from "./person"
import { startSecondServer } from "./second-server"
import type { Demo } from "./start"
import { expect, test } from "./test"

test.describe("with a mail server", () => {
  // Both tests use the account of one second server, because its start takes longer than they do.
  test.describe.configure({ mode: "serial" })
  let mail: Awaited<ReturnType<typeof startMailServer>>
  let demo: Demo
  let here = ""
  let stop = async () => {}

  test.beforeAll(async () => {
    test.setTimeout(480_000)
    mail = await startMailServer()
    const started = await startSecondServer({
      SMTP_URL: mail.url,
      SMTP_FROM: "Signalbox <box@example.com>",
      GITHUB_ID: "client",
      GITHUB_SECRET: "secret",
    })
    demo = started.demo
    stop = started.stop
    here = new URL(demo.base_url).origin
  })

  test.afterAll(async () => {
    await stop()
    await mail.stop()
  })

  test("a link from an email leads to a new password", async ({ page }) => {
    await page.goto(`${here}/sign-in`)
    await page.getByRole("link", { name: "Forgot your password?" }).click()
    await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible()
    await page.getByLabel("Email").fill(demo.email)
    await page.getByRole("button", { name: "Send sign-in link" }).click()
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible()
    await page.goto(mail.linkIn("Your sign-in link for Signalbox", demo.email))
    await expect(page.getByText(`You are signed in as ${demo.email}`)).toBeVisible()
    await expect(page.getByLabel("Current password")).toHaveCount(0)
    demo = { ...demo, password: "a better password" }
    await page.getByLabel("New password").fill(demo.password)
    await page.getByRole("button", { name: "Change password" }).click()
    await page.waitForURL(/\/(teams|demo-agency)$/)

    await page.context().clearCookies()
    await page.goto(`${here}/sign-in`)
    await page.getByLabel("Email", { exact: true }).fill(demo.email)
    await page.getByLabel("Password").fill(demo.password)
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.waitForURL(/\/(teams|demo-agency)$/)
    await page.goto(`${here}/sign-in/new-password`)
    await expect(page.getByLabel("Current password")).toBeVisible()
  })

  test("a link to the new address changes the address, and the old one no longer signs in", async ({ page }) => {
    test.slow()
    const email = "ada.new@example.com"
    await signInByPage(page, demo, `${here}/sign-in`)
    await page.waitForURL(/\/(teams|demo-agency)$/)
    await page.goto(`${here}/account`)
    await page.getByRole("button", { name: "Change email address" }).click()
    const dialog = page.getByRole("dialog", { name: "Change email address" })
    await dialog.getByLabel("New email address").fill(email)
    await dialog.getByLabel("Current password").fill("not the password")
    await dialog.getByRole("button", { name: "Send confirmation link" }).click()
    await expect(dialog.getByText("The current password is wrong.")).toBeVisible()
    await expectGoodLooks(page, "the form for a new address")
    await dialog.getByLabel("Current password").fill(demo.password)
    await dialog.getByRole("button", { name: "Send confirmation link" }).click()
    await expect(dialog.getByText(`We sent an email to ${email}.`)).toBeVisible()
    await expectGoodLooks(page, "the notice that a link was sent")
    await dialog.getByRole("button", { name: "Done" }).click()
    await expect(page.getByText(`You sign in with ${demo.email}.`)).toBeVisible()

    const link = mail.linkIn("Confirm your new email address for Signalbox", email)
    await page.context().clearCookies()
    await signInByPage(page, demo, link)
    await expect(page.getByText(`You are signed in as ${demo.email}.`)).toBeVisible()
    await page.getByRole("button", { name: "Change email address" }).click()
    await expect(page.getByText(`Your email address is now ${email}.`)).toBeVisible()
    await expectGoodLooks(page, "the page after the change")
    await page.getByRole("link", { name: "Go to your account" }).click()
    await expect(page.getByText(`You sign in with ${email}.`)).toBeVisible()

    await page.context().clearCookies()
    await signInByPage(page, demo, `${here}/sign-in`)
    await expect(page.getByText("Wrong email or password.")).toBeVisible()
    await signInByPage(page, { ...demo, email }, `${here}/sign-in`)
    await page.waitForURL(/\/(teams|demo-agency)$/)
    await page.goto(link)
    await page.getByRole("button", { name: "Change email address" }).click()
    await expect(page.getByText(`This link does not work for ${email}.`)).toBeVisible()
    await expectGoodLooks(page, "a link that was used")

    // Without a password, a session that is not recent can neither change the address nor connect an account.
    await ageSessions(demo, { email, hasPassword: false })
    await page.goto(`${here}/account`)
    await expect(page.getByRole("button", { name: "Connect GitHub" })).toBeDisabled()
    await page.getByRole("link", { name: "Sign in again" }).click()
    await expect(page.getByText("Sign in again, in a way that already works for your account.")).toBeVisible()
    await page.goto(`${here}/account`)
    await page.getByRole("button", { name: "Change email address" }).click()
    await expect(dialog.getByText("Your account has no password, so sign in again first.")).toBeVisible()
    await expectGoodLooks(page, "the dialog that asks to sign in again")
    await dialog.getByRole("button", { name: "Send sign-in link" }).click()
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible()
    await page.goto(mail.linkIn("Your sign-in link for Signalbox", email))
    await expect(page).toHaveURL(`${here}/account`)
    await expect(page.getByRole("button", { name: "Connect GitHub" })).toBeEnabled()
    await page.getByRole("button", { name: "Change email address" }).click()
    await expect(dialog.getByLabel("New email address")).toBeVisible()
    await expect(dialog.getByLabel("Current password")).toHaveCount(0)
  })
})

test("without a mail server, the sign-in page names the operator's command for a forgotten password", async ({
  page,
}) => {
  await page.goto("/sign-in")
  await page.getByRole("link", { name: "Forgot your password?" }).click()
  await expect(page.getByText("npm run admin -- accounts reset-password")).toBeVisible()
})

test("without a mail server, the account page names the operator's command for a new address", async ({ page }) => {
  const { email } = await signUp(page)
  await page.goto("/account")
  await expect(page.getByText(`npm run admin -- accounts change-email "${email}"`)).toBeVisible()
  await expect(page.getByRole("button", { name: "Change email address" })).toHaveCount(0)
})
