import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { newId } from "@/domain/ids"
import { run } from "@/domain/operation"
import { findPersonByEmail, findPersonById } from "@/domain/people/accounts"
import { signOutEverywhere } from "@/domain/people/sign-out-everywhere"
import { invite } from "@/domain/teams/invite"
import { freshMember, freshPerson, password } from "@/domain/testing/person"
import { freshTeam } from "@/domain/testing/team"
import { acrossTeams, prisma } from "@/prisma/client"
import { startGithub } from "./testing/github-server"
import { startMailServer } from "./testing/mail-server"
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

describe("signing in by password", () => {
  it("makes a session that ends when its person signs out everywhere", async () => {
    const ada = await freshPerson()
    const visitor = new Visitor()
    await byPassword(visitor, ada.actor.email)
    expect(await visitor.session()).toMatchObject({ person_id: ada.actor.id })
    await run(signOutEverywhere, ada, {})
    expect(await visitor.session()).toBeNull()
  })

  it("ends on the server when the person signs out: a copy of the cookie is refused", async () => {
    const ada = await freshPerson()
    const visitor = new Visitor()
    await byPassword(visitor, ada.actor.email)
    const copy = new Visitor(visitor.ip, { ...visitor.jar })
    expect(await copy.session()).toMatchObject({ person_id: ada.actor.id })
    await visitor.visit("/api/auth/signout", {})
    expect(await copy.session()).toBeNull()
  })

  it("ends the session that the browser had before", async () => {
    const ada = await freshPerson()
    const visitor = new Visitor()
    await byPassword(visitor, ada.actor.email)
    const copy = new Visitor(visitor.ip, { ...visitor.jar })
    await byPassword(visitor, ada.actor.email)
    expect(await copy.session()).toBeNull()
    expect(await visitor.session()).toMatchObject({ person_id: ada.actor.id })
  })

  it("knows a browser that has signed in, while a stranger in the same network is locked out", async () => {
    const ada = await freshPerson()
    const ip = newId("request")
    const [browser, stranger] = [new Visitor(ip), new Visitor(ip)]
    await byPassword(browser, ada.actor.email)
    await browser.visit("/api/auth/signout", {})
    for (let i = 0; i < 10; i++) await byPassword(stranger, ada.actor.email, "wrong")
    await byPassword(stranger, ada.actor.email)
    expect(await stranger.session()).toBeNull()
    await byPassword(browser, ada.actor.email)
    expect(await browser.session()).toMatchObject({ person_id: ada.actor.id })
  })

  it("knows no browser after its person signed out everywhere", async () => {
    const ada = await freshPerson()
    const ip = newId("request")
    const [browser, stranger] = [new Visitor(ip), new Visitor(ip)]
    await byPassword(browser, ada.actor.email)
    await run(signOutEverywhere, ada, {})
    for (let i = 0; i < 10; i++) await byPassword(stranger, ada.actor.email, "wrong")
    await byPassword(browser, ada.actor.email)
    expect(await browser.session()).toBeNull()
  })

  it("leads a wrong password to the sign-in page with a code, and no session", async () => {
    const visitor = new Visitor()
    const { leadsTo } = await byPassword(visitor, (await freshPerson()).actor.email, "wrong")
    expect(leadsTo).toMatch(/error=sign_in_failed$/)
    expect(await visitor.session()).toBeNull()
  })

  it("offers neither letter nor other providers while nothing is set", async () => {
    expect(Object.keys((await new Visitor().visit("/api/auth/providers")).says ?? {})).toEqual(["credentials"])
  })
})

