/** Tests the REST API on real servers in both configurations: in front of Next, and as Next's own route. */
import { startSecondServer } from "./second-server"
import { type Demo, demo } from "./start"
import { type APIRequestContext, expect, request, test } from "./test"

test.describe.configure({ mode: "default" })

type Mount = { demo: Demo; api: APIRequestContext }
const mounts: Record<string, Mount> = {}
let second: Awaited<ReturnType<typeof startSecondServer>> | undefined

test.beforeAll(async () => {
  second = await startSecondServer({ SIGNALBOX_REST_MOUNT: "next" })
  const open = async (of: Demo) => ({
    demo: of,
    api: await request.newContext({
      baseURL: of.base_url,
      extraHTTPHeaders: { Authorization: `Bearer ${of.api_key}` },
    }),
  })
  mounts["in front of Next"] = await open(demo())
  mounts["as Next's route"] = await open(second.demo)
})
test.afterAll(async () => {
  for (const { api } of Object.values(mounts)) await api.dispose()
  await second?.stop()
})

for (const name of ["in front of Next", "as Next's route"]) {
  const mount = () => mounts[name] as Mount
  const ask = (
    path: string,
    { method = "GET", headers = {} }: { method?: string; headers?: Record<string, string> } = {},
  ) => mount().api.fetch(`/api/v1${path}`, { method, headers, maxRedirects: 0 })

  test(`the API ${name} responds to every documented kind of path`, async () => {
    const { client_id, report_id, project_id } = mount().demo
    const paths = [
      "/me",
      "/clients?limit=1",
      `/clients/${client_id}`,
      "/reports",
      `/reports/${report_id}/data`,
      "/metrics",
      "/ai-visibility/projects",
      `/ai-visibility/projects/${project_id}/metrics`,
    ]
    for (const path of paths) {
      const response = await ask(path)
      expect(response.status(), path).toBe(200)
      const { data, meta } = await response.json()
      expect(data, path).toBeTruthy()
      expect(meta.request_id, path).toBe(response.headers()["request-id"])
      expect(response.headers()["ratelimit-policy"], path).toContain('"key";q=')
    }
    expect((await (await ask("/openapi.json")).json()).openapi).toMatch(/^3\.1/)
  })

  test(`the API ${name} returns every error as problem JSON, never as an HTML page`, async () => {
    const { client_id } = mount().demo
    const wrong: [string, Parameters<typeof ask>[1], number, string][] = [
      ["/me", { headers: { Authorization: "" } }, 401, "key_missing"],
      ["/clients?colour=red", {}, 400, "parameter_unknown"],
      ["/clients", { headers: { Accept: "text/html" } }, 406, "not_acceptable"],
      ["/clients", { headers: { "Signalbox-Version": "2020-01-01" } }, 400, "version_unknown"],
      [`/clients/${client_id.slice(0, -4)}0000`, {}, 404, "resource_not_found"],
      ["/nothing/here", {}, 404, "route_not_found"],
      ["", {}, 404, "route_not_found"],
      ["/clients", { method: "POST" }, 405, "method_not_allowed"],
      ["/clients", { method: "DELETE" }, 405, "method_not_allowed"],
    ]
    for (const [path, asking, status, code] of wrong) {
      const response = await ask(path, asking)
      expect([path, response.status()]).toEqual([path, status])
      expect(response.headers()["content-type"]).toBe("application/problem+json; charset=utf-8")
      expect(await response.json()).toMatchObject({ status, code, instance: `/api/v1${path.split("?")[0]}` })
    }
  })

  test(`the API ${name} supports compression, ETags, HEAD and OPTIONS`, async () => {
    for (const encoding of ["gzip", "br", "identity"]) {
      const response = await ask("/metrics", { headers: { "Accept-Encoding": encoding } })
      expect((await response.json()).data.length, encoding).toBeGreaterThan(10)
    }
    const { etag = "" } = (await ask("/clients", { headers: { "Accept-Encoding": "identity" } })).headers()
    const known = await ask("/clients", { headers: { "If-None-Match": etag } })
    expect([known.status(), await known.text()]).toEqual([304, ""])
    const head = await ask("/clients", { method: "HEAD" })
    expect([head.status(), await head.text()]).toEqual([200, ""])
    expect((await ask("/clients", { method: "OPTIONS" })).status()).toBe(204)
  })
}

test("every error code has a documentation page", async ({ request }) => {
  const { components } = await (await request.get("/api/v1/openapi.json")).json()
  const responses: { content: { "application/problem+json": { examples: Record<string, { summary: string }> } } }[] =
    Object.values(components.responses)
  const errors = responses.flatMap(({ content }) => Object.entries(content["application/problem+json"].examples))
  expect(errors.length).toBeGreaterThan(20)
  for (const [code, { summary }] of errors) {
    const found = await request.get(`/docs/errors/${code}`)
    expect(await found.text(), code).toContain(`>${summary}</h1>`)
  }
  expect((await request.get("/docs/errors/no_such_code")).status()).toBe(404)
})
