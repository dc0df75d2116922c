import { readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import type { TeamContext, TeamFacts } from "@/domain/kernel/context"
import { run } from "@/domain/kernel/operation"
import { getReport } from "@/domain/reports/get"
import { getMetrics } from "@/domain/visibility/get-metrics"
import { acrossTeams, prisma } from "@/prisma/client"
import { seed } from "@/prisma/seed"
import { callMessage, connectMember, messageOf, post, serveMcp } from "@/server/testing/mcp"

ownDatabase()

const maxCalls = 4
const maxTokens = 20_000
/** JSON has more than three characters per token in the tokenizers of current models. */
const charactersPerToken = 3

type Task = { question: string; calls: [tool: string, given: string][]; answer: Claim[] }
/** A field of the answer, and what must be true of it: `$2.total > 0`. Without a sign, the field must have a value. */
type Claim = { path: string; sign: string; bound: number }
type Content = { items: Item[]; widgets: Item[] }
type Item = { id: string; latest: { scan_id: string; change: number } }

const tasks: Task[] = readFileSync("docs/mcp-tasks.md", "utf8")
  .split("\n### ")
  .slice(1)
  .map((text) => ({
    question: text.split("\n", 1).join(),
    calls: [...text.matchAll(/^\d\. `(\w+) (\{.*\})`$/gm)].map(([, tool = "", given = ""]) => [tool, given]),
    answer: [...(/^Answer: (.*)$/m.exec(text)?.[1] ?? "").matchAll(/`(\$[^`\s]+)(?: ([<>]) (-?[\d.]+))?`/g)].map(
      ([, path = "", sign = "", bound]) => ({ path, sign, bound: Number(bound) }),
    ),
  }))

/** The value at a path such as `$1.items[0].id`. */
const valueAt = (results: unknown[], path: string) =>
  path
    .slice(1)
    .replaceAll("[", ".")
    .replaceAll("]", "")
    .split(".")
    .reduce<unknown>((value, key, i) => (i === 0 ? results[Number(key) - 1] : (value as never)?.[key]), undefined)

let url: string
let ctx: TeamContext
let token: string
let close: () => Promise<void>
beforeAll(async () => {
  ;({ url, close } = await serveMcp())
  await seed()
  const team = await acrossTeams(() => prisma.team.findFirstOrThrow({ where: { slug: "demo-agency" } }))
  ;({ ctx, token } = await connectMember(team as TeamFacts, { role: "member" }))
})
afterAll(() => close())

describe("an assistant", () => {
  it("has twenty questions to answer", () => {
    expect(tasks).toHaveLength(20)
  })

  it.each(tasks)("can answer: $question", async ({ question, calls, answer }) => {
    expect(calls.length).toBeGreaterThan(0)
    expect(calls.length).toBeLessThanOrEqual(maxCalls)
    const results: unknown[] = []
    let characters = 0
    for (const [tool, text] of calls) {
      const given = JSON.parse(text.replace(/\$\d[\w.[\]]*/g, (path) => String(valueAt(results, path))))
      const { result } = await messageOf(await post(url, token, callMessage(tool, given)))
      expect(result.isError, `${tool}: ${result.content[0].text}`).toBeUndefined()
      characters += result.content[0].text.length
      results.push(result.structuredContent)
    }
    expect(characters / charactersPerToken).toBeLessThanOrEqual(maxTokens)
    expect(answer.length).toBeGreaterThan(0)
    for (const { path, sign, bound } of answer) {
      const value = valueAt(results, path)
      if (sign === "<") expect(value, path).toBeLessThan(bound)
      else if (sign === ">") expect(value, path).toBeGreaterThan(bound)
      else expect(value, path).toEqual(expect.anything())
    }
    await expectCorrect[question.split(".", 1).join()]?.(results as Content[])
  })
})

/** Compares answers with what the operations return to the app, by the number of the question. */
const expectCorrect: Record<string, (results: Content[]) => Promise<void>> = {
  async 12([reports, report]) {
    const { data } = await run(getReport, ctx, { report_id: reports?.items[0]?.id ?? "" })
    const expected = data.sections.flatMap(({ widgets }) => widgets.map(({ id }) => id))
    expect(report?.widgets.map(({ id }) => id)).toEqual(expected)
    expect(report).not.toHaveProperty("truncated")
  },
  async 15([projects, ...byProject]) {
    expect(byProject).toHaveLength(projects?.items.length ?? 0)
    for (const [n, { id: project_id, latest }] of projects?.items.entries() ?? []) {
      const lastScan = { project_id, scan_id: latest.scan_id, compare: "previous_period" } as const
      const { data } = await run(getMetrics, ctx, { ...lastScan, group_by: ["prompt"], prompt_scope: "all" })
      const expected = data.rows.flatMap(({ group, change }) => ((change?.delta_abs ?? 0) < 0 ? group.prompt_id : []))
      const found = byProject[n]?.items.filter(({ latest }) => latest.change < 0).map(({ id }) => id)
      expect(found?.toSorted()).toEqual(expected.toSorted())
    }
  },
}
