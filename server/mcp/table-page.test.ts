import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { queryClientMetrics } from "@/domain/clients/query-metrics"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { freshSource } from "@/domain/testing/facts"
import { freshTeam } from "@/domain/testing/team"
import { getMetrics } from "@/domain/visibility/get-metrics"
import { countedPanel } from "@/domain/visibility/testing/counted-panel"
import { acrossTeams, prisma } from "@/prisma/client"
import { callMessage, connectMember, messageOf, post, serveMcp } from "../testing/mcp"
import { maxResultCharacters } from "./result"

const days = ["2026-10-10", "2026-10-11", "2026-10-12"]
const october = { from: "2026-10-01", to: "2026-10-31" }
const byCampaign = { ...october, metrics: ["ad_clicks", "ad_impressions", "ad_ctr"], dimensions: ["campaign"] }
const byDay = { ...byCampaign, granularity: "day" }

/** 600 rows by day and campaign. Several have the same value. */
const facts = days.flatMap((date) =>
  Array.from({ length: 200 }, (_, n) =>
    [
      { metric_id: "ad_clicks", value: n % 7 },
      { metric_id: "ad_impressions", value: n % 11 },
    ].map((fact) => ({ ...fact, date, dims: { campaign: `Campaign ${n}` } })),
  ).flat(),
)

/** 40 prompts on two engines. */
const counts = (add: number) =>
  Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`prompt ${n}`, { Bose: (n + add) % 4, Sony: n % 3 }]))
const scans = [
  { date: "2026-10-05", prompts: counts(0) },
  { date: "2026-10-12", prompts: counts(1) },
]

let url: string
let close: () => Promise<void>
let ctx: Awaited<ReturnType<typeof connectMember>>["ctx"]
let token: string
let client_id: string
let project_id: string
beforeAll(async () => {
  ;({ url, close } = await serveMcp())
  const team = await freshTeam()
  ;({ ctx, token } = await connectMember(team))
  const client = await freshClient(team)
  client_id = client.id
  await freshSource(team, client, facts)
  ;({ project_id } = await countedPanel(team, scans, { runs: 4, engines: 2 }))
})
afterAll(() => close())

const call = async (name: string, given: object) =>
  (await messageOf(await post(url, token, callMessage(name, given)))).result
const errorOf = (result: { content: { text: string }[] }) => JSON.parse(result.content[0]?.text ?? "").error

type Page = {
  rows: Record<string, unknown>[]
  rows_total: number
  rows_returned: number
  next_cursor: string | null
  truncated: boolean
  hint?: string
  other?: Record<string, { value: number }> | null
  totals: Record<string, { value: number }>
  meta: { truncated: boolean }
}

/** Every page of a table. */
async function pagesOf(name: string, given: object): Promise<Page[]> {
  const pages: Page[] = []
  let cursor: string | null = null
  do {
    const result = await call(name, { ...given, ...(cursor !== null && { cursor }) })
    expect(result.isError, result.content[0].text).toBeUndefined()
    expect(result.content[0].text.length).toBeLessThanOrEqual(maxResultCharacters)
    const page: Page = result.structuredContent
    expect(page.rows_returned).toBe(page.rows.length)
    expect([page.truncated, page.meta.truncated, page.hint?.includes("Continue with next_cursor") ?? false]).toEqual(
      Array(3).fill(page.next_cursor !== null),
    )
    pages.push(page)
    cursor = page.next_cursor
  } while (cursor !== null)
  return pages
}

