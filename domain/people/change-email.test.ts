import { describe, expect, it, vi } from "vitest"
import { listAudit } from "@/domain/audit/list"
import type { PersonContext } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { acceptInvitation } from "@/domain/teams/accept-invitation"
import { invite } from "@/domain/teams/invite"
import { ownMailServer } from "@/domain/testing/own-mail-server"
import { asAnybody, freshMember, freshPerson, password } from "@/domain/testing/person"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { acrossTeams, prisma } from "@/prisma/client"
import { consumeLinkToken, findPersonByEmail, findPersonById, storeLinkToken } from "./accounts"
import { changeEmail } from "./change-email"
import { changePassword } from "./change-password"
import { getAccount } from "./get-account"
import { emailTokenHash, requestEmailChange } from "./request-email-change"
import { findSession, startSession } from "./session"
import { signIn } from "./sign-in"
import { signOutEverywhere } from "./sign-out-everywhere"

const emailsTo = ownMailServer()

const freshEmail = () => `${newId("user").toLowerCase()}@example.test`
const ada = () => freshPerson({ is_email_verified: true })

const ask = (ctx: PersonContext, email: string, current_password = password) =>
  run(requestEmailChange, ctx, { email, current_password })

/** The token in the newest email to this address. */
const tokenSentTo = (address: string) => /\/account\/email\/(\S+)/.exec(emailsTo(address).at(-1) ?? "")?.[1] ?? ""

const open = (ctx: PersonContext, token: string) => run(changeEmail, ctx, { token })

/** Another session of the same user. */
async function anotherSession(ctx: PersonContext, { minutesAgo = 0, isByLink = false } = {}): Promise<PersonContext> {
  const start = asAnybody(() => new Date(Date.now() - minutesAgo * 60_000))
  const session_id = await startSession(start, ctx.actor, null, isByLink)
  return { ...ctx, actor: { ...ctx.actor, session_id } }
}

const gone = { code: "resource_not_found" }

describe("a new email address", () => {
  it("replaces the current one when the user opens the link, and not before", async () => {
    const person = await freshPerson()
    const email = freshEmail()
    await ask(person, ` ${email.toUpperCase()} `)
    expect(await findPersonById(person.actor.id)).toMatchObject({ email: person.actor.email })
    await open(person, tokenSentTo(email))
    expect(await findPersonById(person.actor.id)).toMatchObject({ email, is_email_verified: true, has_password: true })
    expect(await signIn(asAnybody(), { email, password })).toMatchObject({ id: person.actor.id })
    const old = signIn(asAnybody(), { email: person.actor.email, password })
    await expect(old).rejects.toMatchObject({ code: "sign_in_failed" })
  })

  it("ends the other sessions and keeps the one that opened the link", async () => {
    const person = await ada()
    const other = await anotherSession(person)
    const email = freshEmail()
    await ask(person, email)
    await open(person, tokenSentTo(email))
    expect(await findSession(person.actor.session_id)).toMatchObject({ email })
    expect(await findSession(other.actor.session_id)).toBeNull()
  })

  it("ends the sign-in links to the previous address", async () => {
    const person = await ada()
    const link = { identifier: person.actor.email, token: newId("request") }
    await storeLinkToken({ ...link, expires_at: new Date(Date.now() + 60_000) })
    const email = freshEmail()
    await ask(person, email)
    await open(person, tokenSentTo(email))
    expect(await consumeLinkToken(link)).toBeNull()
  })

  it("is reported to the previous address, when it is asked for and when it is changed, without the new one", async () => {
    const person = await ada()
    const email = freshEmail()
    await ask(person, email)
    expect(emailsTo(person.actor.email)).toHaveLength(1)
    await open(person, tokenSentTo(email))
    const notices = emailsTo(person.actor.email)
    expect(notices).toHaveLength(2)
    expect(notices[0]).toContain("asked to change its email address")
    expect(notices[1]).toContain("has a new email address")
    expect(notices.join()).not.toContain(email)
    expect(notices.join()).not.toContain(tokenSentTo(email))
  })

  it("appears in the audit log of each team of the user", async () => {
    const person = await ada()
    const team = await freshTeam()
    const { id: user_id, email: before } = person.actor
    await acrossTeams(() => prisma.membership.create({ data: { team_id: team.id, user_id, role: "member" } }))
    const email = freshEmail()
    await ask(person, email)
    await open(person, tokenSentTo(email))
    const { data } = await run(listAudit, asPerson(team), { action: "member.email_changed" })
    expect(data).toMatchObject([
      { actor_id: user_id, subject_id: user_id, before: { email: before }, after: { email } },
    ])
  })

  it("accepts the invitations to it, and no longer those to the previous address", async () => {
    const person = await ada()
    const email = freshEmail()
    const owner = await freshMember(await freshTeam(), "owner")
    const invited = async (address: string) =>
      (await run(invite, owner, { role: "member", email: address })).data.link.split("/").at(-1) ?? ""
    const toOld = await invited(person.actor.email)
    const toNew = await invited(email)
    await ask(person, email)
    await open(person, tokenSentTo(email))
    await expect(run(acceptInvitation, person, { token: toOld })).rejects.toMatchObject({ code: "state_conflict" })
    await run(acceptInvitation, person, { token: toNew })
  })
})