describe("signing in by a letter", () => {
  let mail: Awaited<ReturnType<typeof startMailServer>>
  beforeAll(async () => {
    mail = await startMailServer()
    Object.assign(process.env, { SMTP_URL: mail.url, SMTP_FROM: "Signalbox <box@example.test>" })
  })
  afterAll(async () => {
    delete process.env.SMTP_URL
    await mail.stop()
  })

  async function letterTo(email: string, more: { callbackUrl?: string } = {}) {
    const visitor = new Visitor(newId("request"))
    const answer = await visitor.visit("/api/auth/signin/email", { email, ...more })
    const letter = mail.letters.find((text) => text.includes(`To: ${email}`) && !text.includes("invites you")) ?? ""
    return { visitor, answer, link: /http:\S+/.exec(letter)?.[0] ?? "" }
  }

  it("makes an account for a new address; the link works once", async () => {
    const email = freshEmail()
    const { visitor, link } = await letterTo(email)
    await visitor.visit(link)
    const person = await findPersonByEmail(email)
    expect(person).toMatchObject({ is_email_verified: true, has_password: false })
    expect(await visitor.session()).toMatchObject({ person_id: person?.id })
    expect((await new Visitor().visit(link)).leadsTo).toMatch(/error=Verification/)
  })

  it("ends the password of an account whose address nobody had shown to be theirs", async () => {
    const squatter = await freshPerson()
    const { visitor, link } = await letterTo(squatter.actor.email)
    await visitor.visit(link)
    expect(await visitor.session()).toMatchObject({ person_id: squatter.actor.id })
    expect(await findPersonById(squatter.actor.id)).toMatchObject({ is_email_verified: true, has_password: false })
  })

  it("sends a stranger no link where sign-up needs an invitation, and shows the same page", async () => {
    vi.stubEnv("SIGNALBOX_SIGN_UP", "invite")
    const email = freshEmail()
    const { visitor, link } = await letterTo(email)
    expect(link).toBe("")
    expect(mail.letters.at(-1)).toContain("There is no account for this e-mail address")
    expect(await findPersonByEmail(email)).toBeUndefined()
    expect(await visitor.session()).toBeNull()
  })

  it("creates no account by a link that was sent before sign-up was closed", async () => {
    const email = freshEmail()
    const { visitor, link } = await letterTo(email)
    vi.stubEnv("SIGNALBOX_SIGN_UP", "closed")
    expect((await visitor.visit(link)).leadsTo).toMatch(/error=sign_up_closed/)
    expect(await findPersonByEmail(email)).toBeUndefined()
  })

  it("creates an account for the person who asks for it on the page of an invitation", async () => {
    vi.stubEnv("SIGNALBOX_SIGN_UP", "invite")
    const email = freshEmail()
    const { visitor, link } = await letterTo(email, { callbackUrl: await invitationLink() })
    await visitor.visit(link)
    expect(await visitor.session()).toMatchObject({ person_id: (await findPersonByEmail(email))?.id })
  })

  it("answers the holder of an invitation for one address alike for every address, and mails a link to that one", async () => {
    vi.stubEnv("SIGNALBOX_SIGN_UP", "invite")
    const [invited, other] = [freshEmail(), freshEmail()]
    const callbackUrl = await invitationLink(invited)
    const [right, wrong] = [await letterTo(invited, { callbackUrl }), await letterTo(other, { callbackUrl })]
    expect(right.answer).toEqual(wrong.answer)
    expect(Object.keys(right.visitor.jar)).toEqual(Object.keys(wrong.visitor.jar))
    expect(wrong.link).toBe("")
    await right.visitor.visit(right.link)
    expect(await findPersonByEmail(invited)).toMatchObject({ is_email_verified: true, has_password: false })
    expect(await right.visitor.session()).not.toBeNull()
    expect(await findPersonByEmail(other)).toBeUndefined()
  })

  it("still signs in people who have an account where sign-up is closed", async () => {
    vi.stubEnv("SIGNALBOX_SIGN_UP", "closed")
    const { actor } = await freshPerson()
    const { visitor, link } = await letterTo(actor.email)
    await visitor.visit(link)
    expect(await visitor.session()).toMatchObject({ person_id: actor.id })
  })

  it("keeps the password of a person who opens the link in the browser that is signed in", async () => {
    const ada = await freshPerson()
    const { visitor, link } = await letterTo(ada.actor.email)
    await byPassword(visitor, ada.actor.email)
    await visitor.visit(link)
    expect(await findPersonById(ada.actor.id)).toMatchObject({ is_email_verified: true, has_password: true })
  })

  it("tells the owner of an address what was removed, and names the teams", async () => {
    const { actor } = await freshPerson()
    const { link } = await letterTo(actor.email)
    await new Visitor().visit(link)
    const notice = mail.letters.find((text) => text.includes(`To: ${actor.email}`) && text.includes("we removed"))
    expect(notice).toContain("set a new one under Account")
  })

  it("works while passwords from the network are refused", async () => {
    const { actor } = await freshPerson()
    const visitor = new Visitor(newId("request"))
    for (let i = 0; i < 50; i++) await byPassword(visitor, freshEmail(), "wrong")
    expect((await byPassword(visitor, actor.email)).leadsTo).toMatch(/error=rate_limited$/)
    await visitor.visit("/api/auth/signin/email", { email: actor.email })
    const letter = mail.letters.find((text) => text.includes(`To: ${actor.email}`)) ?? ""
    await visitor.visit(/http:\S+/.exec(letter)?.[0] ?? "")
    expect(await visitor.session()).toMatchObject({ person_id: actor.id })
  })

  it("sends no more than ten letters to one address in a quarter of an hour", async () => {
    const email = freshEmail()
    for (let i = 0; i < 10; i++) await letterTo(email)
    const before = mail.letters.length
    await letterTo(email)
    expect(mail.letters).toHaveLength(before)
  })
})

