import { describe, expect, it } from "vitest"
import { allOperations } from "@/domain/index"
import { newId } from "@/domain/kernel/ids"
import type { Session } from "@/domain/people/session"
import { freshClient } from "@/domain/testing/client"
import { freshMember, freshPerson } from "@/domain/testing/person"
import { freshTeam } from "@/domain/testing/team"
import { router } from "./router"

const asking = (person: Session | null, teamSlug: string | null = null) =>
  router.createCaller({ person, teamSlug, origin: { ip: null, userAgent: null }, requestId: "req_test" })

async function freshAsking(role: "viewer" | "admin") {
  const team = await freshTeam()
  const { actor } = await freshMember(team, role)
  const { id, name, email } = actor
  return { team, person: { id, name, email, session_version: 1, session_id: newId("session") } }
}

const problem = (code: string) => ({ cause: { code } })

describe("the browser's calls", () => {
  it("reach every operation under its own name", () => {
    const paths = Object.keys(router._def.procedures)
    expect(paths.sort()).toEqual(allOperations.map((o) => o.id).sort())
  })

  it("return the envelope with the operation's types", async () => {
    const { team, person } = await freshAsking("viewer")
    await freshClient(team, { name: "Bergamo Bikes" })
    const { data, meta } = await asking(person, team.slug).clients.list({ limit: 1 })
    expect(data.map((c) => c.name)).toEqual(["Bergamo Bikes"])
    expect(meta).toMatchObject({ total: 1, request_id: "req_test" })
  })

  it("never echo the input of a mutation, which may be a secret", async () => {
    const { team, person } = await freshAsking("admin")
    const api_key = "sk-0123456789abcwx9z"
    const response = await asking(person, team.slug).aiVisibility.setUpEngine({ engine_id: "openai_api", api_key })
    expect(response.data.key_hint).toBe("wx9z")
    expect(JSON.stringify(response)).not.toContain(api_key)
  })

  it("are rejected without a session and for a team that the person is not in", async () => {
    const { team } = await freshAsking("viewer")
    await expect(asking(null, team.slug).clients.list({})).rejects.toMatchObject(problem("session_missing"))
    const { kind: _, ...stranger } = (await freshPerson()).actor
    const call = asking(stranger, team.slug).clients.list({})
    await expect(call).rejects.toMatchObject(problem("resource_not_found"))
  })

  it("are rejected by role, and report all input errors together", async () => {
    const { team, person } = await freshAsking("viewer")
    const viewer = asking(person, team.slug)
    await expect(viewer.teams.update({ name: "Mine" })).rejects.toMatchObject(problem("role_missing"))
    await expect(viewer.clients.list({ limit: 0, colour: "red" } as never)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      cause: { errors: [{ parameter: "limit" }, { parameter: "colour" }] },
    })
  })
})
