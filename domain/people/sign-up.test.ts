import { describe, expect, it } from "vitest"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { findMembership } from "@/domain/teams/member"
import { asAnybody, freshPerson, password } from "@/domain/testing/person"
import { acrossTeams, prisma } from "@/prisma/client"
import { findPersonByEmail } from "./accounts"
import { signUp } from "./sign-up"

const freshEmail = () => `${newId("user").toLowerCase()}@example.test`

describe("signing up", () => {
  it("creates an account and a team on the free plan, with the user as owner", async () => {
    const email = freshEmail()
    const { data } = await run(signUp, asAnybody(), { name: " Ada ", email, password, team_name: "Caffè & Sons" })
    expect(data.team_slug).toMatch(/^caffe-sons/)
    const seat = await findMembership(data.person_id, data.team_slug ?? "")
    expect(seat).toMatchObject({ role: "owner", team: { name: "Caffè & Sons", plan: "free", is_sample: false } })
    const audit = await acrossTeams(() => prisma.auditEntry.findMany({ where: { team_id: seat?.team.id ?? "" } }))
    expect(audit.map((a) => [a.action, a.actor_label])).toEqual([["team.created", "Ada"]])
  })

  it("creates no team for an invited user", async () => {
    const { data } = await run(signUp, asAnybody(), { name: "Ada", email: freshEmail(), password })
    expect(data.team_slug).toBeNull()
  })

  it("gives teams with the same name different slugs, also concurrently", async () => {
    const team_name = `Twin ${newId("team").slice(-8)}`
    const twins = [1, 2, 3].map(() =>
      run(signUp, asAnybody(), { name: "Ada", email: freshEmail(), password, team_name }),
    )
    const slugs = (await Promise.all(twins)).map((t) => t.data.team_slug)
    expect(new Set(slugs).size).toBe(3)
  })

  it("treats an address as the same account in any case, and creates nothing on a conflict", async () => {
    const { actor } = await freshPerson()
    const again = run(signUp, asAnybody(), {
      name: "Eve",
      email: actor.email.toUpperCase(),
      password,
      team_name: "Eve",
    })
    await expect(again).rejects.toMatchObject({ code: "already_exists", errors: [{ parameter: "email" }] })
  })

  it("reports every invalid field, and stores no readable password", async () => {
    const bad = run(signUp, asAnybody(), { name: "", email: "ada", password: "short", team_name: "" })
    await expect(bad).rejects.toMatchObject({
      errors: [{ parameter: "name" }, { parameter: "email" }, { parameter: "password" }, { parameter: "team_name" }],
    })
    const email = freshEmail()
    await run(signUp, asAnybody(), { name: "Ada", email, password, team_name: "Ada" })
    expect((await findPersonByEmail(email))?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})
