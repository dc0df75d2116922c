import { beforeAll, describe, expect, it } from "vitest"
import { setUpEngine } from "@/domain/ai-engines/set-up-engine"
import { updateProject } from "@/domain/ai-projects/update-project"
import { allOperations } from "@/domain/index"
import type { TeamContext } from "@/domain/kernel/context"
import { type AnyOperation, run } from "@/domain/kernel/operation"
import { recordTypes } from "@/domain/search/record-types"
import { marker, ownText, pathsOfTexts, teamWithHostileTexts } from "../testing/hostile-texts"
import { type OfferedTool, tools } from "./catalogue"
import { contentOf, readResult } from "./result"
import { untrustedNotice } from "./untrusted"

/** What a tool needs beyond the IDs that it requires. */
const more: Record<string, (ids: Record<string, string>) => object> = {
  search: () => ({ query: "ignore" }),
  fetch: ({ signal_id }) => ({ id: signal_id }),
  query_metrics: () => ({ metrics: ["ad_spend"], dimensions: ["campaign"] }),
  list_answers: () => ({ include: ["text", "mentions", "citations"] }),
  list_citations: () => ({ entity: "url" }),
  create_report: () => ({ name: "Weekly" }),
  set_report_commentary: () => ({ from: "2026-10-01", to: "2026-10-31", markdown: "A **good** month." }),
  create_client: () => ({ name: "Bergamo Bikes" }),
  update_client: () => ({ currency: "EUR" }),
  create_visibility_project: () => ({ name: "Earbuds", own_brand: { name: "Ondine" } }),
  update_visibility_project: () => ({ name: "Headphones" }),
  add_prompts: () => ({ prompts: [{ text: "headphones for runners" }] }),
  update_prompts: ({ prompt_id }) => ({ prompt_ids: [prompt_id], tags: ["eu"] }),
  update_signal: () => ({ status: "acknowledged", note: "Seen." }),
}

let ctx: TeamContext
let ids: Record<string, string>
beforeAll(async () => {
  ;({ ctx, ids } = await teamWithHostileTexts())
  await run(setUpEngine, ctx, { engine_id: "sample", is_enabled: true })
  await run(updateProject, ctx, { project_id: ids["project_id"] ?? "", asked_engines: ["sample"] })
})

async function contentFor(operation: AnyOperation, given: object) {
  const named = Object.entries(ids).filter(([name]) => operation.input.shape[name]?.isOptional() === false)
  const input = { ...Object.fromEntries(named), ...given }
  if (operation.kind === "query") return JSON.parse((await readResult(operation, ctx, input)).json)
  const envelope = await run(operation, { ...ctx, isDryRun: true }, input)
  return JSON.parse(JSON.stringify(contentOf(operation, envelope, ctx.team, input)))
}

/** Fails if a hostile text is outside a field named `untrusted_`. Returns the places of the hostile texts. */
function expectMarked(content: unknown, { definition }: OfferedTool): string[] {
  const places = pathsOfTexts(marker, content)
  expect(places.filter((place) => !place.includes("untrusted_"))).toEqual([])
  expect(JSON.stringify(content)).not.toMatch(/<b>/)
  expect(pathsOfTexts(ownText, content).filter((place) => place.includes("untrusted_"))).toEqual([])
  if (places.length > 0) expect(definition.description?.endsWith(` ${untrustedNotice}`)).toBe(true)
  else expect(JSON.stringify(content)).not.toContain("untrusted_")
  return places
}

const resources = allOperations.flatMap((operation) =>
  (operation.resources ?? []).map(({ uri, input = {} }) => ({ uri, operation, input })),
)

describe("text of third parties", () => {
  it.each([...tools.values()].map((one) => [one.tool.name, one] as const))(
    "is only in untrusted_ fields of the tool %s, whose description says so",
    async (name, offered) => {
      expectMarked(await contentFor(offered.operation, more[name]?.(ids) ?? {}), offered)
    },
  )

  it.each(recordTypes)("is left out when fetch reads a %s", async (type) => {
    const offered = tools.get("fetch") as OfferedTool
    const id = ids[`${type}_id`]
    const content = await contentFor(offered.operation, { id })
    expect(content).toMatchObject({ id, metadata: { type } })
    expect(expectMarked(content, offered)).toEqual([])
  })

  it.each(resources.map((one) => [one.uri, one] as const))(
    "is only in untrusted_ fields of the resource %s",
    async (_, { operation, input }) => {
      const places = pathsOfTexts(marker, await contentFor(operation, input))
      expect(places.filter((place) => !place.includes("untrusted_"))).toEqual([])
    },
  )

  it("reaches models through these tools", async () => {
    const names = ["get_answer", "get_performance_summary", "get_report", "get_signal", "list_answers"]
    const others = ["list_citations", "list_data_sources", "list_signals", "query_metrics", "search", "update_signal"]
    const found: string[] = []
    for (const { operation, tool } of tools.values())
      if (pathsOfTexts(marker, await contentFor(operation, more[tool.name]?.(ids) ?? {})).length > 0)
        found.push(tool.name)
    expect(found).toEqual(expect.arrayContaining([...names, ...others]))
  })
})
