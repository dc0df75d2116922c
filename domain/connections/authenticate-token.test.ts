import { expect, it } from "vitest"
import { newId } from "@/domain/kernel/ids"
import { freshConnection } from "@/domain/testing/connection"
import { freshMember } from "@/domain/testing/person"
import { freshTeam } from "@/domain/testing/team"
import { acrossTeams, prisma } from "@/prisma/client"
import { authenticateAccessToken } from "./authenticate-token"
import { connectorUrl } from "./settings"

it("a token that was found before is read again, with the reason of a suspension", async () => {
  const { team, actor } = await freshMember(await freshTeam(), "member")
  const token = await freshConnection({ teamId: team.id, userId: actor.id })
  const find = async () => (await authenticateAccessToken(token, connectorUrl()))?.member
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
