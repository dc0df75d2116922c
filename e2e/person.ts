/** A person at a browser: signs up with a team of their own, and signs in again. */
import { randomUUID } from "node:crypto"
import { type Browser, expect, type Page } from "@playwright/test"

export type Person = { name: string; email: string; password: string; slug: string }

/** Everybody's address is new, so that tests can run side by side. */
const newPerson = (name: string): Omit<Person, "slug"> => ({
  name,
  email: `${name.toLowerCase()}-${randomUUID()}@example.com`,
  password: "correct horse battery",
})

export async function signUp(page: Page, name = "Ada"): Promise<Person> {
  const person = newPerson(name)
  await page.goto("/sign-up")
  await fillSignUp(page, person)
  await page.getByLabel("Team").fill(`Team ${randomUUID().slice(0, 8)}`)
  await page.getByRole("button", { name: "Create account" }).click()
  await page.waitForURL(/\/team-/)
  return { ...person, slug: new URL(page.url()).pathname.slice(1) }
}

async function fillSignUp(page: Page, { name, email, password }: Omit<Person, "slug">) {
  await page.getByLabel("Your name").fill(name)
  await page.getByLabel("E-mail").fill(email)
  await page.getByLabel("Password").fill(password)
}

export async function signIn(page: Page, { email, password }: Pick<Person, "email" | "password">, path = "/sign-in") {
  await page.goto(path)
  await page.getByLabel("E-mail").fill(email)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Sign in" }).click()
}

/** Another browser, with cookies of its own. */
export const anotherBrowser = async (browser: Browser) => (await browser.newContext()).newPage()

/** The owner gives the team a plan that has the API. */
export async function choosePlan(page: Page, slug: string, plan = "Pro") {
  await page.goto(`/${slug}/settings/plan`)
  await page.getByRole("button", { name: `Change to ${plan}` }).click()
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Change to ${plan}` })
    .click()
  await page.getByText(`The plan is ${plan} now`).waitFor()
}

/** Makes a link that invites to the team. */
export async function invite(page: Page, slug: string, role: string) {
  await page.goto(`/${slug}/settings/members`)
  await page.getByRole("button", { name: "Invite" }).click()
  await page.getByLabel("Role", { exact: true }).selectOption(role)
  await page.getByRole("button", { name: "Create link" }).click()
  const link = await page.getByRole("group", { name: "Invitation link" }).locator("code").innerText()
  await page.getByRole("button", { name: "Done" }).click()
  return link
}

/** The second person follows the link, makes an account, and joins. */
export async function joinTeam(page: Page, link: string) {
  await page.goto(link)
  await page.getByRole("link", { name: "Create an account" }).click()
  await expect(page.getByLabel("Team"), "an invited person needs no team").toHaveCount(0)
  const grace = newPerson("Grace")
  await fillSignUp(page, grace)
  await page.getByRole("button", { name: "Create account" }).click()
  await page.getByRole("button", { name: /^Join/ }).click()
  await page.waitForURL(/\/team-/)
  return grace
}

/** Calls an operation as the page does, whatever buttons it shows. */
export const call = (page: Page, slug: string, operation: string, input: object) =>
  page.evaluate(
    async ([slug, operation, input]) => {
      const headers = { "content-type": "application/json", "x-team": slug }
      const answer = await fetch(`/api/trpc/${operation}`, { method: "POST", headers, body: JSON.stringify(input) })
      return answer.json()
    },
    [slug, operation, input] as const,
  )
