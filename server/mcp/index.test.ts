import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import * as route from "@/app/mcp/route"
import { setUpEngine } from "@/domain/ai-engines/set-up-engine"
import { updateProject } from "@/domain/ai-projects/update-project"
import { flushConnectionCalls } from "@/domain/connections/log-call"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { createScan } from "@/domain/scans/create"
import { freshClient } from "@/domain/testing/client"
import { freshKey } from "@/domain/testing/key"
import { freshPerson, password } from "@/domain/testing/person"
import { freshTeam } from "@/domain/testing/team"
import { acrossTeams, inTeam, prisma } from "@/prisma/client"
import { Visitor } from "../auth/testing/visitor"
import { callMessage, clientOn, clientVariants, connectMember, messageOf, post, serveMcp } from "../testing/mcp"
import { projectWithAnswers, reportWithWidgets } from "../testing/sample-data"
import { serveRest } from "../testing/serve-rest"
import { maxValues } from "./request-body"

let url: string
let close: () => Promise<void>
beforeAll(async () => {
  ;({ url, close } = await serveMcp())
})
afterAll(() => close())

const errorOf = (result: { content?: unknown }) =>
  JSON.parse((result.content as { text: string }[])[0]?.text ?? "").error

describe.each(clientVariants)("an MCP client (%s)", (wire) => {
  it("lists tools, resources, templates and prompts, reads and writes", async () => {
    const team = await freshTeam()
    const { id } = await freshClient(team, { name: "Bergamo Bikes" })
    const { token } = await connectMember(team)
    const client = await clientOn(wire, url, token)
    expect(client.getServerVersion()?.name).toBe("signalbox")
    expect(client.getInstructions()).toContain("get_team")
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain("run_scan")
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toContain("app://team")
    expect(resources).toContainEqual(
      expect.objectContaining({
        uri: `app://clients/${id}`,
        annotations: expect.objectContaining({ lastModified: expect.any(String) }),
      }),
    )
    expect((await client.listResourceTemplates()).resourceTemplates.length).toBeGreaterThan(5)
    expect((await client.listPrompts()).prompts).toHaveLength(9)
    const listed = await client.callTool({ name: "list_clients", arguments: { q: "bergamo" } })
    expect(listed.structuredContent).toMatchObject({ items: [{ id, name: "Bergamo Bikes" }], total: 1 })
    expect(JSON.parse((listed.content as { text: string }[])[0]?.text ?? "")).toEqual(listed.structuredContent)
    const changed = await client.callTool({ name: "update_client", arguments: { client_id: id, name: "Bergamo" } })
    expect(changed.structuredContent).toMatchObject({ name: "Bergamo", dry_run: false })
    const { contents } = await client.readResource({ uri: `app://clients/${id}` })
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ name: "Bergamo" })
    const prompt = await client.getPrompt({ name: "weekly_client_review", arguments: { client_id: id } })
    expect(JSON.stringify(prompt.messages)).toContain(`the client ${id} for last_7_days`)
    const { completion } = await client.complete({
      ref: { type: "ref/prompt", name: "weekly_client_review" },
      argument: { name: "client_id", value: "berg" },
    })
    expect(completion.values).toEqual([id])
    await client.close()
  })

  it("can read the resources that a list links to", async () => {
    const team = await freshTeam()
    const { report_id } = await reportWithWidgets(team)
    const { token } = await connectMember(team)
    const client = await clientOn(wire, url, token)
    const { content } = await client.callTool({ name: "list_reports", arguments: {} })
    const [, link] = content as { type: string; uri: string }[]
    expect(link).toMatchObject({ type: "resource_link", uri: `app://reports/${report_id}`, name: report_id })
    const { contents } = await client.readResource({ uri: link?.uri ?? "" })
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ report: { id: report_id } })
    await client.close()
  })

  it("receives errors that say what is wrong", async () => {
    const team = await freshTeam()
    const { id } = await freshClient(team, { name: "Bergamo Bikes" })
    const { token } = await connectMember(team)
    const client = await clientOn(wire, url, token)
    await expect(client.callTool({ name: "drop_tables", arguments: {} })).rejects.toMatchObject({ code: -32_602 })
    const invalid = await client.callTool({ name: "list_clients", arguments: { limit: 1_000, color: "red" } })
    expect(errorOf(invalid)).toMatchObject({ code: "invalid_argument", message: expect.stringContaining("color") })
    const named = await client.callTool({ name: "get_client", arguments: { client_id: "bergamo" } })
    expect(errorOf(named)).toMatchObject({ did_you_mean: [{ id, type: "client" }] })
    const foreign = await freshClient(await freshTeam())
    const missing = await client.callTool({ name: "get_client", arguments: { client_id: foreign.id } })
    expect(errorOf(missing)).toMatchObject({ code: "not_found", hint: expect.stringContaining("search") })
    await expect(client.readResource({ uri: "app://nothing" })).rejects.toThrow()
    await expect(client.getPrompt({ name: "nothing" })).rejects.toMatchObject({ code: -32_602 })
    await client.close()
  })
})