describe("asking for a new email address", () => {
  it("needs the current password", async () => {
    const person = await ada()
    const email = freshEmail()
    for (const wrong of ["wrong", ""])
      await expect(ask(person, email, wrong)).rejects.toMatchObject({ errors: [{ parameter: "current_password" }] })
    expect(emailsTo(email)).toEqual([])
    expect(emailsTo(person.actor.email)).toEqual([])
  })

  it("needs a new sign-in when the account has no password", async () => {
    const person = await freshPerson({ has_password: false, is_email_verified: true })
    const email = freshEmail()
    for (const isByLink of [true, false]) {
      const caller = await anotherSession(person, { minutesAgo: 16, isByLink })
      expect((await run(getAccount, caller, {})).data).toMatchObject({ needs_new_sign_in: true })
      await expect(ask(caller, email)).rejects.toMatchObject({ code: "state_conflict" })
      // Setting a password first does not get around this.
      await expect(run(changePassword, caller, { new_password: "a better password" })).rejects.toMatchObject({
        code: "state_conflict",
      })
    }
    const fresh = await anotherSession(person, { minutesAgo: 14, isByLink: false })
    expect((await run(getAccount, fresh, {})).data).toMatchObject({ needs_new_sign_in: false })
    await run(requestEmailChange, fresh, { email })
    await open(fresh, tokenSentTo(email))
    expect(await findPersonById(person.actor.id)).toMatchObject({ email })
  })

  it("responds the same for the address of another account, which only its owner learns", async () => {
    const person = await ada()
    const owner = await freshPerson()
    const free = freshEmail()
    const toTaken = await ask(person, owner.actor.email)
    const toFree = await ask(person, free)
    expect(toTaken.data).toEqual({ email: owner.actor.email })
    expect(toFree.data).toEqual({ email: free })
    expect(emailsTo(owner.actor.email)).toHaveLength(1)
    expect(emailsTo(owner.actor.email)[0]).toContain("already has an account")
    expect(tokenSentTo(owner.actor.email)).toBe("")
    expect(emailsTo(person.actor.email)).toHaveLength(2)
  })

  it("is refused for the current address", async () => {
    const person = await ada()
    await expect(ask(person, person.actor.email)).rejects.toMatchObject({ errors: [{ parameter: "email" }] })
  })

  it("is limited like sign-in links, with the same limit for an address", async () => {
    const email = freshEmail()
    const codes: string[] = []
    for (let i = 0; i < 11; i++) {
      const outcome = await ask(await ada(), email).then(
        () => "sent",
        (error) => error.code,
      )
      codes.push(outcome)
    }
    expect(codes).toEqual([...Array(10).fill("sent"), "rate_limited"])
  })

  it("is refused with a reason when no mail server is configured", async () => {
    vi.stubEnv("SMTP_URL", "")
    await expect(ask(await ada(), freshEmail())).rejects.toMatchObject({
      code: "state_conflict",
      message: expect.stringContaining("sends no emails"),
    })
  })

  it("reports an email that the mail server does not accept", async () => {
    await expect(ask(await ada(), "refused@example.test")).rejects.toMatchObject({ code: "upstream_error" })
  })
})

