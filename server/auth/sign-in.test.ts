import type { Adapter } from "next-auth/adapters"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { findPersonByEmail, findPersonById } from "@/domain/people/accounts"
import { changePassword } from "@/domain/people/change-password"
import { signOutEverywhere } from "@/domain/people/sign-out-everywhere"
import { invite } from "@/domain/teams/invite"
import { startMailServer } from "@/domain/testing/mail-server"
import { freshMember, freshPerson, password } from "@/domain/testing/person"
import { freshTeam } from "@/domain/testing/team"
import { acrossTeams, prisma } from "@/prisma/client"
import { adapterFor } from "./adapter"
import { startGithub } from "./testing/github-server"
import { Visitor } from "./testing/visitor"

process.env.NEXTAUTH_URL = "http://localhost:3000"

const freshEmail = () => `${newId("user").toLowerCase()}@example.test`
afterEach(() => vi.unstubAllEnvs())

async function invitationLink(email?: string) {
  const owner = await freshMember(await freshTeam(), "owner")
  const token = (await run(invite, owner, { role: "member", ...(email && { email }) })).data.link.split("/").at(-1)
  return `http://localhost:3000/invitations/${token}`
}

const byPassword = (visitor: Visitor, email: string, given = password) =>
  visitor.visit("/api/auth/callback/credentials", { email, password: given })

describe("sign-in by password", () => {
  it("creates a session that ends when the person signs out everywhere", async () => {
    const ada = await freshPerson()
    const visitor = new Visitor()
    await byPassword(visitor, ada.actor.email)
    expect(await visitor.session()).toMatchObject({ person_id: ada.actor.id })
    await run(signOutEverywhere, ada, {})
    expect(await visitor.session()).toBeNull()
  })

  it("ends the session on the server on sign-out, so a copy of the cookie is rejected", async () => {
    const ada = await freshPerson()
    const visitor = new Visitor()
    await byPassword(visitor, ada.actor.email)
    const copy = new Visitor(visitor.ip, { ...visitor.cookies })
    expect(await copy.session()).toMatchObject({ person_id: ada.actor.id })
    await visitor.visit("/api/auth/signout", {})
    expect(await copy.session()).toBeNull()
  })

  it("ends the browser's previous session", async () => {
    const ada = await freshPerson()
    const visitor = new Visitor()
    await byPassword(visitor, ada.actor.email)
    const copy = new Visitor(visitor.ip, { ...visitor.cookies })
    await byPassword(visitor, ada.actor.email)
    expect(await copy.session()).toBeNull()
    expect(await visitor.session()).toMatchObject({ person_id: ada.actor.id })
  })

  it("accepts a known browser while a stranger in the same network is locked out", async () => {
    const ada = await freshPerson()
    const ip = newId("request")
    const browser = new Visitor(ip)
    const stranger = new Visitor(ip)
    await byPassword(browser, ada.actor.email)
    await browser.visit("/api/auth/signout", {})
    for (let i = 0; i < 10; i++) await byPassword(stranger, ada.actor.email, "wrong")
    await byPassword(stranger, ada.actor.email)
    expect(await stranger.session()).toBeNull()
    await byPassword(browser, ada.actor.email)
    expect(await browser.session()).toMatchObject({ person_id: ada.actor.id })
  })

  it("forgets known browsers when the person signs out everywhere", async () => {
    const ada = await freshPerson()
    const ip = newId("request")
    const browser = new Visitor(ip)
    const stranger = new Visitor(ip)
    await byPassword(browser, ada.actor.email)
    await run(signOutEverywhere, ada, {})
    for (let i = 0; i < 10; i++) await byPassword(stranger, ada.actor.email, "wrong")
    await byPassword(browser, ada.actor.email)
    expect(await browser.session()).toBeNull()
  })

  it("redirects a wrong password to the sign-in page with an error code and no session", async () => {
    const visitor = new Visitor()
    const { redirectTarget } = await byPassword(visitor, (await freshPerson()).actor.email, "wrong")
    expect(redirectTarget).toMatch(/error=sign_in_failed$/)
    expect(await visitor.session()).toBeNull()
  })

  it("offers no email links and no other providers when none are configured", async () => {
    expect(Object.keys((await new Visitor().visit("/api/auth/providers")).body ?? {})).toEqual(["credentials"])
  })
})

