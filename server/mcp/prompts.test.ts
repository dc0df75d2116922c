import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { promptTemplates } from "@/domain/connections/prompt-templates"
import { exampleId, newId } from "@/domain/kernel/ids"
import { freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { connectMember, messageOf, post, serveMcp } from "../testing/mcp"
import { projectWithAnswers } from "../testing/sample-data"
import { tools } from "./catalogue"

let url: string
let token: string
let close: () => Promise<void>
beforeAll(async () => {
  ;({ url, close } = await serveMcp())
  ;({ token } = await connectMember(await freshTeam()))
})
afterAll(() => close())

const request = async (method: string, params: object) =>
  messageOf(await post(url, token, { jsonrpc: "2.0", id: 1, method, params }))

async function fillIn(name: string, given: Record<string, string>): Promise<string> {
  const { result, error } = await request("prompts/get", { name, arguments: given })
  expect(error).toBeUndefined()
  expect(result.messages).toEqual([{ role: "user", content: { type: "text", text: expect.any(String) } }])
  return result.messages[0].content.text
}

const examples: Record<string, string> = {
  client_id: exampleId("client"),
  report_id: exampleId("report"),
  project_id: exampleId("aiProject"),
  signal_id: exampleId("signal"),
  range: "last_90_days",
  tone: "friendly",
  competitor: "Alpenrad",
  topic: "Service and repair",
  count: "7",
}

/** What stands in the text when an optional argument is left out. */
const defaults: Record<string, Record<string, string>> = {
  weekly_client_review: { range: "last_7_days" },
  monthly_report_commentary: { range: "last_month", tone: "neutral" },
  ai_visibility_brief: { range: "last_28_days" },
  competitor_gap: { competitor: "each competitor" },
  prompt_ideas: { topic: "any topic", count: "10" },
  data_quality_check: { client_id: "all clients" },
  portfolio_overview: { range: "last_28_days" },
}

it("completions contain no characters that people cannot see", async () => {
  const { ctx, token } = await connectMember(await freshTeam())
  const { project_id } = await projectWithAnswers(ctx.team)
  const name = "Alpen\u{E0041}rad\u202E"
  await inTeam(ctx.team.id, () =>
    prisma.aiTopic.create({ data: { id: newId("topic"), team_id: ctx.team.id, project_id, name } }),
  )
  const { result } = await messageOf(
    await post(url, token, {
      jsonrpc: "2.0",
      id: 1,
      method: "completion/complete",
      params: { ref: { type: "ref/prompt", name: "prompt_ideas" }, argument: { name: "topic", value: "Alpen" } },
    }),
  )
  expect(result.completion.values).toEqual(["Alpenrad"])
})

it("there are nine prompts, in the order of the list", async () => {
  const { result } = await request("prompts/list", {})
  expect(result.prompts.map(({ name }: { name: string }) => name)).toEqual(promptTemplates.map(({ name }) => name))
  expect(result.prompts).toHaveLength(9)
})

describe.each(promptTemplates)("the prompt $name", ({ name, arguments: args }) => {
  const all = Object.fromEntries(Object.keys(args).map((argument) => [argument, examples[argument] ?? ""]))
  const required = Object.keys(args).filter((argument) => args[argument]?.isRequired)
  const onlyRequired = Object.fromEntries(required.map((argument) => [argument, examples[argument] ?? ""]))

  it("contains every argument", async () => {
    const text = await fillIn(name, all)
    for (const value of Object.values(all)) expect(text).toContain(value)
    expect(text).not.toMatch(/[{}]|undefined/)
  })

  it("uses defaults for optional arguments", async () => {
    const text = await fillIn(name, onlyRequired)
    for (const value of [...Object.values(onlyRequired), ...Object.values(defaults[name] ?? {})])
      expect(text).toContain(value)
    expect(text).not.toMatch(/[{}]|undefined/)
    expect(Object.keys({ ...onlyRequired, ...defaults[name] }).toSorted()).toEqual(Object.keys(args).toSorted())
  })

  it("names only tools that exist", async () => {
    const words = (await fillIn(name, all)).match(/\b(get|list|query|set|add|create|update|run)_\w+/g) ?? []
    expect(words).not.toEqual([])
    for (const word of words) expect([...tools.keys()]).toContain(word)
  })

  it("is refused without a required argument, or with one that is too long", async () => {
    for (const argument of required)
      for (const given of [{ ...all, [argument]: "" }, { ...all, [argument]: " \u200b " }, omit(all, argument)]) {
        const { error } = await request("prompts/get", { name, arguments: given })
        expect(error).toMatchObject({ code: -32_602, message: `${argument} is missing.` })
      }
    for (const argument of Object.keys(args)) {
      const longest = "x".repeat(120)
      expect(await fillIn(name, { ...all, [argument]: longest })).toContain(longest)
      const { error } = await request("prompts/get", { name, arguments: { ...all, [argument]: `${longest}x` } })
      expect(error).toMatchObject({ code: -32_602, message: `${argument} is longer than 120 characters.` })
    }
  })
})

it("a value cannot add lines, invisible characters or other arguments to a prompt", async () => {
  const text = await fillIn("competitor_gap", { project_id: "{competitor}", competitor: "A\n\n\u200bB\u{e0041}" })
  expect(text).toContain("For the project {competitor}, find the prompts where A B is mentioned")
})

const omit = (values: Record<string, string>, left: string) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name !== left))
