import { describe, expect, it, vi } from "vitest"
import { changeTeam } from "@/domain/installation/change-team"
import { run } from "@/domain/kernel/operation"
import { changePassword } from "@/domain/people/change-password"
import { confirmEmail } from "@/domain/people/confirm-email"
import { changePlan } from "@/domain/teams/change-plan"
import { leaveTeam } from "@/domain/teams/leave"
import { removeMember } from "@/domain/teams/remove-member"
import { freshConnection } from "@/domain/testing/connection"
import { freshMember, freshPerson, password } from "@/domain/testing/person"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { acrossTeams, inTeam, prisma } from "@/prisma/client"
import { authenticateAccessToken } from "./authenticate-token"
import { listConnections } from "./list"
import { revokeConnection } from "./revoke"
import { revokeAllConnections } from "./revoke-all"
import { revokeConnections } from "./revoke-connections"
import { connectorUrl } from "./settings"

const isAlive = async (token: string) => (await authenticateAccessToken(token, connectorUrl())) !== null

/** A team with an owner, and a member who connected an app. */
async function connectedTeam() {
  const team = await freshTeam()
  const owner = await freshMember(team, "owner")
  const member = await freshMember(team, "member")
  const connection = await freshConnection({ teamId: team.id, userId: member.actor.id })
  return { team, owner, member, connection }
}

describe("connections.list", () => {
  it("shows admins every connection, and members their own", async () => {
    const { team, owner, member, connection } = await connectedTeam()
    const own = await freshConnection({ teamId: team.id, userId: owner.actor.id, scopes: ["data:read", "data:write"] })
    const ids = async (ctx: typeof owner) => (await run(listConnections, ctx, {})).data.map(({ id }) => id)
    expect(await ids(owner)).toEqual([own.connectionId, connection.connectionId])
    expect(await ids(member)).toEqual([connection.connectionId])
    const { data: oldestFirst } = await run(listConnections, owner, { sort: "created_at" })
    expect(oldestFirst.map(({ id }) => id)).toEqual([connection.connectionId, own.connectionId])
    const used = { where: { id: connection.connectionId }, data: { last_used_at: new Date() } }
    await inTeam(team.id, () => prisma.oauthGrant.updateMany(used))
    for (const sort of ["last_used_at", "-last_used_at"] as const)
      expect((await run(listConnections, owner, { sort })).data[0]?.id, "never used comes last").toBe(
        connection.connectionId,
      )
    const { data } = await run(listConnections, owner, { state: ["active"] })
    expect(data[0]).toMatchObject({ state: "active", client_name: "Test client", scopes: ["data:read", "data:write"] })
  })

  it("shows which apps the operator denies or has removed", async () => {
    const { owner, connection } = await connectedTeam()
    const isAllowed = async () => (await run(listConnections, owner, {})).data[0]?.is_allowed
    expect(await isAllowed()).toBe(true)
    vi.stubEnv("SIGNALBOX_MCP_DENIED_CLIENTS", "example.test")
    expect([await isAllowed(), await isAlive(connection.token)]).toEqual([false, false])
    vi.unstubAllEnvs()
    const data = { client_id: "registered-app", client_kind: "static" }
    await acrossTeams(() => prisma.oauthGrant.update({ where: { id: connection.connectionId }, data }))
    expect([await isAllowed(), await isAlive(connection.token)]).toEqual([false, false])
    const registered = {
      client_id: "registered-app",
      name: "App",
      redirect_uris: ["https://app.example.test/callback"],
    }
    vi.stubEnv("SIGNALBOX_MCP_CLIENTS", JSON.stringify([registered]))
    expect([await isAllowed(), await isAlive(connection.token)]).toEqual([true, true])
    vi.unstubAllEnvs()
  })

  it("leaves out connections whose app never fetched its tokens", async () => {
    const { owner, connection } = await connectedTeam()
    const data = { activated_at: null }
    await acrossTeams(() => prisma.oauthGrant.update({ where: { id: connection.connectionId }, data }))
    expect((await run(listConnections, owner, {})).data).toEqual([])
  })
})