describe("sign-in by an email link", () => {
  let mail: Awaited<ReturnType<typeof startMailServer>>
  beforeAll(async () => {
    mail = await startMailServer()
    Object.assign(process.env, { SMTP_URL: mail.url, SMTP_FROM: "Signalbox <box@example.test>" })
  })
  afterAll(async () => {
    delete process.env.SMTP_URL
    await mail.stop()
  })

  async function requestLink(email: string, more: { callbackUrl?: string } = {}) {
    const visitor = new Visitor(newId("request"))
    const response = await visitor.visit("/api/auth/signin/email", { email, ...more })
    return { visitor, response, link: mail.linkIn("Your sign-in link for Signalbox", email) }
  }

  it("lets a person who forgot the password set a new one", async () => {
    const ada = await freshPerson({ is_email_verified: true })
    const { visitor, link } = await requestLink(ada.actor.email, { callbackUrl: "/sign-in/new-password" })
    expect((await visitor.visit(link)).redirectTarget).toMatch(/\/sign-in\/new-password$/)
    const { session_id = "" } = (await visitor.session()) ?? {}
    const caller = { ...ada, actor: { ...ada.actor, session_id } }
    await run(changePassword, caller, { new_password: "a better password" })
    const browser = new Visitor()
    await byPassword(browser, ada.actor.email, "a better password")
    const byPasswordOnly = await browser.session()
    const other = { ...ada, actor: { ...ada.actor, session_version: 2, session_id: byPasswordOnly?.session_id ?? "" } }
    await expect(run(changePassword, other, { new_password: "an even better one" })).rejects.toMatchObject({
      errors: [{ parameter: "current_password" }],
    })
  })

  it("creates an account for a new address, and the link works only once", async () => {
    const email = freshEmail()
    const { visitor, link } = await requestLink(email)
    await visitor.visit(link)
    const person = await findPersonByEmail(email)
    expect(person).toMatchObject({ is_email_verified: true, has_password: false })
    expect(await visitor.session()).toMatchObject({ person_id: person?.id })
    expect((await new Visitor().visit(link)).redirectTarget).toMatch(/error=Verification/)
  })

  it("removes the password of an account whose address was never confirmed", async () => {
    const squatter = await freshPerson()
    const { visitor, link } = await requestLink(squatter.actor.email)
    await visitor.visit(link)
    expect(await visitor.session()).toMatchObject({ person_id: squatter.actor.id })
    expect(await findPersonById(squatter.actor.id)).toMatchObject({ is_email_verified: true, has_password: false })
  })

  it("sends a stranger no link when sign-up needs an invitation, and shows the same page", async () => {
    vi.stubEnv("SIGNALBOX_SIGN_UP", "invite")
    const email = freshEmail()
    const { visitor, link } = await requestLink(email)
    expect(link).toBe("")
    expect(mail.emails.at(-1)).toContain("This address has no account")
    expect(await findPersonByEmail(email)).toBeUndefined()
    expect(await visitor.session()).toBeNull()
  })

  it("creates no account with a link that was sent before sign-up was closed", async () => {
    const email = freshEmail()
    const { visitor, link } = await requestLink(email)
    vi.stubEnv("SIGNALBOX_SIGN_UP", "closed")
    expect((await visitor.visit(link)).redirectTarget).toMatch(/error=sign_up_closed/)
    expect(await findPersonByEmail(email)).toBeUndefined()
  })

  it("creates no account with such a link in a signed-in browser either", async () => {
    const email = freshEmail()
    const { visitor, link } = await requestLink(email)
    await byPassword(visitor, (await freshPerson()).actor.email)
    vi.stubEnv("SIGNALBOX_SIGN_UP", "closed")
    expect((await visitor.visit(link)).redirectTarget).toMatch(/error=sign_up_closed/)
    expect(await findPersonByEmail(email)).toBeUndefined()
  })

  it("creates an account for a person who asks on an invitation's page", async () => {
    vi.stubEnv("SIGNALBOX_SIGN_UP", "invite")
    const email = freshEmail()
    const { visitor, link } = await requestLink(email, { callbackUrl: await invitationLink() })
    await visitor.visit(link)
    expect(await visitor.session()).toMatchObject({ person_id: (await findPersonByEmail(email))?.id })
  })

  it("with an invitation for one address, responds the same for every address and emails a link only to that one", async () => {
    vi.stubEnv("SIGNALBOX_SIGN_UP", "invite")
    const invited = freshEmail()
    const other = freshEmail()
    const callbackUrl = await invitationLink(invited)
    const right = await requestLink(invited, { callbackUrl })
    const wrong = await requestLink(other, { callbackUrl })
    expect(right.response).toEqual(wrong.response)
    expect(Object.keys(right.visitor.cookies)).toEqual(Object.keys(wrong.visitor.cookies))
    expect(wrong.link).toBe("")
    await right.visitor.visit(right.link)
    expect(await findPersonByEmail(invited)).toMatchObject({ is_email_verified: true, has_password: false })
    expect(await right.visitor.session()).not.toBeNull()
    expect(await findPersonByEmail(other)).toBeUndefined()
  })

  it("signs in people who have an account while sign-up is closed", async () => {
    vi.stubEnv("SIGNALBOX_SIGN_UP", "closed")
    const { actor } = await freshPerson()
    const { visitor, link } = await requestLink(actor.email)
    await visitor.visit(link)
    expect(await visitor.session()).toMatchObject({ person_id: actor.id })
  })

  it("preserves the password when the link is opened in a signed-in browser", async () => {
    const ada = await freshPerson()
    const { visitor, link } = await requestLink(ada.actor.email)
    await byPassword(visitor, ada.actor.email)
    await visitor.visit(link)
    expect(await findPersonById(ada.actor.id)).toMatchObject({ is_email_verified: true, has_password: true })
  })

  it("emails the owner of the address which access was removed, with the teams", async () => {
    const { actor } = await freshPerson()
    const { link } = await requestLink(actor.email)
    await new Visitor().visit(link)
    const notice = mail.emails.find((text) => text.includes(`To: ${actor.email}`) && text.includes("we removed"))
    expect(notice).toContain("set a new one under Account")
  })

  it("works while passwords from the network are rejected", async () => {
    const { actor } = await freshPerson()
    const visitor = new Visitor(newId("request"))
    for (let i = 0; i < 50; i++) await byPassword(visitor, freshEmail(), "wrong")
    expect((await byPassword(visitor, actor.email)).redirectTarget).toMatch(/error=rate_limited$/)
    await visitor.visit("/api/auth/signin/email", { email: actor.email })
    await visitor.visit(mail.linkIn("Your sign-in link for Signalbox", actor.email))
    expect(await visitor.session()).toMatchObject({ person_id: actor.id })
  })

  it("does not sign in to an account whose address changes while the link is opened", async () => {
    const { actor } = await freshPerson({ is_email_verified: true })
    const call = { origin: { ip: null, userAgent: null }, signedIn: null, invitation: null, devices: [] }
    // next-auth calls these functions in this order.
    const adapter = adapterFor({ ...call, onSignIn: () => {} }) as Required<Adapter>
    const link = { identifier: actor.email, token: newId("request") }
    await adapter.createVerificationToken({ ...link, expires: new Date(Date.now() + 60_000) })
    await adapter.useVerificationToken(link)
    const { id = "" } = (await adapter.getUserByEmail(actor.email)) ?? {}
    expect(await adapter.updateUser({ id })).toMatchObject({ id: actor.id })
    await acrossTeams(() => prisma.user.update({ where: { id }, data: { email: freshEmail() } }))
    await expect(adapter.updateUser({ id })).rejects.toThrow("has another address now")
  })

  it("sends at most ten emails to one address in 15 minutes, and stores no token for further requests", async () => {
    const email = freshEmail()
    const countTokens = () => acrossTeams(() => prisma.verificationToken.count({ where: { identifier: email } }))
    for (let i = 0; i < 10; i++) await requestLink(email)
    const before = mail.emails.length
    const { response } = await requestLink(email)
    expect(response.redirectTarget).toMatch(/\/api\/auth\/error\?error=EmailSignin$/)
    expect(mail.emails).toHaveLength(before)
    expect(await countTokens()).toBe(10)
  })
})

