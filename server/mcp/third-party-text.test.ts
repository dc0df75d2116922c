import { beforeAll, describe, expect, it } from "vitest"
import { allOperations } from "@/domain/index"
import type { TeamContext } from "@/domain/kernel/context"
import type { AnyOperation } from "@/domain/kernel/operation"
import { marker, ownText, pathsOfTexts, teamWithHostileTexts } from "../testing/hostile-texts"
import { tools } from "./catalogue"
import { readResult } from "./result"
import { untrustedNotice } from "./untrusted"

/** What a query needs beyond the IDs that it requires. */
const more: Record<string, (ids: Record<string, string>) => object> = {
  search: () => ({ query: "ignore" }),
  fetch: ({ signal_id }) => ({ id: signal_id }),
  query_metrics: () => ({ metrics: ["ad_spend"], dimensions: ["campaign"] }),
  list_answers: () => ({ include: ["text", "mentions", "citations"] }),
  list_citations: () => ({ entity: "url" }),
}

let ctx: TeamContext
let ids: Record<string, string>
beforeAll(async () => {
  ;({ ctx, ids } = await teamWithHostileTexts())
})

async function contentFor(operation: AnyOperation, given: object) {
  const named = Object.entries(ids).filter(([name]) => operation.input.shape[name]?.isOptional() === false)
  const { json } = await readResult(operation, ctx, { ...Object.fromEntries(named), ...given })
  return JSON.parse(json)
}

const queries = [...tools.values()].filter(({ isWrite }) => !isWrite)
const resources = allOperations.flatMap((operation) =>
  (operation.resources ?? []).map(({ uri, input = {} }) => ({ uri, operation, input })),
)

describe("text of third parties", () => {
  it.each(queries.map((one) => [one.tool.name, one] as const))(
    "is only in untrusted_ fields of the tool %s, whose description says so",
    async (name, { operation, definition }) => {
      const content = await contentFor(operation, more[name]?.(ids) ?? {})
      const places = pathsOfTexts(marker, content)
      expect(places.filter((place) => !place.includes("untrusted_"))).toEqual([])
      expect(JSON.stringify(content)).not.toMatch(/<b>/)
      expect(pathsOfTexts(ownText, content).filter((place) => place.includes("untrusted_"))).toEqual([])
      if (places.length > 0) expect(definition.description?.endsWith(` ${untrustedNotice}`)).toBe(true)
      else expect(JSON.stringify(content)).not.toContain("untrusted_")
    },
  )

  it.each(resources.map((one) => [one.uri, one] as const))(
    "is only in untrusted_ fields of the resource %s",
    async (_, { operation, input }) => {
      const places = pathsOfTexts(marker, await contentFor(operation, input))
      expect(places.filter((place) => !place.includes("untrusted_"))).toEqual([])
    },
  )

  it("reaches models through these tools", async () => {
    const names = ["get_answer", "get_performance_summary", "get_report", "get_signal", "list_answers"]
    const all = [...names, "list_citations", "list_data_sources", "list_signals", "query_metrics", "search"]
    const found: string[] = []
    for (const { operation, tool } of queries)
      if (pathsOfTexts(marker, await contentFor(operation, more[tool.name]?.(ids) ?? {})).length > 0)
        found.push(tool.name)
    expect(found).toEqual(expect.arrayContaining(all))
  })
})