describe("a request to /mcp", () => {
  it("needs a token, and the 401 response names the metadata", async () => {
    const response = await post(url, null, callMessage("list_clients"))
    expect(response.status).toBe(401)
    expect(response.headers.get("www-authenticate")).toBe(
      'Bearer scope="data:read", resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource/mcp"',
    )
    const unknown = await post(url, "mcp_at_unknown", callMessage("list_clients"))
    expect([unknown.status, unknown.headers.get("www-authenticate")]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ])
  })

  it("is refused with an API key, and the REST API refuses its token", async () => {
    const team = await freshTeam()
    const { secret } = await freshKey(team)
    expect((await post(url, secret, callMessage("get_team"))).status).toBe(401)
    const { token } = await connectMember(team)
    expect((await post(url, token, callMessage("get_team"))).status).toBe(200)
    const rest = await serveRest()
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${rest.url}/api/v1/clients`, { headers })
    await rest.close()
    expect([response.status, await response.text()]).toEqual([401, expect.not.stringContaining(token)])
  })

  it("is refused with the session cookie of a member instead of a token", async () => {
    vi.stubEnv("NEXTAUTH_URL", "http://localhost:3000")
    vi.stubEnv("NEXTAUTH_SECRET", "test") // the secret with which Visitor encrypts its cookie
    try {
      const { actor } = await freshPerson()
      const team_id = (await freshTeam()).id
      await acrossTeams(() => prisma.membership.create({ data: { team_id, user_id: actor.id, role: "owner" } }))
      const visitor = new Visitor()
      await visitor.visit("/api/auth/callback/credentials", { email: actor.email, password })
      expect(await visitor.session()).toMatchObject({ person_id: actor.id })
      const cookie = Object.entries(visitor.cookies).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      expect(cookie.join("; ")).toContain("next-auth.session-token=")
      const response = await post(url, null, callMessage("get_team"), { cookie: cookie.join("; ") })
      expect([response.status, await response.text()]).toEqual([401, expect.not.stringContaining(team_id)])
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it("gets a response that sets no cookie and is not cached", async () => {
    const { token } = await connectMember(await freshTeam())
    const response = await post(url, token, callMessage("get_team"), { cookie: "next-auth.session-token=x" })
    expect(response.status).toBe(200)
    expect(response.headers.get("cache-control")).toBe("no-store")
    expect(response.headers.get("set-cookie")).toBeNull()
  })

  it("is served by Next's route, too, and refused for another host", async () => {
    const { token } = await connectMember(await freshTeam())
    const ask = (host: string) =>
      route.POST(
        new Request(`http://${host}/mcp`, {
          method: "POST",
          headers: {
            host,
            authorization: `Bearer ${token}`,
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
          },
          body: JSON.stringify(callMessage("get_team")),
        }),
      )
    const { result } = await messageOf(await ask("localhost:3000"))
    expect(result.structuredContent).toMatchObject({ user: { role: "owner" } })
    expect((await ask("rebound.example:3000")).status).toBe(403)
  })

  it.each(["GET", "DELETE"])("does not support %s", async (method) => {
    const { token } = await connectMember(await freshTeam())
    const response = await fetch(url, { method, headers: { authorization: `Bearer ${token}` } })
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST, OPTIONS"])
  })

  it("is refused from the origin of another site, and allowed from its own", async () => {
    const { token } = await connectMember(await freshTeam())
    const foreign = await post(url, token, callMessage("get_team"), { origin: "https://evil.example" })
    expect([foreign.status, foreign.headers.get("access-control-allow-origin")]).toEqual([403, null])
    const own = await post(url, token, callMessage("get_team"), { origin: "http://localhost:3000" })
    expect([own.status, own.headers.get("access-control-allow-origin")]).toEqual([200, "http://localhost:3000"])
  })

  it("from a page on the user's machine gets a response that the page can read, also without a token", async () => {
    const { token } = await connectMember(await freshTeam())
    const origin = "http://localhost:6274"
    const answers = [
      await post(url, token, callMessage("get_team"), { origin }),
      await post(url, null, callMessage("get_team"), { origin }),
      await post(url, "mcp_at_unknown", callMessage("get_team"), { origin }),
      await fetch(url, { method: "OPTIONS", headers: { origin } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 401, 204])
    for (const { headers } of answers) {
      const namesIn = (header: string) => headers.get(header)?.toLowerCase().split(/, */)
      expect(headers.get("access-control-allow-origin")).toBe(origin)
      expect(namesIn("access-control-expose-headers")).toEqual(
        expect.arrayContaining(["www-authenticate", "mcp-protocol-version"]),
      )
      expect(namesIn("access-control-allow-headers")).toEqual(
        expect.arrayContaining(["authorization", "content-type", "mcp-protocol-version"]),
      )
    }
  })

  it("to a public address is allowed from a page on the user's machine, but not with its host", async () => {
    vi.stubEnv("SIGNALBOX_BASE_URL", "https://signalbox.example.com")
    try {
      const { token } = await connectMember(await freshTeam())
      const ask = (method: "POST" | "OPTIONS", origin: string, host = "signalbox.example.com") => {
        const headers = { host, origin, authorization: `Bearer ${token}`, "content-type": "application/json" }
        const body = method === "POST" ? JSON.stringify(callMessage("get_team")) : null
        return (method === "POST" ? route.POST : route.OPTIONS)(
          new Request(`https://${host}/mcp`, { method, headers, body }),
        )
      }
      const inspector = "http://localhost:6274"
      for (const [method, status] of [
        ["OPTIONS", 204],
        ["POST", 200],
      ] as const) {
        const response = await ask(method, inspector)
        expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([status, inspector])
      }
      expect((await ask("POST", "https://evil.example")).status).toBe(403)
      expect((await ask("POST", inspector, "localhost:3000")).status).toBe(403)
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it("is refused if it is a batch, not a JSON object, or too large", async () => {
    const { token } = await connectMember(await freshTeam())
    const answers = [
      await post(url, token, [callMessage("get_team")]),
      await post(url, token, "{"),
      await post(url, token, "7"),
      await post(url, token, callMessage("search", { query: "x".repeat(300_000) })),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 413])
  })

  it("is refused if it is nested too deeply", async () => {
    const { token } = await connectMember(await freshTeam())
    const nested = (levels: number) =>
      JSON.stringify(callMessage("list_clients", { q: 0 })).replace(
        '"q":0',
        `"q":${"[".repeat(levels)}${"]".repeat(levels)}`,
      )
    const answers = await Promise.all([61, 62, 30_000].map((levels) => post(url, token, nested(levels))))
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400])
    const [allowed, ...refused] = await Promise.all(answers.map((answer) => answer.json()))
    expect(errorOf(allowed.result).code).toBe("invalid_argument")
    for (const { id, error } of refused)
      expect([id, error]).toEqual([1, { code: -32_600, message: "The body has more than 64 nested levels." }])
  })

  it("may have as many prompts and tags as add_prompts allows", async () => {
    const team = await freshTeam()
    const { project_id } = await projectWithAnswers(team)
    const { token } = await connectMember(team)
    const tags = Array.from({ length: 20 }, (_, i) => `tag ${i}`)
    const prompts = Array.from({ length: 500 }, (_, i) => {
      return { text: `best headphones ${i}`, topic_id: null, intent: "informational", tags }
    })
    const response = await post(url, token, callMessage("add_prompts", { project_id, prompts, dry_run: true }))
    expect([response.status, (await response.json()).result?.structuredContent.total]).toEqual([200, 500])
  })

  it("is refused if it has too many values, at any depth, in a response to its ID", async () => {
    const { token } = await connectMember(await freshTeam())
    const many = (values: number) => callMessage("list_clients", { q: [{ a: Array(values).fill(0) }] })
    const allowed = await post(url, token, many(maxValues - 15))
    expect([allowed.status, errorOf((await allowed.json()).result).code]).toEqual([200, "invalid_argument"])
    for (const id of [1, "a"]) {
      const refused = await post(url, token, { ...many(maxValues), id })
      expect([refused.status, await refused.json()]).toEqual([
        400,
        {
          jsonrpc: "2.0",
          id,
          error: { code: -32_600, message: "The body has more than 15,000 values. Send fewer per request." },
        },
      ])
    }
  })

  it("that is refused has no ID if its own is not valid", async () => {
    const { token } = await connectMember(await freshTeam())
    for (const id of [undefined, null, true, [1], 1.5]) {
      const refused = await post(url, token, { ...callMessage("list_clients", { q: Array(maxValues).fill(0) }), id })
      expect([refused.status, (await refused.json()).id]).toEqual([400, null])
    }
  })

  it("of an unknown revision is refused with the error code for it", async () => {
    const { token } = await connectMember(await freshTeam())
    const body = {
      ...callMessage("get_team"),
      params: {
        name: "get_team",
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2099-01-01",
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    }
    const response = await post(url, token, body, {
      "mcp-protocol-version": "2099-01-01",
      "mcp-method": "tools/call",
      "mcp-name": "get_team",
    })
    expect([response.status, (await response.json()).error.code]).toEqual([400, -32_022])
  })

  it("whose arguments are not an object is refused, counted and logged, and null means none", async () => {
    const team = await freshTeam()
    const { token } = await connectMember(team)
    const ask = async (given: unknown) => {
      const params = { name: "list_clients", arguments: given }
      return (await post(url, token, { jsonrpc: "2.0", id: "a", method: "tools/call", params })).json()
    }
    for (const given of ['{"limit":5}', 5, true, [1]])
      expect(await ask(given)).toEqual({
        jsonrpc: "2.0",
        id: "a",
        error: { code: -32_602, message: 'arguments is not an object. Send an object such as {"limit": 25}.' },
      })
    expect((await ask(null)).result.structuredContent.items).toEqual([])
    await flushConnectionCalls()
    const logged = await inTeam(team.id, () => prisma.connectionCall.findMany({ where: { team_id: team.id } }))
    expect(logged.map(({ result }) => result).sort()).toEqual(["ok", ...Array(4).fill("parameter_invalid")])
  })

  it("of a list has at most 60,000 characters together with its links to resources", async () => {
    const team = await freshTeam()
    const { token } = await connectMember(team)
    const { id: client_id } = await freshClient(team)
    const reports = Array.from({ length: 200 }, (_, i) => {
      return { id: newId("report"), team_id: team.id, client_id, name: `Monthly performance in all channels ${i}` }
    })
    await inTeam(team.id, () => prisma.report.createMany({ data: reports }))
    const ask = callMessage("list_reports", { limit: 200 })
    const { result } = await (await post(url, token, ask, { "mcp-protocol-version": "2025-11-25" })).json()
    const [text, ...links] = result.content
    expect(links.length).toBeGreaterThan(0)
    expect(text.text.length + JSON.stringify(links).length).toBeLessThanOrEqual(60_000)
    expect(result.structuredContent.items.length).toBeGreaterThan(links.length)
  })

  it("of the revision 2026-07-28 is served if its headers match its body, and refused otherwise", async () => {
    const { token } = await connectMember(await freshTeam())
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
    }
    const body = { ...callMessage("get_team"), params: { name: "get_team", arguments: {}, _meta } }
    const matching = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "get_team" }
    const served = await post(url, token, body, matching)
    expect([served.status, served.headers.get("content-type")]).toEqual([200, "application/json"])
    const { result } = await served.json()
    expect(result).toMatchObject({ resultType: "complete", structuredContent: { user: { role: "owner" } } })
    const encoded = `=?base64?${Buffer.from("get_team").toString("base64")}?=`
    expect((await post(url, token, body, { ...matching, "mcp-name": encoded })).status).toBe(200)
    for (const wrong of [{ "mcp-name": "list_clients" }, { "mcp-name": "" }, { "mcp-method": "tools/list" }]) {
      const refused = await post(url, token, body, { ...matching, ...wrong })
      expect([refused.status, (await refused.json()).error.code], JSON.stringify(wrong)).toEqual([400, -32_020])
    }
    const unnamed = await post(url, token, { ...body, params: { arguments: {}, _meta } }, matching)
    expect([unnamed.status, (await unnamed.json()).error.code]).toEqual([200, -32_602])
  })

  it("of a revision with a handshake gets JSON, and an unknown revision is refused", async () => {
    const { token } = await connectMember(await freshTeam())
    const ask = (version: string) => post(url, token, callMessage("get_team"), { "mcp-protocol-version": version })
    for (const version of ["2024-10-07", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]) {
      const response = await ask(version)
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"])
      expect(await response.json()).toMatchObject({ id: 1, result: { structuredContent: { user: { role: "owner" } } } })
    }
    const unknown = await ask("1999-01-01")
    const { id, error } = await unknown.json()
    expect([unknown.status, id, error.message]).toEqual([400, 1, expect.stringContaining("2025-11-25")])
  })

  it("with a notification gets no content, and is refused without JSON as its type", async () => {
    const { token } = await connectMember(await freshTeam())
    const notification = { jsonrpc: "2.0", method: "notifications/initialized" }
    const accepted = await post(url, token, notification)
    expect([accepted.status, await accepted.text()]).toEqual([202, ""])
    expect((await post(url, token, notification, { "content-type": "text/plain" })).status).toBe(415)
    expect((await post(url, token, { jsonrpc: "1.0", id: 1 })).status).toBe(400)
  })

  it("is refused when the user has left the team", async () => {
    const team = await freshTeam()
    const { ctx, token } = await connectMember(team)
    expect((await post(url, token, callMessage("get_team"))).status).toBe(200)
    await acrossTeams(() => prisma.membership.deleteMany({ where: { team_id: team.id } }))
    expect((await post(url, token, callMessage("get_team"))).status).toBe(401)
    expect(ctx.team.id).toBe(team.id)
  })
})