describe("sign-in through GitHub", () => {
  const client = { id: "our-client", secret: "our-secret" }
  let github: Awaited<ReturnType<typeof startGithub>>
  beforeAll(async () => {
    github = await startGithub(client)
    Object.assign(process.env, { GITHUB_ID: client.id, GITHUB_SECRET: client.secret, GITHUB_URL: github.url })
  })
  afterAll(async () => {
    for (const name of ["GITHUB_ID", "GITHUB_SECRET", "GITHUB_URL"]) delete process.env[name]
    await github.stop()
  })

  /** Goes from our page to GitHub and back, as a browser does. */
  async function throughGithub(
    visitor: Visitor,
    email: string,
    verified = true,
    id = Date.now() * Math.random(),
    form: { callbackUrl?: string } = {},
  ) {
    github.signInAs({ id: Math.floor(id), login: "ada", name: null, emails: [{ email, primary: true, verified }] })
    const { redirectTarget } = await visitor.visit("/api/auth/signin/github", form)
    const back = (await fetch(redirectTarget, { redirect: "manual" })).headers.get("location") ?? ""
    return visitor.visit(back)
  }

  async function startedMinutesAgo(visitor: Visitor, minutes: number) {
    const { session_id: id = "" } = (await visitor.session()) ?? {}
    const data = { created_at: new Date(Date.now() - minutes * 60_000) }
    await acrossTeams(() => prisma.session.update({ where: { id }, data }))
  }

  it("creates an account with the verified primary address, and recognizes it the next time", async () => {
    const email = freshEmail()
    const visitor = new Visitor()
    await throughGithub(visitor, email, true, 41)
    const person = await findPersonByEmail(email)
    expect(person).toMatchObject({ name: "ada", is_email_verified: true, accounts: ["github"] })
    const again = new Visitor()
    await throughGithub(again, freshEmail(), true, 41)
    expect(await again.session()).toMatchObject({ person_id: person?.id })
  })

  it("creates no account for a stranger when sign-up needs an invitation", async () => {
    vi.stubEnv("SIGNALBOX_SIGN_UP", "invite")
    const email = freshEmail()
    const visitor = new Visitor()
    expect((await throughGithub(visitor, email)).redirectTarget).toMatch(/error=sign_up_closed/)
    expect(await visitor.session()).toBeNull()
    expect(await findPersonByEmail(email)).toBeUndefined()
  })

  it("creates an account for a person who comes from an invitation's page", async () => {
    vi.stubEnv("SIGNALBOX_SIGN_UP", "invite")
    const email = freshEmail()
    const visitor = new Visitor()
    await throughGithub(visitor, email, true, undefined, { callbackUrl: await invitationLink() })
    expect(await visitor.session()).toMatchObject({ person_id: (await findPersonByEmail(email))?.id })
  })

  it("signs in a connected account while sign-up is closed, even after its address changed", async () => {
    const email = freshEmail()
    const visitor = new Visitor()
    await throughGithub(visitor, email, true, 42)
    vi.stubEnv("SIGNALBOX_SIGN_UP", "closed")
    const again = new Visitor()
    await throughGithub(again, freshEmail(), true, 42)
    expect(await again.session()).toMatchObject({ person_id: (await findPersonByEmail(email))?.id })
  })

  it("rejects an address that GitHub has not verified", async () => {
    const { actor } = await freshPerson()
    const visitor = new Visitor()
    expect((await throughGithub(visitor, actor.email, false)).redirectTarget).toMatch(/error=email_unverified/)
    expect(await visitor.session()).toBeNull()
  })

  it("connects to the account with the same address, and removes a password set before the address was confirmed", async () => {
    const squatter = await freshPerson()
    const visitor = new Visitor()
    await throughGithub(visitor, squatter.actor.email)
    expect(await visitor.session()).toMatchObject({ person_id: squatter.actor.id })
    expect(await findPersonById(squatter.actor.id)).toMatchObject({ accounts: ["github"], has_password: false })
  })

  it("connects to the signed-in person's account and preserves their password", async () => {
    const { actor } = await freshPerson()
    const visitor = new Visitor()
    await byPassword(visitor, actor.email)
    await throughGithub(visitor, actor.email)
    expect(await findPersonById(actor.id)).toMatchObject({ accounts: ["github"], has_password: true })
  })

  it("confirms the address of a signed-in person who connects an account with the same address", async () => {
    const { actor } = await freshPerson()
    const visitor = new Visitor()
    await byPassword(visitor, actor.email)
    await throughGithub(visitor, actor.email)
    expect(await findPersonById(actor.id)).toMatchObject({ is_email_verified: true, has_password: true })
  })

  it("connects no account with another address while the person's own address is unconfirmed", async () => {
    const { actor } = await freshPerson()
    const visitor = new Visitor()
    await byPassword(visitor, actor.email)
    expect((await throughGithub(visitor, freshEmail())).redirectTarget).toBe("/account?error=address_unconfirmed")
    expect(await findPersonById(actor.id)).toMatchObject({ accounts: [], is_email_verified: false })
  })

  it("connects an account with another address only in the 15 minutes after a sign-in", async () => {
    const { actor } = await freshPerson({ is_email_verified: true })
    const visitor = new Visitor()
    await byPassword(visitor, actor.email)
    await startedMinutesAgo(visitor, 16)
    const refused = await throughGithub(visitor, freshEmail())
    expect(refused.redirectTarget).toBe("/sign-in?error=sign_in_again&callbackUrl=%2Faccount")
    expect(await findPersonById(actor.id)).toMatchObject({ accounts: [] })
    await byPassword(visitor, actor.email)
    await startedMinutesAgo(visitor, 14)
    await throughGithub(visitor, freshEmail())
    expect(await findPersonById(actor.id)).toMatchObject({ accounts: ["github"] })
  })

  it("starts a new session for a provider that has verified the address of the signed-in person's account", async () => {
    const { actor } = await freshPerson({ is_email_verified: true })
    const visitor = new Visitor()
    await byPassword(visitor, actor.email)
    await startedMinutesAgo(visitor, 16)
    const before = await visitor.session()
    await throughGithub(visitor, actor.email)
    expect(await findPersonById(actor.id)).toMatchObject({ accounts: ["github"] })
    expect((await visitor.session())?.session_id).not.toBe(before?.session_id)
  })

  it("removes every way in of a squatter once the owner of the address signs in", async () => {
    const { actor } = await freshPerson()
    const squatter = new Visitor()
    const owner = new Visitor()
    const back = new Visitor()
    await byPassword(squatter, actor.email)
    const linked = { provider: "github", provider_account_id: "4711", user_id: actor.id }
    await acrossTeams(() => prisma.account.create({ data: linked }))
    await throughGithub(owner, actor.email, true, 4712)
    expect(await owner.session()).toMatchObject({ person_id: actor.id })
    expect(await squatter.session()).toBeNull()
    await throughGithub(back, freshEmail(), true, 4711)
    expect((await back.session())?.person_id).not.toBe(actor.id)
  })

  it("rejects a callback that it did not start", async () => {
    const visitor = new Visitor()
    const { redirectTarget } = await visitor.visit("/api/auth/callback/github?code=stolen&state=forged")
    expect(redirectTarget).toMatch(/error=/)
    expect(await visitor.session()).toBeNull()
  })
})
