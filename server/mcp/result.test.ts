import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { getReportData } from "@/domain/reports/get-data"
import { freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { callMessage, connectMember, messageOf, post, serveMcp } from "../testing/mcp"
import { projectWithAnswers } from "../testing/sample-data"
import { fitResult, fittingLinks, maxResultCharacters, serialize } from "./result"

const fitted = (content: object, argumentNames: string[] = []) =>
  fitResult(serialize({ ...content }), getReportData.tool, { argumentNames })
const rowsOf = (count: number) => Array.from({ length: count }, (_, i) => ({ campaign: `Campaign ${i}`, value: i }))

describe("a result that is too large", () => {
  it("loses items of its longest list until it fits, and says so", () => {
    const result = fitted({ columns: ["campaign"], nested: { rows: rowsOf(5_000) }, totals: { value: 1 } })
    const content = result.content as { nested: { rows: unknown[] }; truncated: boolean; hint: string }
    expect(result.json.length).toBeLessThanOrEqual(maxResultCharacters)
    expect(result.json.length).toBeGreaterThan(maxResultCharacters * 0.95)
    expect(content).toMatchObject({ truncated: true, totals: { value: 1 }, hint: expect.stringContaining("missing") })
  })

  it("is shortened inside a single item, too", () => {
    const result = fitted({ id: "1", untrusted_text: "word ".repeat(40_000) })
    expect(result.json.length).toBeLessThanOrEqual(maxResultCharacters)
    expect(result.json.length).toBeGreaterThan(maxResultCharacters * 0.95)
  })

  it("states the number of rows that it shows", () => {
    const meta = { period: null, truncated: false }
    const { content } = fitted({ rows: rowsOf(3_000), rows_total: 3_000, rows_returned: 3_000, meta })
    const { rows, ...stated } = content as { rows: unknown[] }
    expect(stated).toMatchObject({ rows_total: 3_000, rows_returned: rows.length, meta: { truncated: true } })
    expect(rows.length).toBeLessThan(3_000)
  })

  it("names arguments of the tool that make it smaller", () => {
    const content = { untrusted_text: "word ".repeat(40_000) }
    const hintOf = (names: string[]) => fitted(content, names).content["hint"]
    expect(hintOf(["client_id", "range", "metrics"])).toContain("narrow the call with metrics, range.")
    expect(hintOf(["answer_id"])).not.toContain("narrow")
  })

  it("does not cut a character into halves", () => {
    for (const start of ["", "a"]) expect(fitted({ text: start + "😀".repeat(40_000) }).json).toMatch(/😀…/)
  })
})

describe("a report that is too large", () => {
  const shownOf = (widgets: object[]) => {
    const result = fitted({ report: { id: "rep_1" }, widgets, commentary: [], meta: { truncated: false } })
    expect(result.json.length).toBeLessThanOrEqual(maxResultCharacters)
    return result.content as { widgets: Record<string, unknown>[]; meta: object }
  }
  const widgetWith = (n: number, rows: number) => ({
    id: `wid_${n}`,
    title: `Widget ${n}`,
    columns: [{ id: "clicks", label: "Clicks" }],
    rows: rowsOf(rows),
    rows_total: rows,
    rows_returned: rows,
    truncated: false,
  })

  it("keeps all widgets and shortens the largest ones", () => {
    const { widgets, meta } = shownOf([
      widgetWith(0, 10),
      widgetWith(1, 2_000),
      widgetWith(2, 10),
      widgetWith(3, 3_000),
    ])
    const counts = widgets.map(({ rows }) => (rows as unknown[]).length)
    expect(widgets.map(({ rows_returned }) => rows_returned)).toEqual(counts)
    expect(widgets.map(({ truncated }) => truncated)).toEqual([false, true, false, true])
    expect(counts).toEqual([10, expect.any(Number), 10, expect.any(Number)])
    expect(Math.abs((counts[1] ?? 0) - (counts[3] ?? 0))).toBeLessThan(20)
    expect(meta).toEqual({ truncated: true })
  })

  it("keeps the IDs and titles of widgets that do not fit", () => {
    const { widgets } = shownOf(Array.from({ length: 200 }, (_, n) => widgetWith(n, 50)))
    expect(widgets.map(({ id, title }) => [id, title])).toEqual(
      Array.from({ length: 200 }, (_, n) => [`wid_${n}`, `Widget ${n}`]),
    )
    expect(widgets[0]).toHaveProperty("rows")
    expect(widgets[199]).toEqual({ id: "wid_199", title: "Widget 199", truncated: true })
  })

  it("counts the points of a time series and the rows of AI visibility", () => {
    const points = rowsOf(3_000)
    const { widgets } = shownOf([
      { id: "wid_1", series: [{ metric: "clicks", points }], rows: [], rows_returned: 3_000 },
      { id: "wid_2", ai_visibility: { rows: points, rows_returned: 3_000 }, rows: [], rows_returned: 3_000 },
    ])
    const [chart, table] = widgets as [{ series: { points: unknown[] }[] }, { ai_visibility: { rows: unknown[] } }]
    const counts = [chart.series[0]?.points.length, table.ai_visibility.rows.length]
    expect(widgets.map(({ rows_returned }) => rows_returned)).toEqual(counts)
    expect(table.ai_visibility).toMatchObject({ rows_returned: counts[1] })
    expect(counts[0]).toBeLessThan(3_000)
  })

  it("leaves out widgets only if their IDs alone do not fit", () => {
    const { widgets } = shownOf(Array.from({ length: 5_000 }, (_, n) => widgetWith(n, 1)))
    expect(widgets.length).toBeGreaterThan(500)
  })
})

describe("a list", () => {
  let url: string
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ url, close } = await serveMcp())
  })
  afterAll(() => close())

  it("without items says how to find more", async () => {
    const { token } = await connectMember(await freshTeam())
    const { result } = await messageOf(await post(url, token, callMessage("list_clients", { q: "no such client" })))
    expect(result.structuredContent).toMatchObject({ items: [], total: 0, truncated: false, next_cursor: null })
    expect(result.structuredContent.hint).toBe(
      "This list is empty. If the call has filters, repeat it with fewer of them.",
    )
  })

  it("that is too large is read in parts that fit, without a gap", async () => {
    const team = await freshTeam()
    const { project_id, scan_id } = await projectWithAnswers(team)
    await inTeam(team.id, () =>
      prisma.answer.updateMany({ where: { team_id: team.id, scan_id }, data: { text: "word ".repeat(4_000) } }),
    )
    const { token } = await connectMember(team)
    const found: string[] = []
    let cursor: string | undefined
    for (let page = 0; page < 6; page++) {
      const given = { project_id, include: ["text"], ...(cursor && { cursor }) }
      const { result } = await messageOf(await post(url, token, callMessage("list_answers", given)))
      expect(result.content[0].text.length).toBeLessThanOrEqual(maxResultCharacters)
      expect(result.isError, result.content[0].text).toBeUndefined()
      found.push(...result.structuredContent.items.map(({ id }: { id: string }) => id))
      cursor = result.structuredContent.next_cursor ?? undefined
      expect(result.structuredContent.truncated).toBe(cursor !== undefined)
      const hint = cursor ? expect.stringMatching(/^\d items fit\. Continue with next_cursor\.$/) : undefined
      expect(result.structuredContent.hint).toEqual(hint)
      if (!cursor) break
    }
    expect(new Set(found).size).toBe(6)
  })
})

it("links to items fill the rest of a result up to its last character", () => {
  const links = ["a", "b"].map((name) => ({ type: "resource_link" as const, uri: "signalbox://clients/1", name }))
  const charactersLeft = JSON.stringify(links).length
  expect(fittingLinks(links, maxResultCharacters - charactersLeft)).toEqual(links)
  expect(fittingLinks(links, maxResultCharacters - charactersLeft + 1)).toEqual(links.slice(0, 1))
})
