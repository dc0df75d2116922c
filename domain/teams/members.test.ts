import { describe, expect, it } from "vitest"
import type { Role } from "@/domain/context"
import { run } from "@/domain/operation"
import { freshMember } from "@/domain/testing/person"
import { freshTeam } from "@/domain/testing/team"
import { changeRole } from "./change-role"
import { findMembership } from "./find-membership"
import { leaveTeam } from "./leave"
import { listMembers } from "./list-members"
import { removeMember } from "./remove-member"

async function freshCrew(...crew: Role[]) {
  const team = await freshTeam()
  const people = []
  for (const role of crew) people.push(await freshMember(team, role))
  return { team, people: people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]] }
}

describe("members", () => {
  it("are listed with the owners first, and only those of the team", async () => {
    const { people } = await freshCrew("viewer", "owner", "member")
    await freshCrew("owner")
    const { data } = await run(listMembers, people[0], {})
    expect(data.map((m) => m.role)).toEqual(["owner", "member", "viewer"])
  })

  it("are managed by admins, but owners by owners only", async () => {
    const { people } = await freshCrew("owner", "admin", "member")
    const [owner, admin, member] = people
    await run(changeRole, admin, { person_id: member.actor.id, role: "admin" })
    const refused = { code: "role_missing" }
    await expect(run(changeRole, admin, { person_id: member.actor.id, role: "owner" })).rejects.toMatchObject(refused)
    await expect(run(changeRole, admin, { person_id: owner.actor.id, role: "viewer" })).rejects.toMatchObject(refused)
    await expect(run(removeMember, admin, { person_id: owner.actor.id })).rejects.toMatchObject(refused)
    await expect(run(changeRole, member, { person_id: admin.actor.id, role: "viewer" })).rejects.toMatchObject(refused)
    await run(changeRole, owner, { person_id: admin.actor.id, role: "owner" })
  })

  it("never leave the team without an owner", async () => {
    const { people } = await freshCrew("owner", "admin")
    const [owner] = people
    const person_id = owner.actor.id
    const refused = { code: "state_conflict" }
    await expect(run(changeRole, owner, { person_id, role: "admin" })).rejects.toMatchObject(refused)
    await expect(run(removeMember, owner, { person_id })).rejects.toMatchObject(refused)
    await expect(run(leaveTeam, owner, {})).rejects.toMatchObject(refused)
  })

  it("cannot be robbed of both owners by two who go at the same moment", async () => {
    for (let round = 0; round < 5; round++) {
      const { people } = await freshCrew("owner", "owner", "viewer")
      const [one, two, viewer] = people
      const gone = await Promise.allSettled([run(leaveTeam, one, {}), run(leaveTeam, two, {})])
      expect(gone.filter((g) => g.status === "fulfilled")).toHaveLength(1)
      const { data } = await run(listMembers, viewer, {})
      expect(data.filter((m) => m.role === "owner")).toHaveLength(1)
    }
  })

  it("are out at once when removed, and those of other teams are not found", async () => {
    const { team, people } = await freshCrew("owner", "member")
    const [owner, member] = people
    const stranger = (await freshCrew("owner")).people[0]
    await run(removeMember, owner, { person_id: member.actor.id })
    expect(await findMembership(member.actor.id, team.slug)).toBeUndefined()
    const missing = { code: "resource_not_found" }
    await expect(run(removeMember, owner, { person_id: stranger.actor.id })).rejects.toMatchObject(missing)
    await expect(run(changeRole, owner, { person_id: stranger.actor.id, role: "viewer" })).rejects.toMatchObject(
      missing,
    )
  })
})
