/** Tests REST on the wire: compression, validators, unusual addresses and headers. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { freshClient } from "@/domain/testing/client"
import { freshKey } from "@/domain/testing/key"
import { freshTeam } from "@/domain/testing/team"
import { expectResponse } from "./testing/expect-response"
import { type RawResponse, rawRequest } from "./testing/raw-http"
import { pagesAnswer, serveRest } from "./testing/serve-rest"

let server: Awaited<ReturnType<typeof serveRest>>
beforeAll(async () => {
  server = await serveRest()
})
afterAll(() => server.close())

const send = (target: string, headers: string[] = [], method = "GET") =>
  rawRequest(server.port, { target: `/api/v1${target}`, headers, method })
const bearer = (secret: string) => `Authorization: Bearer ${secret}`
const outcome = ({ status, text }: RawResponse) => `${status} ${text ? (JSON.parse(text).code ?? "") : ""}`.trim()

/** A team whose list of clients is large enough to be compressed. */
async function teamWithClients() {
  const team = await freshTeam()
  for (let i = 0; i < 5; i++) await freshClient(team)
  return { team, key: bearer((await freshKey(team)).secret) }
}

describe("compression", () => {
  it.each([
    ["gzip", "gzip"],
    ["br", "br"],
    ["gzip, deflate, br", "br"],
    ["gzip;q=1.0, br;q=0", "gzip"],
    ["GZIP", "gzip"],
    ["*", "br"],
    ["br;q=0, *", "gzip"],
    ["gzip;q=0, br;q=0, *;q=0", null],
    ["*;q=0", null],
    ["identity", null],
    ["deflate", null],
    ["gzip; q=0", null],
    ["gzip;q=nonsense", null],
  ])("for Accept-Encoding %s is %s, and the data are the same", async (accepted, encoding) => {
    const { key } = await teamWithClients()
    const plain = await send("/clients", [key])
    const response = await send("/clients", [key, `Accept-Encoding: ${accepted}`])
    expect(response.headers.get("content-encoding")).toBe(encoding)
    expect(response.headers.get("content-length")).toBe(String(response.bytes.length))
    expect(JSON.parse(response.text).data).toEqual(JSON.parse(plain.text).data)
    if (encoding) expect(response.bytes.length).toBeLessThan(plain.bytes.length / 2)
  })

  it("is skipped for bodies under 1 KiB, and used for errors above it", async () => {
    const { key } = await teamWithClients()
    const small = await send("/clients?limit=0", [key, "Accept-Encoding: gzip"])
    expect(small.headers.get("content-encoding")).toBeNull()
    const query = Array.from({ length: 20 }, (_, i) => `unknown_${i}=1`).join("&")
    const large = await send(`/clients?${query}`, [key, "Accept-Encoding: gzip"])
    expect([large.status, large.headers.get("content-encoding")]).toEqual([400, "gzip"])
    expect(JSON.parse(large.text).errors).toHaveLength(20)
  })

  it("gives HEAD the Content-Length of GET", async () => {
    const { key } = await teamWithClients()
    const head = await send("/clients", [key, "Accept-Encoding: gzip"], "HEAD")
    expect(head.headers.get("content-encoding")).toBe("gzip")
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(100)
    expect(head.bytes.length).toBe(0)
  })
})

describe("an ETag", () => {
  it("matches itself, a list with it, its weak form, its other encodings, and *", async () => {
    const { key } = await teamWithClients()
    const etag = (await send("/clients", [key])).headers.get("etag")
    const zipped = (await send("/clients", [key, "Accept-Encoding: gzip"])).headers.get("etag")
    expect(zipped).not.toBe(etag)
    for (const known of [etag, `"other", ${etag}`, `W/${etag}`, `"a",W/${etag} , "b"`, zipped, "*"]) {
      const response = await send("/clients", [key, `If-None-Match: ${known}`])
      expect([known, response.status, response.bytes.length]).toEqual([known, 304, 0])
      expect(response.headers.get("etag")).toBe(etag)
      expect(response.headers.get("content-length")).toBeNull()
    }
    for (const other of ['"other"', etag?.slice(1, -1), `${etag?.slice(0, -1)}x"`, '""', ""])
      expect((await send("/clients", [key, `If-None-Match: ${other}`])).status).toBe(200)
  })

  it("depends on parameters, scopes and the team's data", async () => {
    const { team, key } = await teamWithClients()
    const narrow = bearer((await freshKey(team, { scopes: ["clients:read"] })).secret)
    const etagOf = async (target: string, headers: string[]) => (await send(target, headers)).headers.get("etag")
    const etags = [
      await etagOf("/clients", [key]),
      await etagOf("/clients?limit=25", [key]),
      await etagOf("/clients?sort=name", [key]),
      await etagOf("/clients", [narrow]),
    ]
    await freshClient(team)
    etags.push(await etagOf("/clients", [key]))
    expect(new Set(etags).size).toBe(5)
    expect(await etagOf("/clients", [key])).toBe(etags[4])
  })

  it("of the API description matches without a key", async () => {
    const first = await send("/openapi.json")
    expect(first.headers.get("access-control-allow-origin")).toBe("*")
    const again = await send("/openapi.json", [`If-None-Match: ${first.headers.get("etag")}`])
    expect([again.status, again.bytes.length]).toEqual([304, 0])
  })
})

