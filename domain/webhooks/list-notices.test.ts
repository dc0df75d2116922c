import { describe, expect, it } from "vitest"
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { freshWebhook } from "@/domain/testing/webhook"
import { inTeam, prisma } from "@/prisma/client"
import { deleteWebhook } from "./delete"
import { dismissNotice } from "./dismiss-notice"
import { listNotices } from "./list-notices"

async function freshNotice(team: TeamFacts, endpoint_id: string, kind = "failing_24h") {
  const id = newId("notice")
  await inTeam(team.id, () =>
    prisma.webhookNotice.create({ data: { id, team_id: team.id, endpoint_id, kind, detail: "Nothing arrives." } }),
  )
  return id
}
const listed = async (team: TeamFacts, query: object = {}) =>
  (await run(listNotices, asPerson(team, "viewer"), query as never)).data.map(({ id }) => id)

describe("notices about endpoints", () => {
  it("are listed newest first, for one endpoint or all, until they are dismissed", async () => {
    const team = await freshTeam()
    const one = await freshWebhook(team)
    const two = await freshWebhook(team)
    const first = await freshNotice(team, one.id)
    const second = await freshNotice(team, two.id, "disabled")
    expect(await listed(team)).toEqual([second, first])
    expect(await listed(team, { webhook_id: one.id })).toEqual([first])
    const { data } = await run(dismissNotice, asPerson(team), { notice_id: second })
    expect(data).toMatchObject({ kind: "disabled", webhook: { id: two.id, url: two.url } })
    expect(data.dismissed_at).not.toBeNull()
    expect((await run(dismissNotice, asPerson(team), { notice_id: second })).data).toEqual(data)
    expect(await listed(team)).toEqual([first])
    expect(await listed(team, { include_dismissed: true })).toEqual([second, first])
  })

  it("of another team are not found and stay", async () => {
    const team = await freshTeam()
    const notice_id = await freshNotice(team, (await freshWebhook(team)).id)
    const dismissing = run(dismissNotice, asPerson(await freshTeam()), { notice_id })
    await expect(dismissing).rejects.toThrow("Your team has no notice with this ID.")
    expect(await listed(team)).toEqual([notice_id])
  })

  it("disappear with their endpoint", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team)
    await freshNotice(team, id)
    await run(deleteWebhook, asPerson(team), { webhook_id: id })
    expect(await listed(team)).toEqual([])
  })
})
