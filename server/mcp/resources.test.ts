import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createPrompts } from "@/domain/ai-projects/prompts/create-prompts"
import { run } from "@/domain/kernel/operation"
import { freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { type Connected, callMessage, connectMember, messageOf, post, serveMcp } from "../testing/mcp"
import { projectWithAnswers, reportWithWidgets } from "../testing/sample-data"
import { maxResultCharacters } from "./result"

let url: string
let close: () => Promise<void>
beforeAll(async () => {
  ;({ url, close } = await serveMcp())
})
afterAll(() => close())

const request = async (token: string, message: object) => (await messageOf(await post(url, token, message))).result

async function read(token: string, uri: string) {
  const { contents, ttlMs } = await request(token, { jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri } })
  return { content: JSON.parse(contents[0].text), characters: contents[0].text.length, ttlMs }
}

describe("a list that one read does not complete", () => {
  /** A project with `count` more prompts, each with a text of at least `characters`. */
  async function projectWithPrompts(count: number, characters: number) {
    const connected = await connectMember(await freshTeam())
    const { project_id } = await projectWithAnswers(connected.ctx.team)
    const texts = Array.from({ length: count }, (_, i) => `Prompt ${i} ${"word ".repeat(characters / 5)}`.trim())
    await run(createPrompts, connected.ctx, { project_id, prompts: texts.map((text) => ({ text })) })
    const prompts = await inTeam(connected.ctx.team.id, () => prisma.aiPrompt.findMany({ where: { project_id } }))
    return { ...connected, project_id, ids: prompts.map(({ id }) => id) }
  }

  const restHint = /^The list continues\. To get the rest, call (\w+) with (\{.*\}) and next_cursor as cursor\.$/

  /** Reads the rest of the list as the hint says. */
  async function readRest({ token }: Connected, { hint, next_cursor }: { hint: string; next_cursor: string }) {
    const [, name = "", args = ""] = restHint.exec(hint) ?? []
    const found: { id: string }[] = []
    for (let cursor: string | null = next_cursor; cursor !== null; ) {
      const { structuredContent } = await request(token, callMessage(name, { ...JSON.parse(args), cursor }))
      found.push(...structuredContent.items)
      cursor = structuredContent.next_cursor
    }
    return found
  }

  it.each([
    ["is too large for a result", 40, 3_500],
    ["has more items than the resource", 210, 20],
  ])("and that %s names the tool that reads the rest", async (_, count, characters) => {
    const { ids, project_id, ...connected } = await projectWithPrompts(count, characters)
    const { content, characters: length } = await read(connected.token, `app://projects/${project_id}/prompts`)
    expect(length).toBeLessThanOrEqual(maxResultCharacters)
    expect(content).toMatchObject({ total: ids.length, truncated: true })
    const rest = await readRest(connected, content)
    expect(rest.length).toBeGreaterThan(0)
    expect([...content.items, ...rest].map(({ id }) => id).sort()).toEqual(ids.sort())
  })

  it("has no hint if it is complete", async () => {
    const { token, project_id, ids } = await projectWithPrompts(3, 20)
    const { content } = await read(token, `app://projects/${project_id}/prompts`)
    expect(content).toMatchObject({ total: ids.length, truncated: false, next_cursor: null })
    expect(content).not.toHaveProperty("hint")
  })
})

it("a report that is too large names the tool that reads its widgets", async () => {
  const { ctx, token } = await connectMember(await freshTeam())
  const { report_id, widget_id } = await reportWithWidgets(ctx.team)
  const options = { text: "As planned. ".repeat(8_000) }
  await inTeam(ctx.team.id, () =>
    prisma.reportWidget.updateMany({ where: { report_id, kind: "text" }, data: { options } }),
  )
  const { content, characters } = await read(token, `app://reports/${report_id}`)
  expect(characters).toBeLessThanOrEqual(maxResultCharacters)
  expect(content.widgets).toContainEqual(expect.objectContaining({ id: widget_id }))
  expect(content.hint).toContain(
    `To get them, call get_report with {"report_id":"${report_id}"} and narrow the call with widgets`,
  )
})
