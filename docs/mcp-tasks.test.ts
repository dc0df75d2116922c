import { readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import type { TeamContext, TeamFacts } from "@/domain/kernel/context"
import { countedPanel } from "@/domain/visibility/testing/counted-panel"
import { acrossTeams, prisma } from "@/prisma/client"
import { seed } from "@/prisma/seed"
import { callMessage, connectMember, messageOf, post, serveMcp } from "@/server/testing/mcp"
import { correctAnswers } from "@/server/testing/mcp-tasks/answers"

ownDatabase()

const maxCalls = 4
const maxTokens = 20_000
/** The JSON of these results has 2.6 to 3.0 characters per token in the tokenizer o200k. */
const charactersPerToken = 2.5

type Task = { question: string; calls: [tool: string, given: string][]; answer: Claim[] }
/** A field of the answer, and what must be true of it: `$2.total > 0`. Without a sign, the field must have a value. */
type Claim = { path: string; sign: string; bound: number }

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

/** The demo team has two projects. With more, an answer must not need a call for each of them. */
async function addProjects(team: TeamFacts) {
  const prompts = (mentions: (n: number) => number) =>
    Object.fromEntries([0, 1, 2, 3, 4, 5].map((n) => [`prompt ${n}`, { Bose: mentions(n) }]))
  for (const fall of [0, 1, 2, 4, 5, -3]) {
    const scans = [
      { date: "2026-03-02", prompts: prompts((n) => 3 + (n % 3)) },
      { date: "2026-03-09", prompts: prompts((n) => Math.max(0, 3 + (n % 3) - (n < 4 ? fall : 0))) },
    ]
    const { project_id: id } = await countedPanel(team, scans, { runs: 8, engines: 2 })
    // The other questions are about the newest project.
    await acrossTeams(() => prisma.aiProject.update({ where: { id }, data: { created_at: new Date("2026-03-01") } }))
  }
}

let url: string
let ctx: TeamContext
let token: string
let close: () => Promise<void>
beforeAll(async () => {
  // In the time zones of some clients, the next day has already started. The clock does not move, so no other day starts.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-24T23:30:00Z") })
  ;({ url, close } = await serveMcp())
  await seed()
  const team = await acrossTeams(() => prisma.team.findFirstOrThrow({ where: { slug: "demo-agency" } }))
  await addProjects(team as TeamFacts)
  ;({ ctx, token } = await connectMember(team as TeamFacts, { role: "member" }))
})
afterAll(async () => {
  vi.useRealTimers()
  await close()
})

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
    const check = correctAnswers[Number(question.split(".", 1))]
    expect(check).toBeDefined()
    await check?.(results, ctx)
  })
})