describe("connections.revoke", () => {
  it("ends a connection at once, and writes one audit entry", async () => {
    const { team, owner, connection } = await connectedTeam()
    for (let i = 0; i < 2; i++) await run(revokeConnection, owner, { connection_id: connection.connectionId })
    expect(await isAlive(connection.token)).toBe(false)
    const entries = await acrossTeams(() => prisma.auditEntry.findMany({ where: { team_id: team.id } }))
    expect(entries).toMatchObject([
      { action: "connection.revoked", subject_id: connection.connectionId, actor_id: owner.actor.id },
    ])
    expect((await run(listConnections, owner, {})).data[0]).toMatchObject({ state: "revoked" })
  })

  it("lets members end their own connections only", async () => {
    const { team, member, connection } = await connectedTeam()
    const other = await freshMember(team, "member")
    const input = { connection_id: connection.connectionId }
    await expect(run(revokeConnection, other, input)).rejects.toMatchObject({ code: "resource_not_found" })
    await run(revokeConnection, member, input)
    expect(await isAlive(connection.token)).toBe(false)
  })
})

describe("connections.revokeAll", () => {
  it("ends every connection of the team, and none of another", async () => {
    const ours = await connectedTeam()
    const theirs = await connectedTeam()
    expect((await run(revokeAllConnections, ours.owner, {})).data).toEqual({ revoked: 1 })
    expect([await isAlive(ours.connection.token), await isAlive(theirs.connection.token)]).toEqual([false, true])
    await expect(run(revokeAllConnections, ours.member, {})).rejects.toMatchObject({ code: "role_missing" })
  })
})

it("a filter that names no connection, team or user is refused, because it would match every connection", async () => {
  const { connection } = await connectedTeam()
  await expect(revokeConnections({}, "Everything ends.", new Date())).rejects.toThrow("The filter is empty.")
  expect(await isAlive(connection.token)).toBe(true)
})

describe("a connection ends when", () => {
  const reasonOf = async (connectionId: string) =>
    (await acrossTeams(() => prisma.oauthGrant.findFirstOrThrow({ where: { id: connectionId } }))).revoke_reason

  it("its user is removed from the team", async () => {
    const { owner, member, connection } = await connectedTeam()
    await run(removeMember, owner, { person_id: member.actor.id })
    expect(await reasonOf(connection.connectionId)).toBe("The member was removed.")
  })

  it("its user leaves the team, and connections to other teams stay", async () => {
    const { member, connection } = await connectedTeam()
    const other = await freshTeam()
    const user_id = member.actor.id
    await acrossTeams(() => prisma.membership.create({ data: { team_id: other.id, user_id, role: "member" } }))
    const elsewhere = await freshConnection({ teamId: other.id, userId: user_id })
    await run(leaveTeam, member, {})
    expect(await reasonOf(connection.connectionId)).toBe("The member left the team.")
    expect(await isAlive(elsewhere.token)).toBe(true)
  })

  it("the plan of the team no longer includes MCP, also when an operator changes it", async () => {
    vi.stubEnv("SIGNALBOX_PLAN_CHANGES", "owner")
    const first = await connectedTeam()
    const second = await connectedTeam()
    await run(changePlan, { ...asPerson(first.team), actor: first.owner.actor }, { plan: "scale" })
    expect(await isAlive(first.connection.token)).toBe(true)
    await run(changePlan, first.owner, { plan: "free" })
    const operator = { kind: "operator" as const, id: null, name: "Operator" }
    const by = { actor: operator, origin: { ip: "192.0.2.1", userAgent: null }, now: () => new Date() }
    await changeTeam(by, second.team.id, { plan: "free" })
    for (const { connection } of [first, second])
      expect(await reasonOf(connection.connectionId)).toBe("The team's plan no longer includes MCP.")
    vi.unstubAllEnvs()
  })

  it("its user sets a new password, or the owner of the email address confirms it without signing in", async () => {
    const team = await freshTeam()
    const person = await freshPerson()
    const squatter = await freshPerson()
    for (const { actor } of [person, squatter])
      await acrossTeams(() =>
        prisma.membership.create({ data: { team_id: team.id, user_id: actor.id, role: "member" } }),
      )
    const first = await freshConnection({ teamId: team.id, userId: person.actor.id })
    const second = await freshConnection({ teamId: team.id, userId: squatter.actor.id })
    await run(changePassword, person, { current_password: password, new_password: "another horse battery" })
    expect([await isAlive(first.token), await isAlive(second.token)]).toEqual([false, true])
    await confirmEmail(squatter, squatter.actor, null)
    expect(await isAlive(second.token)).toBe(false)
  })
})
