import { randomInt } from "node:crypto"
import { describe, expect, it } from "vitest"
import { processSync } from "@/domain/data-sources/syncs/process-sync"
import { connectedSource, fakesForTest } from "@/domain/data-sources/testing/connected"
import { Deadline } from "@/domain/kernel/deadline"
import { freshKey } from "@/domain/testing/key"
import { reportWithFacts } from "@/domain/testing/live-report"
import { freshReport } from "@/domain/testing/report"
import { inTeam, prisma } from "@/prisma/client"
import { restFetchHandler } from "./index"

async function caller(team: Parameters<typeof freshKey>[0]) {
  const { secret } = await freshKey(team)
  return (path: string, ifNoneMatch?: string | null) =>
    restFetchHandler(
      new Request(`http://localhost/api/v1${path}`, {
        headers: { authorization: `Bearer ${secret}`, ...(ifNoneMatch && { "if-none-match": ifNoneMatch }) },
      }),
    )
}
const etagOf = async (response: Promise<Response>) => (await response).headers.get("etag")

describe("the ETag of live report data", () => {
  it("answers 304, and depends on the period, the time zone and the version", async () => {
    const { team, report } = await reportWithFacts([{ kind: "metric", query: { metrics: ["sessions"] } }])
    const get = await caller(team)
    const period = "from=2026-10-01&to=2026-10-31"
    for (const path of [`/reports/${report.id}/data`, `/reports/${report.id}/widgets/${report.widgetIds[0]}/data`]) {
      const etag = await etagOf(get(`${path}?${period}`))
      expect((await get(`${path}?${period}`, etag)).status).toBe(304)
      const others = [
        await etagOf(get(`${path}?from=2026-10-02&to=2026-10-31`)),
        await etagOf(get(`${path}?${period}&timezone=Asia/Tokyo`)),
      ]
      const change = (data: object) =>
        inTeam(team.id, () => prisma.report.updateMany({ where: { team_id: team.id, id: report.id }, data }))
      await change({ version: { increment: 1 } })
      others.push(await etagOf(get(`${path}?${period}`)))
      expect(new Set([etag, ...others]).size).toBe(4)
      expect((await get(`${path}?${period}`, etag)).status).toBe(200)
    }
  })

  it("stays after a fetch that changes nothing, and changes after a restatement", async () => {
    const { meta_ads: fake } = await fakesForTest()
    const account = `act_${randomInt(1_000_000_000)}`
    fake.world.accounts = fake.world.accounts.slice(0, 1).map((one) => ({ ...one, id: account }))
    const anHourAgo = () => new Date(Date.now() - 3_600_000)
    const { team, client, source } = await connectedSource("meta_ads", account, { now: anHourAgo, history_days: 15 })
    const sync = await inTeam(team.id, () =>
      prisma.syncRun.findFirstOrThrow({ where: { team_id: team.id, data_source_id: source.id } }),
    )
    await processSync(sync.id, new Deadline(3_600_000), anHourAgo)
    const report = await freshReport(team, client, [{ kind: "metric", query: { metrics: ["ad_spend"] } }])
    const get = await caller(team)
    const path = `/reports/${report.id}/data?fresh=prefer&range=last_7_days`
    /** Ends the minute for which a fetch is reused. */
    const forget = () =>
      inTeam(team.id, async () => {
        const where = { team_id: team.id }
        await prisma.dataSource.updateMany({ where, data: { last_success_at: anHourAgo() } })
      })
    const etag = await etagOf(get(path))
    const asked = fake.requests.length
    await forget()
    expect((await get(path, etag)).status).toBe(304)
    expect(fake.requests.length).toBeGreaterThan(asked)
    await forget()
    fake.world.factor = 2
    const restated = await get(path, etag)
    expect(restated.status).toBe(200)
    expect(restated.headers.get("etag")).not.toBe(etag)
  })

  it("is not returned for a widget of another report", async () => {
    const { team, client, report } = await reportWithFacts([{ kind: "metric", query: { metrics: ["sessions"] } }])
    const other = await freshReport(team, client)
    const get = await caller(team)
    const response = await get(`/reports/${other.id}/widgets/${report.widgetIds[0]}/data`)
    expect([response.status, (await response.json()).code]).toEqual([404, "resource_not_found"])
  })
})
