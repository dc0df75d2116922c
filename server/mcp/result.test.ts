import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { callMessage, connectMember, messageOf, post, serveMcp } from "../testing/mcp"
import { projectWithAnswers } from "../testing/sample-data"
import { maxResultCharacters, resultOf, textOf } from "./result"

describe("a result that is too large", () => {
  it("loses items of its longest list until it fits, and says so", () => {
    const rows = Array.from({ length: 5_000 }, (_, i) => ({ campaign: `Campaign ${i}`, value: i }))
    const result = resultOf({ columns: ["campaign"], nested: { rows }, totals: { value: 1 } })
    const content = result.structuredContent as { nested: { rows: unknown[] }; truncated: boolean; hint: string }
    expect(textOf(result).length).toBeLessThanOrEqual(maxResultCharacters)
    expect(content.nested.rows.length).toBeGreaterThan(500)
    expect(content).toMatchObject({ truncated: true, totals: { value: 1 }, hint: expect.stringContaining("Narrow") })
  })

  it("is shortened inside a single item, too", () => {
    const result = resultOf({ id: "1", untrusted_text: "word ".repeat(40_000) })
    expect(textOf(result).length).toBeLessThanOrEqual(maxResultCharacters)
    expect(textOf(result).length).toBeGreaterThan(20_000)
  })
})

describe("a list that is too large", () => {
  let url: string
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ url, close } = await serveMcp())
  })
  afterAll(() => close())

  it("is read in parts that fit, without a gap", async () => {
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
      if (!cursor) break
    }
    expect(new Set(found).size).toBe(6)
  })
})
