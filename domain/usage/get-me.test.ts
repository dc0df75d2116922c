import { expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { limitsOf } from "@/domain/kernel/plans"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { getMe } from "./get-me"

it("a key gets its team, its own scopes and the limits of the plan", async () => {
  const team = await freshTeam({ plan: "pro" })
  const caller = asKey(team, ["clients:read", "usage:read"])
  const { data } = await run(getMe, caller, {})
  expect(data).toMatchObject({
    team: { id: team.id, name: team.name },
    plan: "pro",
    key: { name: "Test key", hint: "sbx_test_ab12...wx9z", scopes: ["clients:read", "usage:read"], expires_at: null },
    limits: { keys: limitsOf("pro").keys, webhook_endpoints: limitsOf("pro").webhookEndpoints },
  })
})

it("a person gets the team without a key", async () => {
  const team = await freshTeam()
  expect((await run(getMe, asPerson(team, "viewer"), {})).data).toMatchObject({ team: { id: team.id }, key: null })
})