describe("query_metrics", () => {
  it.each([
    ["at the limit of the call", { ...byDay, limit: 110 }, 6],
    ["at the default limit", byCampaign, 2],
    ["at the size of a result", { ...byDay, limit: 10_000, order_by: "-ad_clicks" }, undefined],
  ])("is cut %s, and its pages together are the complete table", async (_, given, count) => {
    const { data } = await run(queryClientMetrics, ctx, { client_id, ...given, limit: 10_000 } as never)
    const pages = await pagesOf("query_metrics", { client_id, ...given })
    expect(pages.length).toBeGreaterThan(1)
    if (count !== undefined) expect(pages).toHaveLength(count)
    const all = data.rows.map(({ dims, ...row }) => ({ untrusted_dims: dims, ...row }))
    expect(pages.flatMap(({ rows }) => rows)).toEqual(all)
    let shown = 0
    for (const { rows, rows_total, other, totals } of pages) {
      expect(rows_total).toBe(data.rows_total)
      expect(totals).toEqual(data.totals)
      for (const row of rows) shown += (row as { values: Page["totals"] }).values["ad_clicks"]?.value ?? 0
      expect(other?.["ad_clicks"]?.value ?? 0).toBe((data.totals["ad_clicks"]?.value ?? 0) - shown)
    }
    expect(pages.at(-1)?.other).toBeNull()
  })

  it("has no cursor if all rows are shown", async () => {
    const [page, ...others] = await pagesOf("query_metrics", { client_id, ...october, metrics: ["ad_clicks"] })
    expect(page).toMatchObject({ next_cursor: null, truncated: false, rows_total: 1 })
    expect(others).toEqual([])
  })

  it("refuses a cursor that was changed, or that belongs to another query or team", async () => {
    const { structuredContent: page } = await call("query_metrics", { client_id, ...byCampaign })
    const cursor: string = page.next_cursor
    expect((await call("query_metrics", { client_id, ...byCampaign, limit: 5, cursor })).isError).toBeUndefined()
    const wrong = [
      { cursor: `${cursor.slice(0, -2)}xx` },
      { cursor: 7 },
      { cursor, metrics: ["ad_clicks"] },
      { cursor, compare: "previous_period" },
    ]
    for (const given of wrong)
      expect(errorOf(await call("query_metrics", { client_id, ...byCampaign, ...given }))).toMatchObject({
        code: "invalid_argument",
        hint: expect.stringContaining("start again without a cursor"),
      })
    const other = await connectMember(await freshTeam())
    const message = callMessage("query_metrics", { client_id, ...byCampaign, cursor })
    expect((await messageOf(await post(url, other.token, message))).result.isError).toBe(true)
  })

  it("refuses a cursor if the rows before it have changed", async () => {
    const query = { client_id, ...byDay, order_by: "-ad_clicks" }
    const { structuredContent: page } = await call("query_metrics", query)
    const largest = { client_id, metric_id: "ad_clicks", dims: { equals: { campaign: "Campaign 0" } } }
    await acrossTeams(() => prisma.metricFact.updateMany({ where: largest, data: { value: 1_000 } }))
    const error = errorOf(await call("query_metrics", { ...query, cursor: page.next_cursor }))
    expect(error.message).toContain("The data has changed")
    await acrossTeams(() => prisma.metricFact.updateMany({ where: largest, data: { value: 0 } }))
    expect((await call("query_metrics", { ...query, cursor: page.next_cursor })).isError).toBeUndefined()
  })
})

describe("get_visibility_metrics", () => {
  it.each([
    ["at the limit of the call", { group_by: ["prompt"], limit: 9 }],
    ["at the size of a result", { group_by: ["prompt", "engine", "brand"], limit: 1_000 }],
  ] as const)("is cut %s, and its pages together are the complete table", async (_, given) => {
    const query = { project_id, from: "2026-10-10", to: "2026-10-16", compare: "previous_period", ...given } as const
    const { data } = await run(getMetrics, ctx, { ...query, group_by: [...given.group_by], limit: 10_000 })
    const pages = await pagesOf("get_visibility_metrics", query)
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.flatMap(({ rows }) => rows)).toEqual(data.rows)
    for (const page of pages) expect([page.rows_total, page.totals]).toEqual([data.rows_total, data.totals])
  })
})