describe("the messages of errors", () => {
  it("name only arguments of the tool, and nothing of the REST API or of pages", async () => {
    const { token } = await connectMember(await freshTeam())
    const errorFor = async (name: string, given: object) =>
      errorOf((await messageOf(await post(url, token, callMessage(name, given)))).result)
    for (const given of [{ color: "red" }, { sort: "name" }, { sort: "name", color: "red" }])
      expect((await errorFor("list_clients", given)).hint).toBe("Known arguments: limit, cursor, status, q.")
    expect((await errorFor("get_team", { a: 1 })).hint).toBe("The tool has no arguments.")
    expect((await errorFor("list_clients", { cursor: "none" })).hint).toBe(
      "Use next_cursor of the previous page unchanged, or start again without a cursor.",
    )
    const given = { name: "Ondine", idempotency_key: "short" }
    expect((await errorFor("create_client", given)).message).toMatch(/^The idempotency key must have 22/)
    const key = { idempotency_key: "a-key-of-22-characters" }
    expect(await errorFor("create_client", { name: "A", ...key })).toBeUndefined()
    expect((await errorFor("create_client", { name: "B", ...key })).message).not.toContain("page")
  })

  it("are short even if a call has thousands of wrong values", async () => {
    const { token } = await connectMember(await freshTeam())
    const call = callMessage("list_clients", { status: Array(10_000).fill("gone") })
    const { result } = await messageOf(await post(url, token, call))
    expect(errorOf(result).message).toMatch(
      /^\/status\/0 is not one of active, paused, archived\. .* Errors that are not listed: 9,980\.$/,
    )
    expect(result.content[0].text.length).toBeLessThan(6_000)
  })

  it("name the object that is in the way, in the fields of the REST API", async () => {
    const { ctx, token } = await connectMember(await freshTeam())
    const errorFor = async (name: string, given: object) =>
      errorOf((await messageOf(await post(url, token, callMessage(name, given)))).result)
    const { id: client_id } = await freshClient(ctx.team, { name: "Ondine" })
    expect(await errorFor("create_client", { name: "Ondine" })).toMatchObject({ code: "conflict", client_id })
    const { project_id } = await projectWithAnswers(ctx.team)
    await run(setUpEngine, ctx, { engine_id: "sample", is_enabled: true })
    await run(updateProject, ctx, { project_id, asked_engines: ["sample"] })
    const { data: scan } = await run(createScan, ctx, { project_id })
    expect(await errorFor("run_scan", { project_id, max_answers: 100 })).toMatchObject({
      code: "conflict",
      blocker: "scan_under_way",
      scan_id: scan.id,
    })
  })
})

