/**
 * The contract of REST and MCP: what holds for every operation, at both mounts. New operations are included
 * automatically.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { allOperations } from "@/domain"
import { log } from "@/domain/kernel/log"
import { run } from "@/domain/kernel/operation"
import { allScopes } from "@/domain/kernel/scopes"
import { connectionScopes } from "@/domain/kernel/tool"
import { authenticate } from "@/domain/keys/authenticate"
import { changePlan } from "@/domain/teams/change-plan"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { visibleTools } from "./mcp/catalogue"
import { admitRequest } from "./rest/admit-request"
import { type Route, routes } from "./rest/routes"
import { description, produced } from "./testing/expect-response"
import { mounts, type RequestOptions } from "./testing/mounts"
import { idsIn, parametersOf, pathOf, unknownIds } from "./testing/path-ids"
import { requestAndCheck, setUp, setUpWithData } from "./testing/request-and-check"

const restRoutes = routes.map((route) => [route.operation.id, route] as const)
const templateOf = ({ operation }: Route) => operation.rest?.path ?? ""

/**
 * Statuses that this suite does not produce. 431 never reaches an operation (raw-http.test.ts). 409 is an archived
 * report and 410 a removed event (documented-errors.test.ts).
 */
const notHere = ["409", "410", "431"]

describe.each(mounts)("REST $name", ({ open }) => {
  let mount: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    mount = await open()
  })
  afterAll(() => mount.close())
  const get = (route: Route, path: string, options?: RequestOptions) =>
    requestAndCheck(mount.send, route, path, options)
  afterEach(() => vi.restoreAllMocks())

  describe.each(restRoutes)("%s", (_, route) => {
    const { operation } = route

    it("responds to a key with data and meta as OpenAPI describes them", async () => {
      const { key, path } = await setUpWithData(route)
      const { status, body, headers } = await get(route, path, { key })
      expect(status, JSON.stringify(body)).toBe(200)
      expect(operation.output.safeParse(body.data).error).toBeUndefined()
      expect(headers.get("ratelimit")).toMatch(/^"key";r=1199;t=\d+, "team";r=5999;t=\d+$/)
      expect(headers.get("ratelimit-policy")).toBe('"key";q=1200;w=60, "team";q=6000;w=60')
      if (operation.hasPeriod)
        expect(Object.keys(body.meta)).toEqual(
          expect.arrayContaining(["period", "comparison", "currency", "freshness", "warnings"]),
        )
    })

    it("responds to HEAD with the headers of GET and no body", async () => {
      const { key, path } = await setUpWithData(route)
      const response = await get(route, path, { key })
      const head = await get(route, path, { key, method: "HEAD" })
      expect(head.status).toBe(200)
      const stable = ["content-type", "content-length", "cache-control", "vary", "ratelimit-policy", "link"]
      for (const name of stable) expect(head.headers.get(name), name).toBe(response.headers.get(name))
    })

    it("rejects a request without a key", async () => {
      const { path } = await setUp(route)
      expect(await get(route, path)).toMatchObject({ status: 401, body: { code: "key_missing" } })
    })

    it("rejects a team on the plan Free", async () => {
      const { team, key, path } = await setUp(route)
      await run(changePlan, asPerson(team), { plan: "free" })
      expect(await get(route, path, { key })).toMatchObject({ status: 403, body: { code: "plan_required" } })
    })

    it("rejects a key without the scope, and names the scope", async () => {
      const { key, path } = await setUp(route, { scopes: allScopes.filter((scope) => scope !== operation.scope) })
      const { status, body, headers } = await get(route, path, { key })
      expect([status, body.code, body.required_scopes]).toEqual([403, "scope_missing", [operation.scope]])
      expect(headers.get("www-authenticate")).toBe(
        `Bearer realm="signalbox", error="insufficient_scope", scope="${operation.scope}"`,
      )
      expect(headers.get("ratelimit")).toContain('"key";r=1199')
    })

    it("rejects an unknown parameter", async () => {
      const { key, path } = await setUp(route)
      const { status, body } = await get(route, `${path}${path.includes("?") ? "&" : "?"}no_such_parameter=1`, { key })
      expect([status, body.code]).toEqual([400, "parameter_unknown"])
      expect(body.errors).toMatchObject([{ parameter: "no_such_parameter", code: "parameter_unknown" }])
    })

    it.each(["POST", "PUT", "PATCH", "DELETE"])("does not support %s", async (method) => {
      const { key, path } = await setUp(route)
      expect((await get(route, path, { key, method })).status).toBe(405)
    })

    if (parametersOf(operation).length > 0)
      it("responds to an id of another team as if it did not exist", async () => {
        const { key } = await setUp(route)
        const other = await freshTeam()
        const theirs = await idsIn(other, operation)
        const found = await get(route, pathOf(operation, theirs), { key })
        const nothing = await get(route, pathOf(operation, unknownIds(operation)), { key })
        expect([found.status, found.body.code]).toEqual([404, "resource_not_found"])
        const shape = ({ request_id, instance, ...rest }: Record<string, unknown>) => rest
        expect(shape(found.body)).toEqual(shape(nothing.body))
        expect(found.headers.get("content-length")).toBe(nothing.headers.get("content-length"))
      })

    if (filtersOf(route).length > 0)
      it("reveals nothing to a filter with an id of another team", async () => {
        const { key, path } = await setUpWithData(route)
        for (const name of filtersOf(route)) {
          const { [name]: id } = await idsIn(await freshTeam(), operationWith(name))
          const { status, body } = await get(route, `${path}${path.includes("?") ? "&" : "?"}${name}=${id}`, { key })
          expect(status === 404 || body.meta.total === 0, `${name}: ${status}`).toBe(true)
        }
      })

    it("reports internal errors in the same shape, without their cause", async () => {
      const { key, path } = await setUp(route)
      const silent = vi.spyOn(log, "error").mockReturnValue()
      const failures = { "57014": [504, "timeout"], ECONNREFUSED: [503, "unavailable"], ODD: [500, "internal_error"] }
      for (const [code, expected] of Object.entries(failures)) {
        const cause = Object.assign(new Error(`the inside of it: ${key}`), { code })
        vi.spyOn(operation, "handle").mockRejectedValueOnce(cause)
        const { status, body } = await get(route, path, { key })
        expect([status, body.code]).toEqual(expected)
        expect(JSON.stringify(body)).not.toContain("inside")
      }
      expect(silent).toHaveBeenCalledTimes(3)
    })

    it("responds with 304, 406, 414 and 429 like every operation", async () => {
      const { key, path } = await setUpWithData(route)
      expect((await get(route, path, { key, headers: { "if-none-match": "*" } })).status).toBe(304)
      expect((await get(route, path, { key, headers: { accept: "text/csv" } })).status).toBe(406)
      const long = `${path}${path.includes("?") ? "&" : "?"}${"a".repeat(8_200)}`
      expect((await get(route, long, { key })).status).toBe(414)
      const caller = await authenticate(`Bearer ${key}`, { ip: null, userAgent: null }, new Date())
      const admitted = await Promise.all(Array.from({ length: 25 }, () => admitRequest(caller)))
      expect((await get(route, path, { key })).status).toBe(429)
      for (const request of admitted) request.end()
    })

    it("is documented under its own path and name, with exactly the statuses it can return", () => {
      const described = description.paths[templateOf(route)]
      expect(Object.keys(described ?? {})).toEqual(["get"])
      const names = Object.values(description.paths).map((path) => path.get.operationId)
      expect(names.filter((name) => name === described?.get.operationId)).toHaveLength(1)
      const never = Object.keys(described?.get.responses ?? {}).filter(
        (status) => !produced.statuses.has(`${templateOf(route)} ${status}`),
      )
      expect(never.filter((status) => !notHere.includes(status))).toEqual([])
    })
  })
})

