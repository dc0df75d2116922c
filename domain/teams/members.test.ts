import { describe, expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import type { Role } from "@/domain/kernel/roles"
import { createKey } from "@/domain/keys/create"
import { listKeys } from "@/domain/keys/list"
import { freshMember, freshPerson } from "@/domain/testing/person"
import { freshTeam } from "@/domain/testing/team"
import { acceptInvitation } from "./accept-invitation"
import { changeRole } from "./change-role"
import { invite } from "./invite"
import { leaveTeam } from "./leave"
import { listInvitations } from "./list-invitations"
import { listMembers } from "./list-members"
import { findMembership } from "./member"
import { removeMember } from "./remove-member"

async function teamWithMembers(...crew: Role[]) {
  const team = await freshTeam()
  const people = []
  for (const role of crew) people.push(await freshMember(team, role))
  return { team, people: people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]] }
}

type Member = Awaited<ReturnType<typeof freshMember>>

describe("members", () => {
  it("are listed with owners first, and only those of the team", async () => {
    const { people } = await teamWithMembers("viewer", "owner", "member")
    await teamWithMembers("owner")
    const { data } = await run(listMembers, people[0], {})
    expect(data.map((m) => m.role)).toEqual(["owner", "member", "viewer"])
  })

  it("are managed by admins, but owners by owners only", async () => {
    const { people } = await teamWithMembers("owner", "admin", "member")
    const [owner, admin, member] = people
    await run(changeRole, admin, { person_id: member.actor.id, role: "admin" })
    const refused = { code: "role_missing" }
    await expect(run(changeRole, admin, { person_id: member.actor.id, role: "owner" })).rejects.toMatchObject(refused)
    await expect(run(changeRole, admin, { person_id: owner.actor.id, role: "viewer" })).rejects.toMatchObject(refused)
    await expect(run(removeMember, admin, { person_id: owner.actor.id })).rejects.toMatchObject(refused)
    await expect(run(changeRole, member, { person_id: admin.actor.id, role: "viewer" })).rejects.toMatchObject(refused)
    await run(changeRole, owner, { person_id: admin.actor.id, role: "owner" })
  })

  it("who have been removed meanwhile cannot make another member an owner", async () => {
    const { people } = await teamWithMembers("owner", "owner", "member")
    const [owner, removed, member] = people
    await run(removeMember, owner, { person_id: removed.actor.id })
    await expect(run(changeRole, removed, { person_id: member.actor.id, role: "owner" })).rejects.toMatchObject({
      code: "role_missing",
    })
  })

  it("cannot leave the team without an owner", async () => {
    const { people } = await teamWithMembers("owner", "admin")
    const [owner] = people
    const person_id = owner.actor.id
    const refused = { code: "state_conflict" }
    await expect(run(changeRole, owner, { person_id, role: "admin" })).rejects.toMatchObject(refused)
    await expect(run(removeMember, owner, { person_id })).rejects.toMatchObject(refused)
    await expect(run(leaveTeam, owner, {})).rejects.toMatchObject(refused)
  })

  it("cannot leave the team without an owner when two owners leave at the same time", async () => {
    for (let round = 0; round < 5; round++) {
      const { people } = await teamWithMembers("owner", "owner", "viewer")
      const [one, two, viewer] = people
      const gone = await Promise.allSettled([run(leaveTeam, one, {}), run(leaveTeam, two, {})])
      expect(gone.filter((g) => g.status === "fulfilled")).toHaveLength(1)
      const { data } = await run(listMembers, viewer, {})
      expect(data.filter((m) => m.role === "owner")).toHaveLength(1)
    }
  })

  it("lose their open invitations when they are removed, demoted or leave", async () => {
    const ways = {
      removed: async (owner: Member, admin: Member) => run(removeMember, owner, { person_id: admin.actor.id }),
      demoted: async (owner: Member, admin: Member) =>
        run(changeRole, owner, { person_id: admin.actor.id, role: "member" }),
      left: async (_: Member, admin: Member) => run(leaveTeam, admin, {}),
    }
    for (const end of Object.values(ways)) {
      const { people } = await teamWithMembers("owner", "admin")
      const [owner, admin] = people
      const token = (await run(invite, admin, { role: "admin" })).data.link.split("/").at(-1) ?? ""
      await end(owner, admin)
      expect((await run(listInvitations, owner, {})).data).toEqual([])
      const back = run(acceptInvitation, await freshPerson(), { token })
      await expect(back).rejects.toMatchObject({ code: "resource_not_found" })
    }
  })

  it("lose an invitation that they create while they are being removed", async () => {
    const { people } = await teamWithMembers("owner", "admin")
    const [owner, admin] = people
    await run(removeMember, owner, { person_id: admin.actor.id })
    const token = (await run(invite, admin, { role: "admin" })).data.link.split("/").at(-1) ?? ""
    const back = run(acceptInvitation, await freshPerson(), { token })
    await expect(back).rejects.toMatchObject({ code: "resource_not_found" })
  })

  it("lose the selected API keys when removed, but only keys that they created", async () => {
    const { people } = await teamWithMembers("owner", "admin")
    const [owner, admin] = people
    const make = async (by: Member, name: string) =>
      (await run(createKey, by, { name, scopes: ["clients:read"] })).data.key.id
    const chosen = await make(admin, "A")
    const other = await make(admin, "B")
    const owners = await make(owner, "C")
    expect((await run(listKeys, owner, { created_by: admin.actor.id })).data).toHaveLength(2)
    await run(removeMember, owner, { person_id: admin.actor.id, revoke_key_ids: [chosen, owners] })
    const states = Object.fromEntries((await run(listKeys, owner, {})).data.map((key) => [key.id, key.state]))
    expect(states).toEqual({ [chosen]: "revoked", [other]: "active", [owners]: "active" })
  })

  it("lose access immediately when removed, and those of other teams are not found", async () => {
    const { team, people } = await teamWithMembers("owner", "member")
    const [owner, member] = people
    const stranger = (await teamWithMembers("owner")).people[0]
    await run(removeMember, owner, { person_id: member.actor.id })
    expect(await findMembership(member.actor.id, team.slug)).toBeUndefined()
    const missing = { code: "resource_not_found" }
    await expect(run(removeMember, owner, { person_id: stranger.actor.id })).rejects.toMatchObject(missing)
    await expect(run(changeRole, owner, { person_id: stranger.actor.id, role: "viewer" })).rejects.toMatchObject(
      missing,
    )
  })
})
