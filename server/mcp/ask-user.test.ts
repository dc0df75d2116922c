import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { setUpEngine } from "@/domain/ai-engines/set-up-engine"
import { updateProject } from "@/domain/ai-projects/update-project"
import { run } from "@/domain/kernel/operation"
import { sampleProject } from "@/domain/scans/testing/sample-project"
import { inTeam, prisma } from "@/prisma/client"
import { type ClientVariant, clientOn, connectMember, serveMcp } from "../testing/mcp"

let url: string
let close: () => Promise<void>
beforeAll(async () => {
  ;({ url, close } = await serveMcp())
})
afterAll(() => close())

type Ask = NonNullable<Parameters<typeof clientOn>[3]>
type Form = Parameters<Ask>[0]

/** A project whose scan requests 120 answers, and a client whose user answers every form with `reply`. */
async function setup(reply?: ReturnType<Ask>, wire: ClientVariant = "modern", prompts = 6, project = {}) {
  const { team, ada, project_id } = await sampleProject({ prompts, project: { runs_per_prompt: 20, ...project } })
  const { token } = await connectMember(team)
  const forms: Form[] = []
  const client = await clientOn(
    wire,
    url,
    token,
    reply &&
      ((form) => {
        forms.push(form)
        return reply
      }),
  )
  const call = async (more: object = {}) => {
    const { isError, content, structuredContent } = await client.callTool({
      name: "run_scan",
      arguments: { project_id, ...more },
    })
    const [first] = content
    const error = isError && first?.type === "text" ? JSON.parse(first.text).error : undefined
    return { error, scan: structuredContent as { id: string; tasks: { total: number } } | undefined }
  }
  const scans = () => inTeam(team.id, () => prisma.scan.count({ where: { team_id: team.id } }))
  return { ada, project_id, forms, call, scans }
}

const yes = { action: "accept" as const, content: { max_answers: 120 } }

describe("run_scan by a client that can ask its user", () => {
  it("asks with the number of answers, the engines and the cost, and starts after a yes", async () => {
    const { forms, call, scans } = await setup(yes)
    expect((await call()).scan?.tasks.total).toBe(120)
    expect(forms).toEqual([
      expect.objectContaining({
        message: "Start a scan that requests 120 answers from Sample (invented answers)? The estimated cost is $0.00.",
        requestedSchema: expect.objectContaining({
          properties: { max_answers: expect.objectContaining({ type: "integer", default: 120 }) },
          required: ["max_answers"],
        }),
      }),
    ])
    expect(await scans()).toBe(1)
  })

  it.each(["decline", "cancel"] as const)("starts nothing after %s, and says so", async (action) => {
    const { call, scans } = await setup({ action })
    expect((await call()).error).toMatchObject({ code: "declined" })
    expect(await scans()).toBe(0)
  })

  it("starts nothing if the user confirms fewer answers than the scan would request", async () => {
    const { call, scans } = await setup({ action: "accept", content: { max_answers: 119 } })
    expect((await call()).error).toMatchObject({ code: "invalid_argument" })
    expect(await scans()).toBe(0)
  })

  it("returns the same scan for a repeated idempotency key", async () => {
    const { call, scans } = await setup(yes)
    const idempotency_key = "a-key-of-22-characters"
    const first = await call({ idempotency_key })
    const again = await call({ idempotency_key })
    expect(again.scan?.id).toBe(first.scan?.id)
    expect(await scans()).toBe(1)
  })

  it("starts after a yes while the server has the fixtures of the conformance suite", async () => {
    vi.stubEnv("MCP_CONFORMANCE", "1")
    const { call } = await setup(yes)
    expect((await call()).scan?.tasks.total).toBe(120)
    vi.unstubAllEnvs()
  })

  it("does not ask for max_answers, for a dry run, or for a small scan that costs nothing", async () => {
    const large = await setup(yes)
    expect((await large.call({ dry_run: true })).scan?.tasks.total).toBe(120)
    expect((await large.call({ max_answers: 150 })).scan?.tasks.total).toBe(120)
    const small = await setup(yes, "modern", 5)
    expect((await small.call()).scan?.tasks.total).toBe(100)
    expect([large.forms, small.forms]).toEqual([[], []])
  })

  it("asks for a small scan whose cost is not known", async () => {
    const { ada, project_id, forms, call } = await setup({ ...yes, content: { max_answers: 20 } }, "modern", 1)
    await run(setUpEngine, ada, { engine_id: "perplexity_api", api_key: "pplx-0123456789", is_enabled: true })
    await run(updateProject, ada, { project_id, asked_engines: ["perplexity_api"] })
    expect((await call()).scan?.tasks.total).toBe(20)
    expect(forms[0]?.message).toMatch(/^Start a scan that requests 20 answers from .*\? The cost is not known\.$/)
  })
})

describe("run_scan by a client that cannot ask its user", () => {
  it.each([
    ["modern", undefined],
    ["legacy", yes],
    ["old", undefined],
  ] as const)("needs max_answers for a large scan (%s)", async (wire, reply) => {
    const { forms, call, scans } = await setup(reply, wire)
    expect((await call()).error).toMatchObject({ code: "invalid_argument", hint: expect.stringContaining("120") })
    expect((await call({ max_answers: 120 })).scan?.tasks.total).toBe(120)
    expect([forms, await scans()]).toEqual([[], 1])
  })
})

it("run_scan starts nothing above the month's budget of answers, and says what the budget leaves", async () => {
  const { call, scans } = await setup(undefined, "modern", 1, { monthly_answer_budget: 10 })
  const { error } = await call({ max_answers: 20 })
  expect(error).toMatchObject({ code: "limit_reached" })
  expect(JSON.stringify(error)).toMatch(/20 answers.*10/)
  expect((await call({ max_answers: 20, dry_run: true })).error).toMatchObject({ code: "limit_reached" })
  expect(await scans()).toBe(0)
})
