import { afterEach, describe, expect, it, vi } from "vitest"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { acceptInvitation } from "@/domain/teams/accept-invitation"
import { invite } from "@/domain/teams/invite"
import { revokeInvitation } from "@/domain/teams/revoke-invitation"
import { asAnybody, freshMember, freshPerson, password } from "@/domain/testing/person"
import { freshTeam } from "@/domain/testing/team"
import { database } from "@/prisma/client"
import { addPerson, canSignInOrSignUp, findPersonByEmail } from "./accounts"
import { signUp } from "./sign-up"

afterEach(() => vi.unstubAllEnvs())

const policy = (value: string) => vi.stubEnv("SIGNALBOX_SIGN_UP", value)
const freshEmail = () => `${newId("user").toLowerCase()}@example.test`
const byPassword = (more: { email?: string; invitation?: string; team_name?: string } = {}) =>
  run(signUp, asAnybody(), { name: "Grace", email: freshEmail(), password, ...more })
const byProvenAddress = (email = freshEmail(), invitation: string | null = null) =>
  addPerson({ name: "Grace", email, invitation })
const closed = { code: "sign_up_closed" }

/** Returns the result of a call and the statements that it sends to the database, as a measure of its work. */
async function answerOf(call: () => Promise<unknown>) {
  const ask = vi.spyOn(database().pool, "execute")
  const answer = await call().catch(({ code, message, errors }) => ({ code, message, errors }))
  const statements = ask.mock.calls.map(([{ text }]) => text)
  ask.mockRestore()
  return { answer, statements }
}

async function freshLink(email?: string) {
  const owner = await freshMember(await freshTeam(), "owner")
  const { data } = await run(invite, owner, { role: "member", ...(email && { email }) })
  return { owner, invitation_id: data.invitation.id, token: data.link.split("/").at(-1) ?? "" }
}

describe("with open sign-up", () => {
  it("everyone can create an account, in every way", async () => {
    policy("open")
    await byPassword({ team_name: "Anyone" })
    expect(await byProvenAddress()).toMatchObject({ is_email_verified: true })
  })
})

describe.each(["invite", ""])("when sign-up requires an invitation (SIGNALBOX_SIGN_UP=%s)", (value) => {
  it("a user without an invitation cannot create an account, by password or by a proven address", async () => {
    policy(value)
    const email = freshEmail()
    await expect(byPassword({ email, team_name: "Stranger" })).rejects.toMatchObject(closed)
    await expect(byPassword({ email, invitation: "made-up" })).rejects.toMatchObject(closed)
    await expect(byProvenAddress(email)).rejects.toMatchObject(closed)
    await expect(byProvenAddress(email, "made-up")).rejects.toMatchObject(closed)
    expect(await findPersonByEmail(email)).toBeUndefined()
  })

  it("a link lets one user create an account and then join the team", async () => {
    policy(value)
    const { token } = await freshLink()
    const { data } = await byPassword({ invitation: token })
    await expect(byPassword({ invitation: token })).rejects.toMatchObject(closed)
    await expect(byProvenAddress(freshEmail(), token)).rejects.toMatchObject(closed)
    const actor = {
      kind: "person",
      id: data.person_id,
      name: "Grace",
      email: "",
      session_version: 1,
      session_id: "",
    } as const
    await run(acceptInvitation, { ...asAnybody(), actor }, { token })
    expect(await byProvenAddress(freshEmail(), (await freshLink()).token)).toBeDefined()
  })

  it("only one of two users who use a link at the same time gets an account", async () => {
    policy(value)
    const { token } = await freshLink()
    const both = await Promise.allSettled([byPassword({ invitation: token }), byPassword({ invitation: token })])
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
    expect(both.find((one) => one.status === "rejected")?.reason).toMatchObject(closed)
  })

  it("an invitation for an address is valid for that address only, with the link or by proving the address", async () => {
    policy(value)
    const invited = freshEmail()
    const other = freshEmail()
    const { token } = await freshLink(invited)
    await expect(byPassword({ email: other, invitation: token })).rejects.toMatchObject(closed)
    await expect(byProvenAddress(other, token)).rejects.toMatchObject(closed)
    await expect(byPassword({ email: invited })).rejects.toMatchObject(closed)
    expect(await byProvenAddress(invited.toUpperCase())).toMatchObject({ email: invited })
  })

  it("guessing the address of a link reveals nothing to its holder", async () => {
    policy(value)
    const invited = freshEmail()
    const member = (await freshPerson()).actor.email
    const { token } = await freshLink(invited)
    const { token: tokenOfMember } = await freshLink(member)
    const guess = (email: string, invitation = token) => answerOf(() => byPassword({ email, invitation }))
    const wrong = await guess(freshEmail())
    expect(wrong.answer).toMatchObject(closed)
    expect(await guess(invited), "the invited address").toEqual(wrong)
    expect(await guess(member), "an address that has an account").toEqual(wrong)
    expect(await guess(member, tokenOfMember), "the invited address, which has an account").toEqual(wrong)
    expect(await findPersonByEmail(invited)).toBeUndefined()
  })

  it("requesting a sign-in link costs the same work for the invited address and for another one", async () => {
    policy(value)
    const invited = freshEmail()
    const { token } = await freshLink(invited)
    const ask = (email: string) => answerOf(() => canSignInOrSignUp({ email, invitation: token }))
    const right = await ask(invited)
    const wrong = await ask(freshEmail())
    expect([right.answer, wrong.answer]).toEqual([true, false])
    expect(right.statements.length).toBe(wrong.statements.length)
  })

  it("a user who opens a link for another address can still use an invitation for their address", async () => {
    policy(value)
    const invited = freshEmail()
    await freshLink(invited)
    const { token } = await freshLink(freshEmail())
    expect(await byProvenAddress(invited, token)).toMatchObject({ email: invited })
  })

  it("a revoked link does not allow sign-up", async () => {
    policy(value)
    const { owner, token, invitation_id } = await freshLink()
    await run(revokeInvitation, owner, { invitation_id })
    await expect(byPassword({ invitation: token })).rejects.toMatchObject(closed)
  })
})

describe("with closed sign-up", () => {
  it("an invitation does not allow sign-up either", async () => {
    policy("closed")
    const email = freshEmail()
    const { token } = await freshLink(email)
    await expect(byPassword({ email, invitation: token })).rejects.toMatchObject(closed)
    await expect(byProvenAddress(email, token)).rejects.toMatchObject(closed)
  })
})

describe.each(["invite", "closed"])("an address in SIGNALBOX_OPERATORS (SIGNALBOX_SIGN_UP=%s)", (value) => {
  it("can create its account by proving the address, but not by a password", async () => {
    policy(value)
    const email = freshEmail()
    vi.stubEnv("SIGNALBOX_OPERATORS", `someone@example.test, ${email.toUpperCase()}`)
    await expect(byPassword({ email })).rejects.toMatchObject(closed)
    expect(await byProvenAddress(email)).toMatchObject({ email, is_email_verified: true })
  })
})