describe("a tool that writes", () => {
  const create = callMessage("create_client", { name: "Ondine" })
  const clientsOf = (teamId: string) => inTeam(teamId, () => prisma.client.count({ where: { team_id: teamId } }))

  it.each([
    [{ writes: false }, "write_actions_off"],
    [{ role: "viewer" }, "role_forbids"],
    [{ writes: false, role: "viewer", scopes: ["data:read"] }, "write_actions_off"],
  ] as const)("is not executed with %j", async (choice, code) => {
    const team = await freshTeam()
    const { token } = await connectMember(team, {
      ...choice,
      scopes: [...("scopes" in choice ? choice.scopes : (["data:read", "data:write"] as const))],
    })
    const { result } = await messageOf(await post(url, token, create))
    expect([result.isError, errorOf(result).code]).toEqual([true, code])
    expect(await clientsOf(team.id)).toBe(0)
  })

  it("asks for the scope with a 403 that names it", async () => {
    const team = await freshTeam()
    const { token } = await connectMember(team, { scopes: ["data:read"] })
    const response = await post(url, token, create)
    expect(response.status).toBe(403)
    expect(response.headers.get("www-authenticate")).toMatch(
      /^Bearer error="insufficient_scope", .*scope="data:read data:write", resource_metadata="/,
    )
    expect(await clientsOf(team.id)).toBe(0)
  })

  it("reports that the team is suspended, and does not ask for the scope", async () => {
    const team = await freshTeam()
    const { token } = await connectMember(team, { scopes: ["data:read"] })
    await acrossTeams(() => prisma.team.update({ where: { id: team.id }, data: { is_suspended: true } }))
    const response = await post(url, token, create)
    expect(response.status).toBe(200)
    expect(errorOf((await messageOf(response)).result).message).toMatch(/^This team is suspended/)
  })

  it("needs a plan that includes it", async () => {
    const team = await freshTeam({ plan: "pro" })
    // Without the scope as well: connecting again would not help.
    for (const scopes of [["data:read"], ["data:read", "data:write"]] as const) {
      const { token } = await connectMember(team, { scopes: [...scopes] })
      const { result } = await messageOf(await post(url, token, create))
      expect(errorOf(result)).toMatchObject({ code: "plan_required", url: expect.stringContaining("/settings/plan") })
    }
    const { token } = await connectMember(team)
    await acrossTeams(() => prisma.team.update({ where: { id: team.id }, data: { plan: "free" } }))
    expect((await post(url, token, callMessage("list_clients"))).status).toBe(401)
  })

  it("changes nothing with dry_run, and reports what would fail", async () => {
    const team = await freshTeam()
    await freshClient(team, { name: "Bergamo Bikes" })
    const { token } = await connectMember(team)
    const tried = await messageOf(
      await post(url, token, callMessage("create_client", { name: "Ondine", dry_run: true })),
    )
    expect(tried.result.structuredContent).toMatchObject({ name: "Ondine", status: "active", dry_run: true })
    expect(await clientsOf(team.id)).toBe(1)
    const twin = await messageOf(
      await post(url, token, callMessage("create_client", { name: "Bergamo Bikes", dry_run: true })),
    )
    expect(errorOf(twin.result).code).toBe("conflict")
  })

  it("runs once for an idempotency key", async () => {
    const team = await freshTeam()
    const { token } = await connectMember(team)
    const message = callMessage("create_client", { name: "Ondine", idempotency_key: "a-key-of-22-characters" })
    const first = await messageOf(await post(url, token, message))
    const again = await messageOf(await post(url, token, message))
    expect(again.result.structuredContent).toEqual(first.result.structuredContent)
    expect(await clientsOf(team.id)).toBe(1)
  })
})
