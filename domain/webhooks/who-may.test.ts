/**
 * Tests the access rules of every operation on endpoints: which team and which role. New operations are included
 * automatically.
 */
import { describe, expect, it } from "vitest"
import { operations } from "@/domain"
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { type AnyOperation, run } from "@/domain/kernel/operation"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { freshWebhook } from "@/domain/testing/webhook"
import { inTeam, prisma } from "@/prisma/client"

const all = Object.values(operations.webhooks).map((operation) => [operation.id, operation as AnyOperation] as const)
const ofOne = all.filter(([, { input }]) => "webhook_id" in input.shape || "notice_id" in input.shape)
const mutations = all.filter(([, { kind }]) => kind === "mutation")
const lists = ["webhooks.listNotices"]

/** Input that an operation needs besides the id. */
const needs: Record<string, object> = { "webhooks.resume": { held: "send" } }

async function thingsOf(team: TeamFacts) {
  const { id: endpoint_id } = await freshWebhook(team)
  const notice = { id: newId("notice"), team_id: team.id, endpoint_id, kind: "disabled", detail: "x" }
  await inTeam(team.id, () => prisma.webhookNotice.create({ data: notice }))
  return { webhook_id: endpoint_id, notice_id: notice.id }
}
type OtherTeamData = Awaited<ReturnType<typeof thingsOf>>

function inputOf(operation: AnyOperation, things: OtherTeamData) {
  const ids = Object.entries(things).filter(([name]) => name in operation.input.shape)
  return { ...needs[operation.id], ...Object.fromEntries(ids) } as never
}

const refusal = (operation: AnyOperation, ctx: ReturnType<typeof asPerson>, things: OtherTeamData) =>
  run(operation, ctx, inputOf(operation, things)).then(
    () => "answered",
    ({ code, message, errors }) => ({ code, message, errors }),
  )

describe.each(ofOne.filter(([id]) => !lists.includes(id)))("%s", (_, operation) => {
  it("returns not found for another team's endpoint or notice, exactly as for one that does not exist", async () => {
    const team = await freshTeam()
    const other = await freshTeam()
    const theirs = await thingsOf(other)
    const nobodys = { webhook_id: newId("endpoint"), notice_id: newId("notice") }
    const message = await refusal(operation, asPerson(team), theirs)
    expect(message).toMatchObject({ code: "resource_not_found" })
    expect(message).toEqual(await refusal(operation, asPerson(team), nobodys))
    const where = { team_id: other.id, id: theirs.webhook_id }
    const stored = await inTeam(other.id, () => prisma.webhookEndpoint.findFirst({ where }))
    expect(stored).toMatchObject({ state: "active", deleted_at: null })
  })
})

describe.each(mutations)("%s", (_, operation) => {
  it("requires an admin or owner, and rejects API keys", async () => {
    const team = await freshTeam()
    const things = await thingsOf(team)
    for (const role of ["viewer", "member"] as const)
      expect(await refusal(operation, asPerson(team, role), things)).toMatchObject({ code: "role_missing" })
    expect(await refusal(operation, asKey(team), things)).toMatchObject({ code: "scope_missing" })
  })
})

describe("webhooks.list and webhooks.listNotices", () => {
  it("show nothing of another team", async () => {
    const team = await freshTeam()
    const other = await freshTeam()
    const theirs = await thingsOf(other)
    for (const id of ["webhooks.list", "webhooks.listNotices"]) {
      const operation = all.find(([known]) => known === id)?.[1] as AnyOperation
      expect((await run(operation, asPerson(other), {} as never)).meta.total).toBe(1)
      expect((await run(operation, asPerson(team), inputOf(operation, theirs))).meta.total).toBe(0)
    }
  })
})