describe("an unusual address", () => {
  it.each([
    ["/../../etc/passwd", "404 route_not_found"],
    ["/../xx/clients", "404 route_not_found"],
    ["/..%2f..%2fetc/passwd", "404 route_not_found"],
    ["/%2e%2e/xx/clients", "404 route_not_found"],
    ["/clients/..%5c..%5c", "400 parameter_invalid"],
    ["/%", "404 route_not_found"],
    ["/clients/%E0%A4%A", "404 route_not_found"],
    ["/clients/%00", "404 route_not_found"],
    ["/clients?q=%", "200"],
    ["/clients?q=%E0%A4%A", "200"],
    ["/clients?q=%00", "400 parameter_invalid"],
    ["/clients?q=a&q=b", "400 parameter_invalid"],
    ["/clients?limit=1&limit=2", "400 parameter_invalid"],
    ["/clients?limit=1e1", "400 parameter_invalid"],
    ["/clients?limit=", "400 parameter_invalid"],
    ["/clients?limit=99999999999999999999999", "400 parameter_invalid"],
    ["/clients?limit[]=1", "400 parameter_unknown"],
    ["/clients?limit[a]=1", "400 parameter_unknown"],
    ["/clients?status=active&status=paused", "200"],
    ["/clients?status=active&status[]=nonsense", "400 parameter_invalid"],
    ["/clients?status[]=nonsense&status=active", "400 parameter_invalid"],
    ["/clients?status[0]=active", "400 parameter_unknown"],
    ["/clients?status=", "400 parameter_invalid"],
    ["/clients?cursor=", "400 cursor_invalid"],
    [`/clients?cursor=${"A".repeat(5_999)}`, "400 cursor_invalid"],
    [`/clients?cursor=${"A".repeat(7_000)}`, "400 parameter_invalid"],
    ["/clients?__proto__=1", "400 parameter_invalid"],
    ["/clients?__proto__[limit]=1", "400 parameter_unknown"],
    ["/clients?constructor=1", "400 parameter_unknown"],
    ["/clients?toString=1", "400 parameter_unknown"],
    ["/clients?=1", "400 parameter_unknown"],
    ["/clients?", "200"],
    ["/clients?&&", "200"],
    ["/clients#limit=0", "200"],
    ["/CLIENTS", "404 route_not_found"],
    ["/openapi.json?download=1", "400 parameter_unknown"],
    [`/clients?q=${"a".repeat(8_200)}`, "414 uri_too_long"],
  ])("%s gets the expected status and error code", async (target, expected) => {
    const { key } = await teamWithClients()
    const response = await send(target, [key])
    expect(outcome(response)).toBe(expected)
  })

  it("cannot override a path parameter with its query", async () => {
    const { team, key } = await teamWithClients()
    const mine = await freshClient(team)
    const other = await freshClient(team)
    for (const query of [`client_id=${other.id}`, `client_id[]=${other.id}`, `client_id=${mine.id}`])
      expect(outcome(await send(`/clients/${mine.id}?${query}`, [key]))).toBe("400 parameter_invalid")
  })

  it("is REST's at and below /api/v1, and the pages' elsewhere", async () => {
    for (const target of ["/api/v1", "/api/v1/", "/api/v1?x=1"])
      expect(outcome(await rawRequest(server.port, { target }))).toBe("404 route_not_found")
    for (const target of ["/api/v10/clients", "/api/v1clients", "/api/v2/clients", "/"])
      expect((await rawRequest(server.port, { target })).text).toBe(pagesAnswer)
  })
})

describe("an unusual header", () => {
  it.each([
    ["Accept: application/json", 200],
    ["Accept: application/*;q=0.8", 200],
    ["Accept: text/html, */*;q=0.1", 200],
    ["Accept: application/problem+json", 200],
    ["Accept: text/html", 406],
    ["Accept: application/xml", 406],
    ["Signalbox-Version: 2026-11-01", 200],
    ["Signalbox-Version: 2026-11-02", 400],
    ["Signalbox-Version: latest", 400],
    ["X-HTTP-Method-Override: DELETE", 200],
    ["Content-Length: 0", 200],
    ["Transfer-Encoding: chunked\r\nContent-Length: 5", 400],
    ["Host:", 400],
    ["Host: evil.example/?x=", 400],
  ])("%j gives %i", async (header, status) => {
    const { key } = await teamWithClients()
    const response = await send("/clients", [key, header])
    expect(response.status).toBe(status)
    expect(response.text).not.toContain("evil")
    expect(response.headers.get("request-id")).toMatch(/^req_/)
  })

  it("that is too large gets a 431 problem", async () => {
    const path = "/clients"
    const { status, headers, text } = await send(path, [`X-Large: ${"a".repeat(20_000)}`])
    expect(status).toBe(431)
    await expectResponse(new Response(text, { status, headers }), { method: "GET", path, template: "/clients" })
  })

  it("or bytes that are not HTTP get one error, and the connection is closed", async () => {
    const { status, headers, text } = await rawRequest(server.port, { target: "/api/v1/clients extra" })
    expect(status).toBe(400)
    expect(headers.get("connection")).toBe("close")
    expect(JSON.parse(text)).toMatchObject({ code: "parameter_invalid", request_id: headers.get("request-id") })
  })

  it("never opens the API to pages of other origins", async () => {
    const { key } = await teamWithClients()
    const preflight = ["Origin: https://evil.example", "Access-Control-Request-Method: GET"]
    for (const response of [
      await send("/clients", preflight, "OPTIONS"),
      await send("/clients", [key, ...preflight]),
    ]) {
      expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([])
      expect([200, 204]).toContain(response.status)
    }
  })

  it("or request body does not break later requests, and the body is not read", async () => {
    const { key } = await teamWithClients()
    const body = "x".repeat(200_000)
    const posted = await fetch(`${server.url}/api/v1/clients`, {
      method: "POST",
      headers: { authorization: key.slice(15) },
      body,
    })
    expect(posted.status).toBe(405)
    await posted.text()
    expect((await send("/clients", [key])).status).toBe(200)
  })
})
