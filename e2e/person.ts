/**
 * Creates accounts and teams through requests, which is faster than the pages. e2e/by-page.ts does the same through the
 * pages.
 */
import { randomInt, randomUUID } from "node:crypto"
import { type Browser, expect, type Page } from "@playwright/test"

export type Person = { name: string; email: string; password: string; slug: string }

/** Creates a person with a new email address, so that tests can run in parallel. */
export const newPerson = (name: string): Omit<Person, "slug"> => ({
  name,
  email: `${name.toLowerCase()}-${randomUUID()}@example.com`,
  password: "correct horse battery",
})

/** Creates an account with a new team and signs in, without opening a page. */
export async function signUp(page: Page, name = "Ada"): Promise<Person> {
  const person = newPerson(name)
  const created = await createAccount(page, { ...person, team_name: `Team ${randomUUID().slice(0, 8)}` })
  await signInByRequest(page, person)
  return { ...person, slug: created.team_slug }
}

/** Signs in through requests. */
export async function signInByRequest(page: Page, { email, password }: Pick<Person, "email" | "password">) {
  const { csrfToken } = await (await page.request.get("/api/auth/csrf")).json()
  const form = { email, password, csrfToken, json: "true" }
  expect(await page.request.post("/api/auth/callback/credentials", { form }), "signing in").toBeOK()
}

/** Signs in through the page. */
export async function signInByPage(
  page: Page,
  { email, password }: Pick<Person, "email" | "password">,
  path = "/sign-in",
) {
  await page.goto(path)
  await page.getByLabel("Email", { exact: true }).fill(email)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Sign in" }).click()
}

/** Opens a page in a new browser context, with separate cookies. */
export const anotherBrowser = async (browser: Browser) => (await browser.newContext()).newPage()

/** Changes the team's plan. Pro, the default, includes the API. */
export const choosePlan = (page: Page, slug: string, plan = "Pro") =>
  callOrThrow(page, slug, "teams.changePlan", { plan: plan.toLowerCase() })

/** Signs up with a team on the plan Pro, and returns the team's slug. */
export async function newTeam(page: Page): Promise<string> {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  return slug
}

/** Creates an invitation link for the team. With `email`, only this address may use it. */
export async function invite(page: Page, slug: string, role: string, email?: string): Promise<string> {
  const { link } = await callOrThrow(page, slug, "teams.invite", { role, ...(email && { email }) })
  return link
}

/** Creates an account, signs in, and accepts the invitation. */
export async function joinTeam(page: Page, link: string) {
  const grace = newPerson("Grace")
  await createAccount(page, grace)
  await signInByRequest(page, grace)
  await callOrThrow(page, "", "teams.acceptInvitation", { token: link.split("/").at(-1) })
  return grace
}

/**
 * Calls an operation through tRPC, as the pages do, even if a page shows no button for it. Returns the response body,
 * which has `error` when the operation failed.
 */
export async function call(
  page: Page,
  slug: string,
  operation: string,
  data: object,
  extraHeaders: Record<string, string> = {},
) {
  const headers = { ...(slug && { "x-team": slug }), ...extraHeaders }
  const response = await page.request.post(`/api/trpc/${operation}`, { headers, data })
  return response.json()
}

/** Signs up from a random IP address, because the tests create more accounts than one network may create in an hour. */
function createAccount(page: Page, input: object) {
  const ipAddress = `198.18.${randomInt(256)}.${randomInt(256)}`
  return callOrThrow(page, "", "people.signUp", input, { "x-forwarded-for": ipAddress })
}

/** Calls an operation and returns its data. Throws if it fails. */
async function callOrThrow(page: Page, slug: string, operation: string, input: object, headers = {}) {
  const body = await call(page, slug, operation, input, headers)
  if (body.error) throw new Error(`${operation}: ${JSON.stringify(body.error)}`)
  return body.result.data.data
}