describe("the link to a new email address", () => {
  it("works once, even when it is opened several times concurrently", async () => {
    const person = await ada()
    const email = freshEmail()
    await ask(person, email)
    const token = tokenSentTo(email)
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => open(person, token)))
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    for (const outcome of outcomes) if (outcome.status === "rejected") expect(outcome.reason).toMatchObject(gone)
    expect(emailsTo(person.actor.email)).toHaveLength(2)
  })

  it("expires after an hour", async () => {
    const person = await ada()
    const email = freshEmail()
    await ask(person, email)
    const later = (minutes: number) => ({ ...person, now: () => new Date(Date.now() + minutes * 60_000) })
    await expect(open(later(61), tokenSentTo(email))).rejects.toMatchObject(gone)
    await open(later(59), tokenSentTo(email))
  })

  it("is replaced by a newer request", async () => {
    const person = await ada()
    const first = freshEmail()
    const second = freshEmail()
    await ask(person, first)
    await ask(person, second)
    await expect(open(person, tokenSentTo(first))).rejects.toMatchObject(gone)
    await open(person, tokenSentTo(second))
    expect(await findPersonById(person.actor.id)).toMatchObject({ email: second })
  })

  it("is replaced by a newer request for the address of another account, too", async () => {
    const person = await ada()
    const other = await ada()
    const email = freshEmail()
    await ask(person, email)
    await ask(person, other.actor.email)
    await expect(open(person, tokenSentTo(email))).rejects.toMatchObject(gone)
  })

  it("does nothing for another signed-in user, and stays valid for the right one", async () => {
    const person = await ada()
    const stranger = await ada()
    const email = freshEmail()
    await ask(person, email)
    await expect(open(stranger, tokenSentTo(email))).rejects.toMatchObject(gone)
    expect(await findPersonById(stranger.actor.id)).toMatchObject({ email: stranger.actor.email })
    await open(person, tokenSentTo(email))
  })

  it("does not sign in", async () => {
    const person = await ada()
    const email = freshEmail()
    await ask(person, email)
    const token = emailTokenHash(tokenSentTo(email))
    expect(await consumeLinkToken({ identifier: email, token })).toBeNull()
    await open(person, tokenSentTo(email))
  })

  it("is canceled by a new password and by signing out everywhere", async () => {
    for (const cancel of [
      (person: PersonContext) =>
        run(changePassword, person, { current_password: password, new_password: "a better password" }),
      (person: PersonContext) => run(signOutEverywhere, person, {}),
    ]) {
      const person = await ada()
      const email = freshEmail()
      await ask(person, email)
      const { data } = await cancel(person)
      const again = { ...person, actor: { ...person.actor, session_version: data.session_version } }
      await expect(open(again, tokenSentTo(email))).rejects.toMatchObject(gone)
      expect(await findPersonById(person.actor.id)).toMatchObject({ email: person.actor.email })
    }
  })

  it("cannot take an address that another account got in the meantime", async () => {
    const person = await ada()
    const email = freshEmail()
    await ask(person, email)
    const other = await freshPerson({ email })
    await expect(open(person, tokenSentTo(email))).rejects.toMatchObject({ code: "already_exists" })
    expect(await findPersonById(person.actor.id)).toMatchObject({ email: person.actor.email, session_version: 1 })
    expect(await findPersonByEmail(email)).toMatchObject({ id: other.actor.id })
  })

  it("gives one of two accounts that ask for the same address concurrently the address", async () => {
    const people = [await ada(), await ada()]
    const email = freshEmail()
    const tokens: string[] = []
    for (const person of people) {
      await ask(person, email)
      tokens.push(tokenSentTo(email))
    }
    const outcomes = await Promise.allSettled(people.map((person, i) => open(person, tokens[i] ?? "")))
    const failed = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason.code] : []))
    expect(failed).toEqual(["already_exists"])
  })
})
