import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { allOperations } from "@/domain/index"
import { freshMember } from "@/domain/testing/person"
import { freshTeam } from "@/domain/testing/team"
import { clientOn, connectMember, messageOf, post, tokenFor } from "../testing/mcp"
import { serveMcpWithData } from "../testing/mcp-with-data"
import type { TeamWithData } from "../testing/team-with-data"
import { maxResultCharacters } from "./result"

const resources = allOperations.flatMap((operation) => operation.resources ?? [])

let url: string
let data: TeamWithData
let token: string
let close: () => Promise<void>
beforeAll(async () => {
  ;({ url, data, close } = await serveMcpWithData())
  token = await tokenFor(data.ctx)
})
afterAll(() => close())

const request = async (method: string, params: object, as = token) =>
  messageOf(await post(url, as, { jsonrpc: "2.0", id: 1, method, params }))
const read = (uri: string, as = token) => request("resources/read", { uri }, as)

/** Replaces the variables of a template by the ids of the team. */
const uriOf = (template: string) =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => ({ ...data.ids, range: "last_28_days" })[name] ?? `no ${name}`)

/** Some content of each resource, which no other resource has. */
const contentOf: Record<string, (ids: TeamWithData["ids"]) => object> = {
  "app://team": () => ({ team: { id: data.ctx.team.id } }),
  "app://glossary": () => ({ entries: expect.arrayContaining([expect.objectContaining({ term: "visibility" })]) }),
  "app://catalogue/metrics": () => ({
    items: expect.arrayContaining([
      expect.objectContaining({ kind: "metric", id: "ad_spend" }),
      expect.objectContaining({ kind: "dimension", id: "campaign" }),
    ]),
  }),
  "app://signals/open": ({ signal_id }) => ({ items: [expect.objectContaining({ id: signal_id })] }),
  "app://integrations": ({ webhook_id, key_id }) => ({ webhooks: [{ id: webhook_id }], keys: [{ id: key_id }] }),
  "app://clients/{client_id}": ({ client_id }) => ({ id: client_id }),
  "app://clients/{client_id}/summary/{range}": () => ({ kpis: expect.any(Array), meta: { period: { days: 28 } } }),
  "app://reports/{report_id}": ({ report_id }) => ({ report: { id: report_id } }),
  "app://projects/{project_id}": ({ project_id }) => ({ id: project_id }),
  "app://projects/{project_id}/prompts": ({ project_id }) => ({
    items: expect.arrayContaining([expect.objectContaining({ project_id })]),
  }),
  "app://answers/{answer_id}": ({ answer_id }) => ({ id: answer_id, untrusted_text: expect.any(String) }),
  "app://scans/{scan_id}": ({ scan_id }) => ({ id: scan_id }),
  "app://signals/{signal_id}": ({ signal_id }) => ({ id: signal_id }),
}

const publicResources = ["app://glossary", "app://catalogue/metrics"]

describe.each(resources)("the resource $uri", ({ uri: template }) => {
  it("is listed, and returns its record as JSON", async () => {
    const { result: listed } = await request("resources/list", {})
    const { result: templates } = await request("resources/templates/list", {})
    const uris = [
      ...listed.resources.map(({ uri }: { uri: string }) => uri),
      ...templates.resourceTemplates.map(({ uriTemplate }: { uriTemplate: string }) => uriTemplate),
    ]
    expect(uris).toContain(template)

    const uri = uriOf(template)
    const { result, error } = await read(uri)
    expect(error).toBeUndefined()
    expect(result.contents).toEqual([{ uri, mimeType: "application/json", text: expect.any(String) }])
    const [{ text }] = result.contents
    expect(text.length).toBeLessThanOrEqual(maxResultCharacters)
    const expected = contentOf[template]?.(data.ids)
    expect(expected).toBeDefined()
    expect(JSON.parse(text)).toMatchObject(expected ?? {})
    expect(result.ttlMs).toBeGreaterThan(0)
    expect(result.cacheScope).toBe(publicResources.includes(template) ? "public" : "private")
  })

  it("says nothing of another team", async () => {
    const { token: foreign } = await connectMember(await freshTeam())
    const { result, error } = await read(uriOf(template), foreign)
    if (template.includes("{")) expect(error).toMatchObject({ code: -32_002 })
    else for (const id of Object.values(data.ids)) expect(result.contents[0].text).not.toContain(id)
  })
})

it.each(["member", "viewer"] as const)("a %s can neither see nor read the integrations", async (role) => {
  const member = await tokenFor(await freshMember(data.ctx.team, role))
  const { result } = await request("resources/list", {}, member)
  expect(result.resources.map(({ uri }: { uri: string }) => uri)).not.toContain("app://integrations")
  const { error } = await read("app://integrations", member)
  expect(error).toMatchObject({ code: expect.any(Number), message: expect.stringMatching(/role/) })
  expect(JSON.stringify(error)).not.toContain(data.ids.webhook_id)
})

it.each(["app://clients/cli_1", "app://nothing", "app://clients", "file:///etc/passwd", ""])(
  "there is no resource %j",
  async (uri) => expect((await read(uri)).error).toMatchObject({ code: -32_002, data: { uri } }),
)

it("a resource that does not exist has another error code in the revision 2026-07-28", async () => {
  const client = await clientOn("modern", url, token)
  await expect(client.readResource({ uri: "app://nothing" })).rejects.toMatchObject({ code: -32_602 })
})
