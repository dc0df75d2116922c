import { describe, expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { freshAccessToken, freshConnection } from "@/domain/testing/connection"
import { freshMember } from "@/domain/testing/person"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { acrossTeams, prisma } from "@/prisma/client"
import { authenticateAccessToken } from "./authenticate-token"
import { getMcpSettings } from "./get-settings"
import { connectorUrl } from "./settings"
import { updateMcpSettings } from "./update-settings"

describe("connections.updateSettings", () => {
  it("allows no changes by apps until an admin switches them on, and writes an audit entry", async () => {
    const team = await freshTeam()
    const admin = asPerson(team, "admin")
    expect((await run(getMcpSettings, admin, {})).data).toMatchObject({ mcp_enabled: true, mcp_writes_enabled: false })
    const { data } = await run(updateMcpSettings, admin, { mcp_writes_enabled: true })
    expect(data).toEqual({ mcp_enabled: true, mcp_writes_enabled: true, url: connectorUrl() })
    await run(updateMcpSettings, admin, { mcp_writes_enabled: true })
    const entries = await acrossTeams(() => prisma.auditEntry.findMany({ where: { team_id: team.id } }))
    expect(entries).toMatchObject([
      {
        action: "connection.settings_changed",
        before: { mcp_writes_enabled: false },
        after: { mcp_writes_enabled: true },
      },
    ])
  })

  it("is for owners and admins of teams whose plan includes MCP", async () => {
    const team = await freshTeam()
    const free = await freshTeam({ plan: "free" })
    const input = { mcp_writes_enabled: true }
    await expect(run(updateMcpSettings, asPerson(team, "member"), input)).rejects.toMatchObject({
      code: "role_missing",
    })
    await expect(run(updateMcpSettings, asPerson(free), input)).rejects.toMatchObject({ code: "plan_required" })
  })
})

describe("an access token", () => {
  const connected = async () => {
    const team = await freshTeam()
    const { actor } = await freshMember(team, "member")
    return { team, userId: actor.id, ...(await freshConnection({ teamId: team.id, userId: actor.id })) }
  }
  const authenticate = (token: string, now?: Date) => authenticateAccessToken(token, connectorUrl(), now)

  it("names the connection, its team and its user", async () => {
    const { team, userId, token, connectionId } = await connected()
    const expected = { connectionId, teamId: team.id, userId, clientName: "Test client", scopes: ["data:read"] }
    expect(await authenticate(token)).toMatchObject(expected)
  })

  it("records the last use of the connection, at most once a minute", async () => {
    const { token, connectionId } = await connected()
    const lastUse = async () =>
      (await acrossTeams(() => prisma.oauthGrant.findFirst({ where: { id: connectionId } })))?.last_used_at
    const at = new Date("2026-11-20T10:00:00.000Z")
    await authenticate(token, at)
    await authenticate(token, new Date("2026-11-20T10:00:59.000Z"))
    expect(await lastUse()).toEqual(at)
    await authenticate(token, new Date("2026-11-20T10:01:00.000Z"))
    expect(await lastUse()).toEqual(new Date("2026-11-20T10:01:00.000Z"))
  })

  it("is refused when it has expired, is unknown, or was issued for another resource", async () => {
    const { token, team, userId } = await connected()
    expect(await authenticate(token, new Date(Date.now() + 3_600_000))).toBeNull()
    expect(await authenticate(`${token.slice(0, -1)}_`)).toBeNull()
    expect(await authenticate("sbx_live_000000000000000000000000000000000000")).toBeNull()
    const other = await freshAccessToken({ teamId: team.id, userId, resource: "https://other.example.com/mcp" })
    expect(await authenticate(other)).toBeNull()
    expect(await authenticateAccessToken(other, "https://other.example.com/mcp")).not.toBeNull()
  })

  it.each([
    ["the user left the team", ({ userId }) => prisma.membership.deleteMany({ where: { user_id: userId } })],
    ["the plan has no MCP", ({ team }) => prisma.team.update({ where: { id: team.id }, data: { plan: "free" } })],
    [
      "the team switched MCP off",
      ({ team }) => prisma.team.update({ where: { id: team.id }, data: { mcp_enabled: false } }),
    ],
    [
      "the app was disconnected",
      ({ connectionId }) => prisma.oauthGrant.update({ where: { id: connectionId }, data: { revoked_at: new Date() } }),
    ],
    [
      "its registered client is gone",
      ({ connectionId }) => prisma.oauthGrant.update({ where: { id: connectionId }, data: { client_kind: "dcr" } }),
    ],
  ] as [string, (connection: Awaited<ReturnType<typeof connected>>) => Promise<unknown>][])(
    "is refused from the next call on when %s",
    async (_, change) => {
      const connection = await connected()
      expect(await authenticate(connection.token)).not.toBeNull()
      await acrossTeams(() => change(connection))
      expect(await authenticate(connection.token)).toBeNull()
    },
  )
})
