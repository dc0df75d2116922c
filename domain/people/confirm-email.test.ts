import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import type { PersonContext } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { acceptInvitation } from "@/domain/teams/accept-invitation"
import { invite } from "@/domain/teams/invite"
import { findMembership } from "@/domain/teams/member"
import { asAnybody, freshPerson } from "@/domain/testing/person"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { acrossTeams, prisma } from "@/prisma/client"
import { connectAccount, consumeLinkToken, findPersonByAccount, findPersonById, storeLinkToken } from "./accounts"
import { changePassword } from "./change-password"
import { confirmEmail } from "./confirm-email"
import { findSession } from "./session"

const asOwner = (ctx: PersonContext, team: Awaited<ReturnType<typeof freshTeam>>) => ({
  ...asPerson(team, "owner"),
  actor: { ...ctx.actor, role: "owner" as const },
})

const sessionOf = ({ actor: { kind: _, ...person } }: PersonContext) => person

/** Connects an account to an unconfirmed address, which earlier releases allowed. */
function connectedBefore(user_id: string) {
  const account = { provider: "github", provider_account_id: newId("user") }
  return acrossTeams(() => prisma.account.create({ data: { ...account, user_id } }))
}

describe("confirming the address of an account", () => {
  it("removes every way into the account that was added before", async () => {
    const squatter = await freshPerson()
    const { id, email } = squatter.actor
    const account = await connectedBefore(id)
    const token = { identifier: email, token: newId("request") }
    await storeLinkToken({ ...token, expires_at: new Date(Date.now() + 60_000) })

    const confirmed = await confirmEmail(asAnybody(), squatter.actor, null)
    expect(confirmed).toMatchObject({ is_email_verified: true, has_password: false, accounts: [], session_version: 2 })
    expect(await findPersonByAccount(account)).toBeUndefined()
    expect(await consumeLinkToken(token)).toBeNull()
    expect(await findSession(squatter.actor.session_id)).toBeNull()
  })

  it("revokes the account's invitations and keeps its memberships", async () => {
    const team = await freshTeam()
    const squatter = await freshPerson()
    const { id } = squatter.actor
    await acrossTeams(() => prisma.membership.create({ data: { team_id: team.id, user_id: id, role: "owner" } }))
    const { data } = await run(invite, asOwner(squatter, team), { role: "admin" })

    await confirmEmail(asAnybody(), squatter.actor, null)
    const accept = run(acceptInvitation, await freshPerson(), { token: data.link.split("/").at(-1) ?? "" })
    await expect(accept).rejects.toMatchObject({ code: "resource_not_found" })
    expect(await findMembership(id, team.slug)).toMatchObject({ role: "owner" })
    const audit = await run(listAudit, asPerson(team), { action: "member.invitation_revoked" })
    expect(audit.data).toMatchObject([{ actor_kind: "system", subject_id: data.invitation.id }])
  })

  it("keeps the password when the user confirms from a session of the account", async () => {
    const ada = await freshPerson()
    const confirmed = await confirmEmail(asAnybody(), ada.actor, sessionOf(ada))
    expect(confirmed).toMatchObject({ is_email_verified: true, has_password: true, session_version: 1 })
  })

  it("does not trust a session that has ended", async () => {
    const squatter = await freshPerson()
    const confirmed = await confirmEmail(asAnybody(), squatter.actor, { ...sessionOf(squatter), session_version: 0 })
    expect(confirmed).toMatchObject({ is_email_verified: true, has_password: false })
  })

  it("does not confirm an address that replaced the proven one in the meantime", async () => {
    const ada = await freshPerson()
    const { id, email } = ada.actor
    const another = `another-${email}`
    await acrossTeams(() => prisma.user.update({ where: { id }, data: { email: another } }))
    for (const session of [null, sessionOf(ada)])
      expect(await confirmEmail(asAnybody(), { id, email }, session)).toBeUndefined()
    expect(await findPersonById(id)).toMatchObject({ email: another, is_email_verified: false, has_password: true })
  })

  it("changes nothing the second time", async () => {
    const ada = await freshPerson()
    await confirmEmail(asAnybody(), ada.actor, null)
    const again = { ...ada, actor: { ...ada.actor, session_version: 2 } }
    await run(changePassword, again, { new_password: "a password of her own" })
    await confirmEmail(asAnybody(), ada.actor, null)
    expect(await findPersonById(ada.actor.id)).toMatchObject({ has_password: true })
  })
})

describe("connecting an account of a provider", () => {
  const account = () => ({ provider: "github", provider_account_id: newId("user") })

  it("requires a confirmed address", async () => {
    const ada = await freshPerson()
    await expect(connectAccount(ada.actor.id, account(), null)).rejects.toMatchObject({ code: "state_conflict" })
    await confirmEmail(asAnybody(), ada.actor, null)
    await connectAccount(ada.actor.id, account(), null)
    expect(await findPersonById(ada.actor.id)).toMatchObject({ accounts: ["github"] })
  })

  it("is rejected for a session that ended when the owner confirmed the address", async () => {
    const squatter = await freshPerson()
    await confirmEmail(asAnybody(), squatter.actor, null)
    const late = connectAccount(squatter.actor.id, account(), sessionOf(squatter))
    await expect(late).rejects.toMatchObject({ code: "state_conflict" })
    const password = run(changePassword, squatter, { new_password: "the squatter's next one" })
    await expect(password).rejects.toMatchObject({ code: "session_missing" })
  })
})
