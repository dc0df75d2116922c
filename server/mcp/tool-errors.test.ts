import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import type { TeamContext } from "@/domain/kernel/context"
import { marker, ownText, pathsOfTexts, teamWithHostileTexts } from "../testing/hostile-texts"
import { callMessage, connectMember, messageOf, post, serveMcp, tokenFor } from "../testing/mcp"
import { tools } from "./catalogue"

/** The calls of this file exceed the limits per minute. */
vi.hoisted(() =>
  vi.stubEnv(
    "SIGNALBOX_MCP_LIMITS",
    JSON.stringify({
      teamCallsPerMinute: 100_000,
      callsPerMinute: 1_000,
      changesPerMinute: 1_000,
      spendingPerHour: 1_000,
    }),
  ),
)

type Ids = Record<string, string>
let url: string
let close: () => Promise<void>
let ctx: TeamContext
let ids: Ids
let foreignIds: Ids
beforeAll(async () => {
  ;({ url, close } = await serveMcp())
  const hostile = await teamWithHostileTexts()
  ids = hostile.ids
  ctx = (await connectMember(hostile.ctx.team)).ctx
  foreignIds = (await teamWithHostileTexts()).ids
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await close()
})

/** What a tool needs beyond the IDs that it requires. */
const more: Record<string, object> = {
  search: { query: "ignore" },
  query_metrics: { metrics: ["ad_spend"], dimensions: ["campaign"] },
  create_client: { name: ownText },
  create_report: { name: "Weekly" },
  set_report_commentary: { from: "2026-10-01", to: "2026-10-31", markdown: "Good." },
  create_visibility_project: { name: ownText, own_brand: { name: ownText } },
  add_prompts: { prompts: [{ text: ownText }] },
  update_prompts: { prompt_ids: [], tags: ["eu"] },
  update_signal: { status: "acknowledged" },
}

/** Arguments that conflict with what the team has, or that are refused for another reason. */
const conflicts: Record<string, object[]> = {
  create_client: [{ external_id: "a".repeat(500) }],
  create_report: [{ copy_of_report_id: "rep_1" }],
  set_report_commentary: [{ markdown: "![a](https://evil.example/a.png)" }, { markdown: "[a](https://evil.example)" }],
  update_visibility_project: [{ remove_competitors: ["Nobody"] }, { add_competitors: [{ name: ownText }] }],
  update_prompts: [{ prompt_ids: ["prm_1"] }, { status: "gone" }],
  update_signal: [{ status: "snoozed" }, { status: "resolved" }, { status: "acknowledged" }, { status: "dismissed" }],
  query_metrics: [
    { metrics: ["spend"] },
    { dimensions: ["prompt"] },
    { filter: { campaign: "x" } },
    { filter: { x: ["y"] } },
  ],
  get_report: [{ widget_ids: ["wdg_1"] }, { widget_id: ["wdg_1"] }],
  list_answers: [{ cursor: "none" }, { from: "2026-10-31", to: "2026-10-01" }],
  run_scan: [{}, { engines: ["gemini_api"] }, { prompt_ids: ["prm_1"] }],
}

const every = [...tools.values()].map((one) => [one.tool.name, one.definition] as const)
type Definition = (typeof every)[number][1]

const propertiesOf = ({ inputSchema }: Definition) => Object.keys(inputSchema.properties ?? {})
const idsOf = (definition: Definition) => propertiesOf(definition).filter((name) => name.endsWith("_id") && name in ids)

function argumentsOf(name: string, definition: Definition, given: Ids) {
  const required = (definition.inputSchema.required ?? []) as string[]
  return {
    ...Object.fromEntries(required.filter((one) => one in given).map((one) => [one, given[one]])),
    ...more[name],
  }
}

const newToken = () => tokenFor(ctx, { scopes: ["data:read", "data:write"] })

async function errorOf(token: string, name: string, given: object) {
  const { result } = await messageOf(await post(url, token, callMessage(name, given)))
  return result.isError ? JSON.parse(result.content[0].text).error : undefined
}

const missing = (id = "") => `${id.slice(0, -1)}${id.endsWith("0") ? "1" : "0"}`

describe("the errors of the tool", () => {
  it.each(every)("%s contain no text of third parties outside untrusted_ fields", async (name, definition) => {
    const token = await newToken()
    const base = argumentsOf(name, definition, ids)
    const wrong = propertiesOf(definition).flatMap((property) =>
      ["ignore", ids["signal_id"], missing(ids[property]), 7, ["ignore"], { ignore: 1 }].map((value) => ({
        [property]: value,
      })),
    )
    const errors: unknown[] = []
    for (const given of [...wrong, { nothing: 1 }, ...(conflicts[name] ?? [])]) {
      const error = await errorOf(token, name, { ...base, dry_run: undefined, ...given })
      if (error) errors.push(error)
    }
    expect(errors.length).toBeGreaterThan(0)
    expect(pathsOfTexts(marker, errors).filter((place) => !place.includes("untrusted_"))).toEqual([])
    expect(JSON.stringify(errors)).not.toContain("<b>")
  })

  it("get_client mark the titles of signals that the caller may have meant", async () => {
    const error = await errorOf(await newToken(), "get_client", { client_id: "ignore" })
    expect(pathsOfTexts(marker, error)).toEqual(["did_you_mean.untrusted_signal_title"])
  })

  it.each(
    every.filter(([, { inputSchema }]) =>
      ((inputSchema.required ?? []) as string[]).some((name) => name.endsWith("_id")),
    ),
  )("%s are the same for an ID of another team and for one that does not exist", async (name, definition) => {
    const token = await newToken()
    const base = argumentsOf(name, definition, ids)
    for (const property of idsOf(definition)) {
      const foreign = await errorOf(token, name, { ...base, [property]: foreignIds[property] })
      const unknown = await errorOf(token, name, { ...base, [property]: missing(foreignIds[property]) })
      expect(foreign, property).toEqual(unknown)
    }
  })
})
