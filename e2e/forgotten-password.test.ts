/** Tests how a person who forgot the password gets a new one, with a mail server and without. */
import { startMailServer } from "@/domain/testing/mail-server"
import { startSecondServer } from "./second-server"
import { expect, test } from "./test"

test("a link from an email leads to a new password", async ({ page }) => {
  const mail = await startMailServer()
  const { demo, stop } = await startSecondServer({ SMTP_URL: mail.url, SMTP_FROM: "Signalbox <box@example.com>" })
  try {
    const here = new URL(demo.base_url).origin
    await page.goto(`${here}/sign-in`)
    await page.getByRole("link", { name: "Forgot your password?" }).click()
    await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible()
    await page.getByLabel("Email").fill(demo.email)
    await page.getByRole("button", { name: "Send sign-in link" }).click()
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible()
    await page.goto(mail.linkIn("Your sign-in link for Signalbox", demo.email))
    await expect(page.getByText(`You are signed in as ${demo.email}`)).toBeVisible()
    await expect(page.getByLabel("Current password")).toHaveCount(0)
    await page.getByLabel("New password").fill("a better password")
    await page.getByRole("button", { name: "Change password" }).click()
    await page.waitForURL(/\/(teams|demo-agency)$/)

    await page.context().clearCookies()
    await page.goto(`${here}/sign-in`)
    await page.getByLabel("Email", { exact: true }).fill(demo.email)
    await page.getByLabel("Password").fill("a better password")
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.waitForURL(/\/(teams|demo-agency)$/)
    await page.goto(`${here}/sign-in/new-password`)
    await expect(page.getByLabel("Current password")).toBeVisible()
  } finally {
    await stop()
    await mail.stop()
  }
})

test("without a mail server, the page names the command for the operator", async ({ page }) => {
  await page.goto("/sign-in")
  await page.getByRole("link", { name: "Forgot your password?" }).click()
  await expect(page.getByText("npm run admin -- accounts reset-password")).toBeVisible()
})