/** Query parameters that take an id of a kind that also occurs in some path. */
function filtersOf({ operation }: Route): string[] {
  const inPath = parametersOf(operation)
  return Object.keys(operation.input.shape).filter((name) => !inPath.includes(name) && operationWith(name))
}

const operationWith = (name: string) =>
  routes.find(({ operation }) => parametersOf(operation).includes(name))?.operation as Route["operation"]

/** Operations that an API key or a member can call. MCP clients call those that are tools or resources. */
const ofTeams = allOperations.filter(({ audience }) => audience === "team")

describe.each(ofTeams.map((operation) => [operation.id, operation] as const))("MCP %s", (_, operation) => {
  const { tool, resources, kind } = operation

  it("is offered under the name of its tool, or not available to MCP clients", async () => {
    const connection = { id: "grant", clientName: "Test", scopes: connectionScopes, areWritesEnabled: true }
    const ctx = { ...asPerson(await freshTeam()), connection }
    expect(visibleTools(ctx).some(({ name }) => name === tool?.name)).toBe(tool !== undefined)
    if (tool || resources) return
    await expect(run(operation, ctx, {})).rejects.toMatchObject({ code: "scope_missing" })
  })

  if (kind === "mutation" && tool)
    it("is refused without the switch of the team, the role or the scope", async () => {
      const connection = { id: "grant", clientName: "Test", scopes: connectionScopes, areWritesEnabled: true }
      const refusal = async (role: "viewer" | "owner", more: object) => {
        const ctx = { ...asPerson(await freshTeam(), role), connection: { ...connection, ...more } }
        return run(operation, ctx, {}).catch(({ code }) => code)
      }
      expect(await refusal("owner", { areWritesEnabled: false })).toBe("write_actions_off")
      expect(await refusal("viewer", {})).toBe("role_missing")
      expect(await refusal("owner", { scopes: ["data:read"] })).toBe("scope_missing")
    })
})
