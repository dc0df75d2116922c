/** Tests that every error that OpenAPI documents can occur, at both mounts of REST. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { expungeMessage } from "@/domain/deliveries/expunge"
import { newId } from "@/domain/kernel/ids"
import { generateKey } from "@/domain/kernel/key-format"
import { log } from "@/domain/kernel/log"
import { run } from "@/domain/kernel/operation"
import { authenticate } from "@/domain/keys/authenticate"
import { revokeKey } from "@/domain/keys/revoke"
import { freshKey } from "@/domain/testing/key"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { acrossTeams, prisma } from "@/prisma/client"
import { buildDocument } from "./openapi"
import { admitRequest } from "./rest/admit-request"
import { type Route, routes } from "./rest/routes"
import { produced } from "./testing/expect-response"
import { mounts, type RequestOptions } from "./testing/mounts"
import { requestAndCheck, setUp } from "./testing/request-and-check"
import { publishedEvent, reportWithWidgets } from "./testing/sample-data"

const routeOf = (id: string) => routes.find((route) => route.operation.id === id) as Route
const clients = routeOf("clients.list")

/** Errors that never reach a mount: see raw-http.test.ts. */
const notHere = ["headers_too_large"]

describe.each(mounts)("every documented error of REST $name", ({ open }) => {
  let mount: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    mount = await open()
  })
  afterAll(() => mount.close())
  afterEach(() => vi.restoreAllMocks())

  const at = async (route: Route | undefined, path: string, options: RequestOptions = {}) => {
    const { status, body } = await requestAndCheck(mount.send, route, path, options)
    return `${status} ${body.code}`
  }
  const error = (path: string, options?: RequestOptions) => at(clients, path, options)

  it("is returned for an invalid request", async () => {
    const { key } = await setUp(clients)
    const version = { "signalbox-version": "2020-01-01" }
    expect(await error("/clients?limit=0", { key })).toBe("400 parameter_invalid")
    expect(await error("/clients?colour=red", { key })).toBe("400 parameter_unknown")
    expect(await error("/clients?cursor=abc", { key })).toBe("400 cursor_invalid")
    expect(await error("/clients", { key, headers: version })).toBe("400 version_unknown")
    expect(await error("/clients", { key, headers: { accept: "text/html" } })).toBe("406 not_acceptable")
    expect(await error("/clients", { key, method: "POST" })).toBe("405 method_not_allowed")
    expect(await error(`/clients?q=${"a".repeat(9_000)}`, { key })).toBe("414 uri_too_long")
    expect(await error(`/clients?key=${generateKey("live")}`, { key })).toBe("400 key_in_url")
  })

  it("is returned for an invalid key", async () => {
    const { team } = await setUp(clients)
    const revoked = await freshKey(team)
    const ranged = await freshKey(team, { ip_allowlist: ["192.0.2.1"] })
    await run(revokeKey, asPerson(team), { key_id: revoked.id } as never)
    const expired = await freshKey(team, { expires_at: new Date(Date.now() + 60_000).toISOString() })
    await acrossTeams(() =>
      prisma.apiKey.updateMany({ where: { team_id: team.id, id: expired.id }, data: { expires_at: new Date() } }),
    )
    expect(await error("/clients")).toBe("401 key_missing")
    expect(await error("/clients", { key: "sbx_live_mistyped" })).toBe("401 key_malformed")
    expect(await error("/clients", { key: generateKey("live") })).toBe("401 key_unknown")
    expect(await error("/clients", { key: revoked.secret })).toBe("401 key_revoked")
    expect(await error("/clients", { key: expired.secret })).toBe("401 key_expired")
    expect(await error("/clients", { key: ranged.secret })).toBe("403 ip_not_allowed")
    const narrow = await freshKey(team, { scopes: ["usage:read"] })
    expect(await error("/clients", { key: narrow.secret })).toBe("403 scope_missing")
  })

  it.each([
    [{ plan: "free" }, "403 plan_required"],
    [{ is_suspended: true }, "403 team_suspended"],
  ])("is returned for a team that is %j", async (state, expected) => {
    const { team, key } = await setUp(clients)
    await acrossTeams(() => prisma.team.update({ where: { id: team.id }, data: state }))
    expect(await error("/clients", { key })).toBe(expected)
  })

  it.each([
    "",
    "/",
    "/nothing",
    "/clients/",
    "//clients",
    "/clients/a/b/c",
    "/reports%2f",
    "/%00",
    "/clients/%E0%A4%A",
  ])("is returned at an unknown path: /api/v1%s", async (path) => {
    const { key } = await setUp(clients)
    expect(await at(undefined, path, { key })).toBe("404 route_not_found")
    expect(await at(undefined, path, { key, method: "DELETE" })).toBe("404 route_not_found")
  })

  it("is returned for an id that does not exist", async () => {
    const { key } = await setUp(clients)
    expect(await at(routeOf("clients.get"), `/clients/${newId("client")}`, { key })).toBe("404 resource_not_found")
  })

  it("is returned for the live data of an archived report", async () => {
    const { team, key } = await setUp(clients)
    const { report_id } = await reportWithWidgets(team)
    await acrossTeams(() => prisma.report.updateMany({ where: { team_id: team.id }, data: { status: "archived" } }))
    expect(await at(routeOf("reports.getData"), `/reports/${report_id}/data`, { key })).toBe("409 report_archived")
  })

  it("is returned for an event whose content was removed", async () => {
    const { team, key } = await setUp(clients)
    const { event_id } = await publishedEvent(team)
    await run(expungeMessage, asPerson(team), { message_id: event_id } as never)
    expect(await at(routeOf("events.get"), `/events/${event_id}`, { key })).toBe("410 resource_purged")
  })

  it("is returned for too many requests", async () => {
    const team = await freshTeam({ plan: "pro" })
    const { secret: key } = await freshKey(team)
    const caller = await authenticate(`Bearer ${key}`, { ip: null, userAgent: null }, new Date())
    const admitted = await Promise.all(Array.from({ length: 25 }, () => admitRequest(caller)))
    expect(await error("/clients", { key })).toBe("429 concurrency_limited")
    for (const request of admitted) request.end()
    for (let taken = 25; taken < 300; taken++) (await admitRequest(caller)).end()
    expect(await error("/clients", { key })).toBe("429 rate_limited")
  })

  it.each([
    ["57014", "504 timeout"],
    ["ECONNREFUSED", "503 unavailable"],
    ["ODD", "500 internal_error"],
  ])("is returned for the internal error %s", async (code, expected) => {
    const { key } = await setUp(clients)
    vi.spyOn(log, "error").mockReturnValue()
    vi.spyOn(clients.operation, "handle").mockRejectedValueOnce(Object.assign(new Error("inside"), { code }))
    expect(await error("/clients", { key })).toBe(expected)
  })

  it("has the same example in the document as the API returns", () => {
    for (const { code, value } of documentedExamples()) {
      const returned = produced.problems.filter((problem) => problem.code === code).map(comparable)
      expect(value["errors"], code).not.toEqual([])
      if (!notHere.includes(code)) expect(returned, code).toContainEqual(comparable(value))
    }
  })

  it("is covered by a test", () => {
    const codes = documentedExamples().map(({ code }) => code)
    expect(codes.filter((code) => !produced.codes.has(code) && !notHere.includes(code))).toEqual([])
  })
})

type Examples = Record<string, { value: Record<string, unknown> }>

function documentedExamples() {
  const { components } = buildDocument() as unknown as {
    components: { responses: Record<string, { content: { "application/problem+json": { examples: Examples } } }> }
  }
  return Object.values(components.responses).flatMap(({ content }) =>
    Object.entries(content["application/problem+json"].examples).map(([code, { value }]) => ({ code, value })),
  )
}

/** The body without the parts that differ between responses: ids and the name of the team. */
function comparable({ type, request_id, ...body }: Record<string, unknown>) {
  const text = JSON.stringify(body).replaceAll(/_[0-9A-HJKMNP-TV-Z]{26}/g, "_ID")
  return JSON.parse(text.replace(/"\/[^/"]+\/settings/, '"/team/settings'))
}
