/**
 * Steps of users through the pages: sign up, change the plan, invite and join. e2e/person.ts does the same through
 * requests, which is faster.
 */
import { randomUUID } from "node:crypto"
import { expect, type Page } from "@playwright/test"
import { newPerson, type Person } from "./person"

export async function signUpByPage(page: Page): Promise<Person> {
  const person = newPerson("Ada")
  await page.goto("/sign-up")
  await fillSignUp(page, person)
  await page.getByLabel("Team").fill(`Team ${randomUUID().slice(0, 8)}`)
  await page.getByRole("button", { name: "Create account" }).click()
  await page.waitForURL(/\/team-/)
  return { ...person, slug: new URL(page.url()).pathname.slice(1) }
}

async function fillSignUp(page: Page, { name, email, password }: Omit<Person, "slug">) {
  await page.getByLabel("Your name").fill(name)
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password").fill(password)
}

/** Changes the plan. The plans page must be open. */
export async function choosePlanByPage(page: Page, plan = "Pro") {
  await page.getByRole("button", { name: `Change to ${plan}` }).click()
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Change to ${plan}` })
    .click()
  await page.getByText(`Plan changed to ${plan}`).waitFor()
}

/** Creates an invitation link for the team. */
export async function inviteByPage(page: Page, slug: string, role: string) {
  await page.goto(`/${slug}/settings/members`)
  await page.getByRole("button", { name: "Invite members" }).click()
  await page.getByLabel("Role", { exact: true }).selectOption(role)
  await page.getByRole("button", { name: "Create link" }).click()
  const link = await page.getByRole("group", { name: "Invitation link" }).locator("code").innerText()
  await page.getByRole("button", { name: "Done" }).click()
  return link
}

/** Opens the invitation link, creates an account, and joins the team. */
export async function joinByPage(page: Page, link: string) {
  await page.goto(link)
  await page.getByRole("link", { name: "Create an account" }).click()
  await expect(page.getByLabel("Team"), "an invited person needs no team").toHaveCount(0)
  await fillSignUp(page, newPerson("Grace"))
  await page.getByRole("button", { name: "Create account" }).click()
  await page.getByRole("button", { name: /^Join/ }).click()
  await page.waitForURL(/\/team-/)
}
