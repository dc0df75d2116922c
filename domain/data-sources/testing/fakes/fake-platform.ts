/** HTTP server on loopback that responds like one platform, from invented data, and fails on request. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { ConnectedProvider } from "../../connectors/connector"
import { respondToConsent } from "./consent"
import type { FakeRequest, FakeResponse, Platform, World } from "./world"

export type FakePlatform = { url: string; world: World; requests: FakeRequest[]; close(): Promise<void> }

export async function startFake(platform: Platform, port = 0): Promise<FakePlatform> {
  const world: World = {
    accounts: accountsOf[platform.provider],
    faults: [],
    isGrantExpired: false,
    factor: 1,
    rowsPerDay: 3,
    quietDays: new Set(),
    quotaUsed: 0.05,
    incompleteFrom: null,
  }
  const requests: FakeRequest[] = []
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming)
    requests.push(request)
    const consent = respondToConsent(platform, request, world)
    if (consent) return send(response, consent)
    if (world.isGrantExpired || !platform.isAuthorized(request)) return send(response, platform.refusal)
    const fault = world.faults.shift()
    if (fault === "hang") return
    if (fault === "quota") return send(response, platform.quota)
    if (typeof fault === "object") return send(response, failed(fault))
    send(response, platform.respond(request, world) ?? { status: 404, json: {} }, fault === "cut")
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", resolve)
  })
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, world, requests, close }
}

async function readRequest(request: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://fake")
  return {
    method: request.method ?? "GET",
    path: decodeURIComponent(pathname),
    query: searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks).toString(),
  }
}

const failed = ({ status, retryAfter }: { status: number; retryAfter?: string }): FakeResponse => ({
  status,
  json: {},
  ...(retryAfter !== undefined && { headers: { "retry-after": retryAfter } }),
})

function send(response: ServerResponse, { status = 200, headers = {}, json, html }: FakeResponse, isCut = false) {
  const text = html ?? JSON.stringify(json)
  response.writeHead(status, { "content-type": html ? "text/html" : "application/json", ...headers })
  response.end(isCut ? text.slice(0, text.length / 2) : text)
}

/** One account far west and one far east, because their days begin at other times. */
const pair = (first: string, second: string): World["accounts"] => [
  { id: first, name: "Bergamo Bikes", timezone: "Europe/Rome", currency: "EUR" },
  { id: second, name: "Auckland Sails", timezone: "Pacific/Auckland", currency: "NZD" },
]
const withoutCurrency = (accounts: World["accounts"]) => accounts.map((account) => ({ ...account, currency: null }))
const accountsOf: Record<ConnectedProvider, World["accounts"]> = {
  ga4: pair("properties/1001", "properties/1002"),
  search_console: withoutCurrency(pair("sc-domain:bergamobikes.example", "https://aucklandsails.example/")),
  google_ads: pair("1234567890", "2345678901"),
  meta_ads: pair("act_1001", "act_1002"),
  bing_webmaster: withoutCurrency(pair("https://bergamobikes.example/", "https://aucklandsails.example/")),
}
