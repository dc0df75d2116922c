import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { acrossTeams, inTeam, prisma } from "@/prisma/client"
import { type ClientVariant, clientVariants, negotiationOf } from "../testing/mcp"
import { Browser, post, redirectUri, serveOauth } from "../testing/oauth"
import { tools } from "./catalogue"

let url: string
let close: () => Promise<void>
beforeAll(async () => {
  ;({ url, close } = await serveOauth())
})
afterAll(() => close())

/** What an app stores, and the page to which it sends the user. */
class StoredProvider {
  readonly redirectUrl = redirectUri
  readonly clientMetadata = {
    client_name: "SDK client",
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  }
  page: URL | undefined
  registered: unknown
  stored: { access_token: string; refresh_token?: string; scope?: string } | undefined
  #verifier = ""
  #discovered: unknown

  clientInformation = () => this.registered as never
  saveClientInformation = (registered: unknown) => {
    this.registered = registered
  }
  tokens = () => this.stored as never
  saveTokens = (tokens: unknown) => {
    this.stored = tokens as never
  }
  redirectToAuthorization = (page: URL) => {
    this.page = page
  }
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier
  }
  codeVerifier = () => this.#verifier
  discoveryState = () => this.#discovered as never
  saveDiscoveryState = (discovered: unknown) => {
    this.#discovered = discovered
  }
  invalidateCredentials = () => {
    this.stored = undefined
  }
}

type AnyTransport = { finishAuth(code: string | URLSearchParams): Promise<void> }

function clientOf(wire: ClientVariant, provider: StoredProvider) {
  const endpoint = new URL(`${url}/mcp`)
  const identity = { name: "sdk-client", version: "1.0.0" }
  if (wire === "old") {
    const transport = new OldTransport(endpoint, { authProvider: provider as never })
    return { client: new OldClient(identity) as unknown as Client, transport: transport as unknown as AnyTransport }
  }
  const transport = new StreamableHTTPClientTransport(endpoint, { authProvider: provider as never })
  const client = new Client(identity, { versionNegotiation: negotiationOf(wire) })
  return { client, transport: transport as AnyTransport }
}

/** The user opens the page of the app and allows the access. Returns what the app gets back. */
const allowIn = (browser: Browser, { page }: StoredProvider, allowsChanges: boolean) =>
  browser.connect(
    page?.searchParams.get("client_id") ?? "",
    Object.fromEntries(page?.searchParams ?? []),
    allowsChanges,
  )

/** Disconnects the app as its "Disconnect" button does. The SDKs have no function for it. */
async function revoke({ registered, stored }: StoredProvider) {
  const { client_id } = registered as { client_id: string }
  const metadata = await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json()
  const form = new URLSearchParams({ client_id, token: stored?.refresh_token ?? "", token_type_hint: "refresh_token" })
  const response = await post(metadata.revocation_endpoint, form)
  expect([response.status, await response.text()]).toEqual([200, ""])
}

describe.each(clientVariants)("the SDK client (%s)", (wire) => {
  it("registers, connects, reads, writes, refreshes and revokes", async () => {
    const browser = await Browser.open(url)
    const team_id = browser.team.id
    await acrossTeams(() => prisma.team.update({ where: { id: team_id }, data: { mcp_writes_enabled: true } }))
    const provider = new StoredProvider()
    const first = clientOf(wire, provider)
    await expect(first.client.connect(first.transport as never)).rejects.toThrow()
    const returned = await allowIn(browser, provider, true)
    await first.transport.finishAuth(wire === "old" ? (returned.get("code") ?? "") : returned)
    expect(provider.stored?.scope?.split(" ").sort()).toEqual(["data:read", "data:write"])

    const { client, transport } = clientOf(wire, provider)
    await client.connect(transport as never)
    expect((await client.listTools()).tools.length).toBe(tools.size)
    const team = await client.callTool({ name: "get_team", arguments: {} })
    expect(team.structuredContent).toMatchObject({ team: { id: team_id }, write_actions: { available: true } })
    const created = await client.callTool({ name: "create_client", arguments: { name: "Ondine" } })
    expect(created.structuredContent).toMatchObject({ name: "Ondine", dry_run: false })

    // The access token has expired. The client refreshes it by itself.
    const before = provider.stored?.refresh_token
    await inTeam(team_id, () =>
      prisma.oauthAccessToken.updateMany({ where: { team_id }, data: { expires_at: new Date(0) } }),
    )
    expect((await client.callTool({ name: "list_clients", arguments: {} })).structuredContent).toMatchObject({
      total: 1,
    })
    expect(provider.stored?.refresh_token).not.toBe(before)

    await revoke(provider)
    await expect(client.callTool({ name: "list_clients", arguments: {} })).rejects.toThrow()
    await client.close().catch(() => {})
  })
})

it.each(["auto", "modern", "legacy"] as const)(
  "the SDK client (%s) asks the user for changes (step-up)",
  async (wire) => {
    const browser = await Browser.open(url)
    const team_id = browser.team.id
    await acrossTeams(() => prisma.team.update({ where: { id: team_id }, data: { mcp_writes_enabled: true } }))
    const provider = new StoredProvider()
    const first = clientOf(wire, provider)
    await expect(first.client.connect(first.transport as never)).rejects.toThrow()
    await first.transport.finishAuth(await allowIn(browser, provider, false))
    expect(provider.stored?.scope).toBe("data:read")
    const { client, transport } = clientOf(wire, provider)
    await client.connect(transport as never)
    await expect(client.callTool({ name: "create_client", arguments: { name: "Ondine" } })).rejects.toThrow()
    expect(provider.page?.searchParams.get("scope")).toContain("data:write")
    await transport.finishAuth(await allowIn(browser, provider, true))
    const created = await client.callTool({ name: "create_client", arguments: { name: "Ondine" } })
    expect(created.structuredContent).toMatchObject({ name: "Ondine" })
    await client.close()
  },
)