describe("signing in through GitHub", () => {
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

  /** From our page to theirs and back, as a browser goes. */
  async function throughGithub(
    visitor: Visitor,
    email: string,
    verified = true,
    id = Date.now() * Math.random(),
    form: { callbackUrl?: string } = {},
  ) {
    github.signInAs({ id: Math.floor(id), login: "ada", name: null, emails: [{ email, primary: true, verified }] })
    const { leadsTo } = await visitor.visit("/api/auth/signin/github", form)
    const back = (await fetch(leadsTo, { redirect: "manual" })).headers.get("location") ?? ""
    return visitor.visit(back)
  }

  it("makes an account under the verified primary address, and knows it again", async () => {
    const [email, visitor] = [freshEmail(), new Visitor()]
    await throughGithub(visitor, email, true, 41)
    const person = await findPersonByEmail(email)
    expect(person).toMatchObject({ name: "ada", is_email_verified: true, accounts: ["github"] })
    const again = new Visitor()
    await throughGithub(again, freshEmail(), true, 41)
    expect(await again.session()).toMatchObject({ person_id: person?.id })
  })

  it("creates no account for a stranger where sign-up needs an invitation", async () => {
    vi.stubEnv("SIGNALBOX_SIGN_UP", "invite")
    const [email, visitor] = [freshEmail(), new Visitor()]
    expect((await throughGithub(visitor, email)).leadsTo).toMatch(/error=sign_up_closed/)
    expect(await visitor.session()).toBeNull()
    expect(await findPersonByEmail(email)).toBeUndefined()
  })

  it("creates an account for the person who comes from the page of an invitation", async () => {
    vi.stubEnv("SIGNALBOX_SIGN_UP", "invite")
    const [email, visitor] = [freshEmail(), new Visitor()]
    await throughGithub(visitor, email, true, undefined, { callbackUrl: await invitationLink() })
    expect(await visitor.session()).toMatchObject({ person_id: (await findPersonByEmail(email))?.id })
  })

  it("knows a connected account where sign-up is closed, whatever its address is now", async () => {
    const [email, visitor] = [freshEmail(), new Visitor()]
    await throughGithub(visitor, email, true, 42)
    vi.stubEnv("SIGNALBOX_SIGN_UP", "closed")
    const again = new Visitor()
    await throughGithub(again, freshEmail(), true, 42)
    expect(await again.session()).toMatchObject({ person_id: (await findPersonByEmail(email))?.id })
  })

  it("refuses an address that GitHub has not verified", async () => {
    const { actor } = await freshPerson()
    const visitor = new Visitor()
    expect((await throughGithub(visitor, actor.email, false)).leadsTo).toMatch(/error=email_unverified/)
    expect(await visitor.session()).toBeNull()
  })

  it("connects to the account of that address, and ends a password that its owner did not set", async () => {
    const squatter = await freshPerson()
    const visitor = new Visitor()
    await throughGithub(visitor, squatter.actor.email)
    expect(await visitor.session()).toMatchObject({ person_id: squatter.actor.id })
    expect(await findPersonById(squatter.actor.id)).toMatchObject({ accounts: ["github"], has_password: false })
  })

  it("connects to whoever is signed in, and leaves their password alone", async () => {
    const { actor } = await freshPerson()
    const visitor = new Visitor()
    await byPassword(visitor, actor.email)
    await throughGithub(visitor, actor.email)
    expect(await findPersonById(actor.id)).toMatchObject({ accounts: ["github"], has_password: true })
  })

  it("confirms the address of a signed-in person who connects an account with the same one", async () => {
    const { actor } = await freshPerson()
    const visitor = new Visitor()
    await byPassword(visitor, actor.email)
    await throughGithub(visitor, actor.email)
    expect(await findPersonById(actor.id)).toMatchObject({ is_email_verified: true, has_password: true })
  })

  it("connects no other address to an account whose own address is unconfirmed", async () => {
    const { actor } = await freshPerson()
    const visitor = new Visitor()
    await byPassword(visitor, actor.email)
    expect((await throughGithub(visitor, freshEmail())).leadsTo).toBe("/account?error=address_unconfirmed")
    expect(await findPersonById(actor.id)).toMatchObject({ accounts: [], is_email_verified: false })
  })

  it("leaves no way in to somebody who squatted an address, once its owner comes", async () => {
    const { actor } = await freshPerson()
    const [squatter, owner, back] = [new Visitor(), new Visitor(), new Visitor()]
    await byPassword(squatter, actor.email)
    const linked = { provider: "github", provider_account_id: "4711", user_id: actor.id }
    await acrossTeams(() => prisma.account.create({ data: linked }))
    await throughGithub(owner, actor.email, true, 4712)
    expect(await owner.session()).toMatchObject({ person_id: actor.id })
    expect(await squatter.session()).toBeNull()
    await throughGithub(back, freshEmail(), true, 4711)
    expect((await back.session())?.person_id).not.toBe(actor.id)
  })

  it("believes no answer that it did not ask for", async () => {
    const visitor = new Visitor()
    const { leadsTo } = await visitor.visit("/api/auth/callback/github?code=stolen&state=forged")
    expect(leadsTo).toMatch(/error=/)
    expect(await visitor.session()).toBeNull()
  })
})
