import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { freshClient } from "@/domain/testing/client"
import { freshTeam } from "@/domain/testing/team"
import { clientOn, clientVariants, connectMember, serveMcp } from "../testing/mcp"
import { ResultPlaceholders } from "./result-placeholders"

let url: string
let close: () => Promise<void>
beforeAll(async () => {
  ;({ url, close } = await serveMcp())
})
afterAll(() => close())

describe("the placeholders of a result", () => {
  it("are replaced by the JSON, also if it contains special characters", () => {
    const placeholders = new ResultPlaceholders()
    const content = { name: 'a "quoted" $& $1 \\ text\n', items: [] }
    const result = placeholders.resultFor(JSON.stringify(content))
    const response = JSON.parse(placeholders.replaceIn(JSON.stringify({ jsonrpc: "2.0", id: 1, result })))
    expect(response.result.structuredContent).toEqual(content)
    expect(JSON.parse(response.result.content[0].text)).toEqual(content)
  })

  it("are not looked for in responses without a result", () => {
    expect(new ResultPlaceholders().replaceIn("$&")).toBe("$&")
  })

  it.each(clientVariants)("are all replaced in a list with cleaned texts (%s)", async (variant) => {
    const team = await freshTeam()
    for (const name of ['Plain $& "Ö"', "Hid\u200Bden"]) await freshClient(team, { name })
    const client = await clientOn(variant, url, (await connectMember(team)).token)
    const result = await client.callTool({ name: "list_clients", arguments: { limit: 1 } })
    const { items, ...page } = result.structuredContent as { items: { name: string }[] }
    expect(page).toMatchObject({ total: 2, next_cursor: expect.any(String), truncated: true })
    const all = await client.callTool({ name: "list_clients", arguments: {} })
    const names = (all.structuredContent as { items: { name: string }[] }).items.map(({ name }) => name)
    expect(names.sort()).toEqual(["Hidden", 'Plain $& "Ö"'])
    expect(items).toHaveLength(1)
    for (const { content, structuredContent } of [result, all])
      expect(JSON.parse((content as { text: string }[])[0]?.text ?? "")).toEqual(structuredContent)
    await client.close()
  })
})
