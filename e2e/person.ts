/** People in browsers. What a test only needs done is done by requests; e2e/by-page.ts does it on the pages. */
import { randomUUID } from "node:crypto"
import { type Browser, expect, type Page } from "@playwright/test"

export type Person = { name: string; email: string; password: string; slug: string }

/** Everybody's address is new, so that tests can run side by side. */
export const newPerson = (name: string): Omit<Person, "slug"> => ({
  name,
  email: `${name.toLowerCase()}-${randomUUID()}@example.com`,
  password: "correct horse battery",
})

/** Somebody new with a team of their own, signed in; the browser is at no page yet. */
export async function signUp(page: Page, name = "Ada"): Promise<Person> {
  const person = newPerson(name)
  const made = await done(page, "", "people.signUp", { ...person, team_name: `Team ${randomUUID().slice(0, 8)}` })
  await enter(page, person)
  return { ...person, slug: made.team_slug }
}

/** Signs in without the page for it. */
export async function enter(page: Page, { email, password }: Pick<Person, "email" | "password">) {
  const { csrfToken } = await (await page.request.get("/api/auth/csrf")).json()
  const form = { email, password, csrfToken, json: "true" }
  expect(await page.request.post("/api/auth/callback/credentials", { form }), "signing in").toBeOK()
}

/** Signs in on the page. */
export async function signIn(page: Page, { email, password }: Pick<Person, "email" | "password">, path = "/sign-in") {
  await page.goto(path)
  await page.getByLabel("E-mail").fill(email)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Sign in" }).click()
}

/** Another browser, with cookies of its own. */
export const anotherBrowser = async (browser: Browser) => (await browser.newContext()).newPage()

/** The owner gives the team a plan that has the API. */
export const choosePlan = (page: Page, slug: string, plan = "Pro") =>
  done(page, slug, "teams.changePlan", { plan: plan.toLowerCase() })

/** Creates a link that invites to the team. `email`: only this address may use it. */
export async function invite(page: Page, slug: string, role: string, email?: string): Promise<string> {
  const { link } = await done(page, slug, "teams.invite", { role, ...(email && { email }) })
  return link
}

/** The second person follows the link, makes an account, and joins. */
export async function joinTeam(page: Page, link: string) {
  const grace = newPerson("Grace")
  await done(page, "", "people.signUp", grace)
  await enter(page, grace)
  await done(page, "", "teams.acceptInvitation", { token: link.split("/").at(-1) })
  return grace
}

/** Calls an operation as the page does, whatever buttons it shows. */
export async function call(page: Page, slug: string, operation: string, data: object) {
  const answer = await page.request.post(`/api/trpc/${operation}`, { headers: slug ? { "x-team": slug } : {}, data })
  return answer.json()
}

/** The same for what must succeed. Returns its data. */
async function done(page: Page, slug: string, operation: string, input: object) {
  const answer = await call(page, slug, operation, input)
  if (answer.error) throw new Error(`${operation}: ${JSON.stringify(answer.error)}`)
  return answer.result.data.data
}
