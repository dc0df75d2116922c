import pg from "pg"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { longWait } from "@/domain/testing/long-wait"
import { startMailServer } from "@/domain/testing/mail-server"
import { asAnybody, freshMember, freshPerson } from "@/domain/testing/person"
import { freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { acceptInvitation } from "./accept-invitation"
import { getInvitation } from "./get-invitation"
import { hashToken, maxInvitations } from "./invitation"
import { invite } from "./invite"
import { listInvitations } from "./list-invitations"
import { findMembership } from "./member"
import { revokeInvitation } from "./revoke-invitation"

async function freshInvitation(more: { email?: string; role?: "member" | "owner" } = {}) {
  const team = await freshTeam()
  const owner = await freshMember(team, "owner")
  const { data } = await run(invite, owner, { role: "member", ...more })
  return { team, owner, token: data.link.split("/").at(-1) ?? "", ...data }
}

const gone = { code: "resource_not_found" }

describe("invitations", () => {
  it("add the user who has the link to the team, once", async () => {
    const { team, owner, token } = await freshInvitation()
    expect((await run(getInvitation, asAnybody(), { token })).data).toEqual({
      team_name: team.name,
      role: "member",
      invited_by: "Ada Test",
      is_for_one_address: false,
    })
    const grace = await freshPerson()
    expect((await run(acceptInvitation, grace, { token })).data).toMatchObject({ slug: team.slug, role: "member" })
    expect(await findMembership(grace.actor.id, team.slug)).toMatchObject({ role: "member" })
    await expect(run(acceptInvitation, await freshPerson(), { token })).rejects.toMatchObject(gone)
    expect((await run(listInvitations, owner, {})).data).toEqual([])
  })

  it("are emailed to the same address at most five times an hour, also when they are revoked", async () => {
    const owner = await freshMember(await freshTeam(), "owner")
    const email = `${newId("user").toLowerCase()}@example.com`
    const inviteAgain = async () => {
      const { data } = await run(invite, owner, { role: "member", email })
      await run(revokeInvitation, owner, { invitation_id: data.invitation.id })
    }
    for (let i = 0; i < 5; i++) await inviteAgain()
    await expect(inviteAgain()).rejects.toMatchObject({ code: "rate_limited" })
    await run(invite, owner, { role: "member" })
  })

  it("are at most 100 open ones per team, also when they are created at the same time", async () => {
    const team = await freshTeam()
    const owner = await freshMember(team, "owner")
    const data = Array.from({ length: maxInvitations - 2 }, (_, i) => {
      const id = newId("invitation")
      const token_hash = new Uint8Array(hashToken(`${id}${i}`))
      return { id, team_id: team.id, role: "member", token_hash, created_by: "", expires_at: new Date("2199-01-01") }
    })
    await inTeam(team.id, () => prisma.invitation.createMany({ data }))
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => run(invite, owner, { role: "member" })))
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(2)
    const refused = all.filter((one) => one.status === "rejected").map(({ reason }) => reason.code)
    expect(new Set(refused)).toEqual(new Set(["plan_limit_reached"]))
  })

  it("can be accepted while the user joins with another invitation, and the first role stays", async () => {
    const { team, token } = await freshInvitation()
    const grace = await freshPerson()
    const session = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
    await session.connect()
    onTestFinished(() => session.end())
    await session.query("begin")
    await session.query("insert into membership (team_id, user_id, role) values ($1, $2, 'viewer')", [
      team.id,
      grace.actor.id,
    ])
    const accepted = run(acceptInvitation, grace, { token })
    await vi.waitUntil(async () => {
      await session.query("select pg_stat_clear_snapshot()")
      const blocked = await session.query(
        "select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))",
      )
      return blocked.rowCount === 1
    }, longWait)
    await session.query("commit")
    expect((await accepted).data.role).toBe("viewer")
  })

  it("add only one of two users who accept at the same time", async () => {
    const { token } = await freshInvitation()
    const both = await Promise.allSettled(
      [await freshPerson(), await freshPerson()].map((p) => run(acceptInvitation, p, { token })),
    )
    expect(both.filter((b) => b.status === "fulfilled")).toHaveLength(1)
  })

  it("with an address can be accepted with that address only", async () => {
    const grace = await freshPerson({ is_email_verified: true })
    const { token } = await freshInvitation({ email: grace.actor.email })
    await expect(
      run(acceptInvitation, await freshPerson({ is_email_verified: true }), { token }),
    ).rejects.toMatchObject({
      code: "state_conflict",
    })
    await run(acceptInvitation, grace, { token })
  })

  it("with an address require it to be confirmed, and do not reveal it to the holder of the link", async () => {
    const squatter = await freshPerson()
    const eve = await freshPerson()
    const { token } = await freshInvitation({ email: squatter.actor.email })
    expect(JSON.stringify(await run(getInvitation, asAnybody(), { token }))).not.toContain(squatter.actor.email)
    const refusals: [string, string][] = []
    for (const person of [squatter, eve])
      await run(acceptInvitation, person, { token }).catch((e) => refusals.push([e.code, e.message]))
    expect(refusals).toHaveLength(2)
    expect(refusals[0]).toEqual(refusals[1])
    expect(refusals[0]?.[0]).toBe("state_conflict")
    const other = await freshPerson({ is_email_verified: true })
    const message = await run(acceptInvitation, other, { token }).catch((e) => e.message)
    expect(message).not.toContain(squatter.actor.email)
  })

  it("with an address are emailed with the link, the inviter and the team", async () => {
    const mail = await startMailServer()
    onTestFinished(async () => {
      vi.unstubAllEnvs()
      await mail.stop()
    })
    vi.stubEnv("SMTP_URL", mail.url)
    vi.stubEnv("SMTP_FROM", "signalbox@example.test")
    const { team, link, is_mailed } = await freshInvitation({ email: "grace@example.test" })
    expect(is_mailed).toBe(true)
    const [email] = mail.emails
    expect(email).toContain("To: grace@example.test")
    expect(email).toContain(`Subject: Ada Test invites you to ${team.name} on Signalbox`)
    expect(email).toContain(`open this link:\n${link}\n`)
  })

  it("end after seven days or when revoked", async () => {
    const { token, owner, invitation } = await freshInvitation()
    const later = asAnybody(() => new Date(Date.now() + 7 * 86_400_000))
    await expect(run(getInvitation, later, { token })).rejects.toMatchObject(gone)
    await run(revokeInvitation, owner, { invitation_id: invitation.id })
    await expect(run(getInvitation, asAnybody(), { token })).rejects.toMatchObject(gone)
    await expect(run(revokeInvitation, owner, { invitation_id: invitation.id })).rejects.toMatchObject(gone)
  })

  it("do not change the role of an existing member", async () => {
    const { team, token } = await freshInvitation()
    const { actor, ...rest } = await freshMember(team, "admin")
    const person = { ...(await freshPerson()), ...rest, actor: { ...actor, session_version: 1 } } as never
    await run(acceptInvitation, person, { token })
    expect(await findMembership(actor.id, team.slug)).toMatchObject({ role: "admin" })
  })

  it("to the role owner can be created by owners only; members cannot invite", async () => {
    const team = await freshTeam()
    const admin = await freshMember(team, "admin")
    const member = await freshMember(team, "member")
    await expect(run(invite, admin, { role: "owner" })).rejects.toMatchObject({ code: "role_missing" })
    await expect(run(invite, member, { role: "viewer" })).rejects.toMatchObject({ code: "role_missing" })
    await run(invite, admin, { role: "admin" })
  })

  it("do not store the token in the table or in the audit log", async () => {
    const { team, token } = await freshInvitation()
    const kept = await inTeam(team.id, async () => [
      await prisma.invitation.findMany({ where: { team_id: team.id } }),
      await prisma.auditEntry.findMany({ where: { team_id: team.id } }),
    ])
    expect(JSON.stringify(kept)).not.toContain(token)
    expect(kept.flat()).toHaveLength(2)
  })
})
