import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import type { TeamFacts } from "@/domain/kernel/context"
import { sampleProject } from "@/domain/scans/testing/sample-project"
import { inTeam, prisma } from "@/prisma/client"
import { callMessage, connectMember, messageOf, post, serveMcp, tokenFor } from "../testing/mcp"

let url: string
let close: () => Promise<void>
beforeAll(async () => {
  ;({ url, close } = await serveMcp())
})
afterAll(() => close())
afterEach(() => {
  vi.useRealTimers()
})

type More = { requestState?: string; inputResponses?: object }

/** Calls a tool as a client of the revision 2026-07-28 that can show forms. */
async function call(token: string, name: string, given: object, more: More = {}) {
  const message = callMessage(name, given)
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
    "io.modelcontextprotocol/clientInfo": { name: "test-client", version: "1.0.0" },
  }
  const body = { ...message, params: { ...message.params, ...more, _meta } }
  const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name }
  return (await messageOf(await post(url, token, body, headers))).result
}

const yes = { max_answers: { action: "accept", content: { max_answers: 120 } } }
const errorOf = (result: { content: { text: string }[] }) => JSON.parse(result.content[0]?.text ?? "").error
const scansOf = (team: TeamFacts) => inTeam(team.id, () => prisma.scan.count({ where: { team_id: team.id } }))

/** A project whose scan requests 120 answers, and the state of the question whether to start it. */
async function asked() {
  const { team, project_id } = await sampleProject({ prompts: 6, project: { runs_per_prompt: 20 } })
  const { ctx, token } = await connectMember(team)
  const question = await call(token, "run_scan", { project_id })
  expect(question).toMatchObject({ resultType: "input_required", requestState: expect.any(String) })
  const answer = (more: { with?: string; given?: object; state?: string; name?: string } = {}) =>
    call(more.with ?? token, more.name ?? "run_scan", more.given ?? { project_id }, {
      requestState: more.state ?? question.requestState,
      inputResponses: yes,
    })
  return { team, ctx, token, project_id, state: question.requestState as string, answer }
}

const refusal = {
  code: "invalid_argument",
  message: "The confirmation is older than five minutes, or it does not belong to this call.",
  hint: "Call the tool again without requestState. The user is then asked again.",
}

describe("the state of a question to the user", () => {
  it("lets the answer start the scan", async () => {
    const { team, answer } = await asked()
    expect((await answer()).structuredContent).toMatchObject({ tasks: { total: 120 } })
    expect(await scansOf(team)).toBe(1)
  })

  it("is refused if it is forged", async () => {
    const { team, answer, state } = await asked()
    const [prefix = "", body = "", signature = ""] = state.split(".")
    const payload = JSON.parse(Buffer.from(body, "base64url").toString())
    const later = Buffer.from(JSON.stringify({ ...payload, exp: payload.exp + 600 })).toString("base64url")
    for (const forged of ["", "x", `${prefix}.${later}.${signature}`, `${prefix}.${body}.${"A".repeat(43)}`])
      expect(errorOf(await answer({ state: forged }))).toMatchObject(refusal)
    expect(await scansOf(team)).toBe(0)
  })

  it("is refused from another connection of the same user, and from another team", async () => {
    const ours = await asked()
    const theirs = await asked()
    const another = await tokenFor(ours.ctx, { scopes: ["data:read", "data:write"] })
    expect(errorOf(await ours.answer({ with: another }))).toMatchObject(refusal)
    expect(errorOf(await ours.answer({ state: theirs.state }))).toMatchObject(refusal)
    expect(await scansOf(ours.team)).toBe(0)
  })

  it("is refused after five minutes", async () => {
    const { team, answer } = await asked()
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 302_000 })
    expect(errorOf(await answer())).toMatchObject(refusal)
    expect(await scansOf(team)).toBe(0)
  })

  it("is refused with other arguments, and for another tool", async () => {
    const { team, answer, project_id } = await asked()
    expect(errorOf(await answer({ given: { project_id, max_answers: 5_000 } }))).toMatchObject(refusal)
    const { client_id } = await inTeam(team.id, () => prisma.aiProject.findFirstOrThrow({ where: { id: project_id } }))
    const renamed = await answer({ name: "update_client", given: { client_id, name: "Renamed" } })
    expect(errorOf(renamed)).toMatchObject(refusal)
    expect(await scansOf(team)).toBe(0)
  })

  it("is missing in an answer to a question that was not asked, so the user is asked", async () => {
    const { team, token, project_id } = await asked()
    const result = await call(token, "run_scan", { project_id }, { inputResponses: yes })
    expect(result.resultType).toBe("input_required")
    expect(await scansOf(team)).toBe(0)
  })
})
