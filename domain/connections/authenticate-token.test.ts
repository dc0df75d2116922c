import { expect, it } from "vitest"
import { newId } from "@/domain/kernel/ids"
import { processWide } from "@/domain/kernel/process-wide"
import { freshAccessToken, freshConnection } from "@/domain/testing/connection"
import { freshMember } from "@/domain/testing/person"
import { freshTeam } from "@/domain/testing/team"
import { acrossTeams, prisma } from "@/prisma/client"
import { authenticateAccessToken } from "./authenticate-token"
import { findConnection, wasFoundBefore } from "./find-connection"
import { connectorUrl } from "./settings"

it("a token that was found before is read again, with the reason of a suspension", async () => {
  const { team, actor } = await freshMember(await freshTeam(), "member")
  const token = await freshAccessToken({ teamId: team.id, userId: actor.id })
  const find = async () => (await authenticateAccessToken(token, connectorUrl()))?.caller
  const first = await find()
  expect(await find()).toEqual(first)
  const change = { actor_label: "Operator", subject_id: team.id, subject_label: team.name }
  await acrossTeams(async () => {
    await prisma.operatorChange.create({
      data: { ...change, id: newId("operatorChange"), action: "team.suspended", after: { reason: "Unpaid" } },
    })
    await prisma.team.update({ where: { id: team.id }, data: { is_suspended: true } })
  })
  expect((await find())?.team).toMatchObject({ is_suspended: true, suspension_reason: "Unpaid" })
  await acrossTeams(() => prisma.membership.deleteMany({ where: { team_id: team.id, user_id: actor.id } }))
  expect(await find()).toBeUndefined()
})

it("an unknown token does not empty the full map of teams by token", async () => {
  const { team, actor } = await freshMember(await freshTeam(), "member")
  const token = await freshAccessToken({ teamId: team.id, userId: actor.id })
  await findConnection(token)
  const teams = processWide("token-teams", () => new Map<string, string>())
  for (let i = teams.size; i < 10_000; i++) teams.set(`token ${i}`, team.id)
  expect(await findConnection("unknown")).toBeUndefined()
  expect(wasFoundBefore(token)).toBe(true)
  teams.clear()
})

type Grant = { teamId: string; userId: string; connectionId: string }

it.each<[string, (grant: Grant) => Promise<unknown>]>([
  [
    "the app is disconnected",
    ({ connectionId: id }) => prisma.oauthGrant.update({ where: { id }, data: { revoked_at: new Date() } }),
  ],
  [
    "the member leaves the team",
    ({ teamId: team_id, userId: user_id }) => prisma.membership.deleteMany({ where: { team_id, user_id } }),
  ],
  ["the plan has no API access", ({ teamId: id }) => prisma.team.update({ where: { id }, data: { plan: "free" } })],
  [
    "the team switches the connector off",
    ({ teamId: id }) => prisma.team.update({ where: { id }, data: { mcp_enabled: false } }),
  ],
])("a token that was found before is refused as soon as %s", async (_, change) => {
  const { team, actor } = await freshMember(await freshTeam(), "member")
  const { token, connectionId } = await freshConnection({ teamId: team.id, userId: actor.id })
  expect(await authenticateAccessToken(token, connectorUrl())).not.toBeNull()
  expect(await authenticateAccessToken(token, connectorUrl())).not.toBeNull()
  await acrossTeams(() => change({ teamId: team.id, userId: actor.id, connectionId }))
  expect(await authenticateAccessToken(token, connectorUrl())).toBeNull()
})

it("tokens that arrive together each get their own caller, and a revoked or expired one gets none", async () => {
  const first = await freshMember(await freshTeam(), "owner")
  const second = await freshMember(await freshTeam(), "viewer")
  const connect = ({ team, actor }: typeof first, expiresAt?: Date) =>
    freshConnection({ teamId: team.id, userId: actor.id, ...(expiresAt && { expiresAt }) })
  const ofFirst = await connect(first)
  const ofSecond = await connect(second)
  const revoked = await connect(first)
  const expired = await connect(second, new Date(Date.now() - 1_000))
  const tokens = [ofFirst, ofSecond, revoked, ofFirst, expired].map(({ token }) => token)
  const callers = async () => {
    const found = await Promise.all(tokens.map((token) => authenticateAccessToken(token, connectorUrl())))
    return found.map((one) => one && [one.connectionId, one.teamId, one.userId, one.caller.actor.role])
  }
  const firstCaller = (id: string) => [id, first.team.id, first.actor.id, "owner"]
  const secondCaller = [ofSecond.connectionId, second.team.id, second.actor.id, "viewer"]
  const a = firstCaller(ofFirst.connectionId)
  const b = firstCaller(revoked.connectionId)
  expect(await callers()).toEqual([a, secondCaller, b, a, null])
  await acrossTeams(() =>
    prisma.oauthGrant.update({ where: { id: revoked.connectionId }, data: { revoked_at: new Date() } }),
  )
  expect(await callers()).toEqual([a, secondCaller, null, a, null])
})

it("a token is refused for another resource than its own", async () => {
  const { team, actor } = await freshMember(await freshTeam(), "member")
  const token = await freshAccessToken({ teamId: team.id, userId: actor.id })
  expect(await authenticateAccessToken(token, "https://other.example.test/mcp")).toBeNull()
})
