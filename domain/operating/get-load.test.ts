import { expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { freshOperator } from "@/domain/testing/operator"
import { freshPerson } from "@/domain/testing/person"
import { freshTeam } from "@/domain/testing/team"
import { freshDelivery, freshWebhook } from "@/domain/testing/webhook"
import { getLoad } from "./get-load"

it("counts open and held deliveries, and returns how long the first due one has been due", async () => {
  const olga = await freshOperator()
  const team = await freshTeam()
  const { id } = await freshWebhook(team)
  await freshDelivery(team, id, { next_attempt_at: new Date(Date.now() - 30 * 86_400_000) })
  await freshDelivery(team, id, { state: "held" })
  const { data } = await run(getLoad, olga, {})
  // Other tests share the database, so the counts can be higher and the wait longer.
  expect(data.deliveries.open_n).toBeGreaterThanOrEqual(1)
  expect(data.deliveries.held_n).toBeGreaterThanOrEqual(1)
  expect(data.deliveries.lag_seconds).toBeGreaterThan(29 * 86_400)
  expect(data.database_bytes).toBeGreaterThan(1_000_000)
})

it("is for operators only", async () => {
  await expect(run(getLoad, await freshPerson(), {})).rejects.toMatchObject({ code: "role_missing" })
})
