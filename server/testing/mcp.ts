/** For tests of MCP: a member with a token, clients of both official SDKs over real HTTP, and plain requests. */
import {
  Client,
  type ElicitRequestFormParams,
  type ElicitResult,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client"
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { flushConnectionCalls } from "@/domain/connections/log-call"
import type { TeamContext, TeamFacts } from "@/domain/kernel/context"
import type { Role } from "@/domain/kernel/roles"
import type { ConnectionScope } from "@/domain/kernel/tool"
import { freshAccessToken } from "@/domain/testing/connection"
import { freshMember } from "@/domain/testing/person"
import { acrossTeams, prisma } from "@/prisma/client"
import { serveRest } from "./serve-rest"

export type Connected = { ctx: TeamContext; token: string }
type ConnectionOptions = { role?: Role; scopes?: ConnectionScope[]; writes?: boolean }

/** Creates a member who has connected a client. `writes`: whether the team lets clients change data. */
export async function connectMember(team: TeamFacts, options: ConnectionOptions = {}): Promise<Connected> {
  const { role = "owner", scopes = ["data:read", "data:write"], writes = true } = options
  const ctx = await freshMember(team, role)
  return { ctx, token: await tokenFor(ctx, { scopes, writes }) }
}

/** A token for an existing member. */
export async function tokenFor(ctx: TeamContext, { scopes = ["data:read"], writes = true }: ConnectionOptions = {}) {
  const { team, actor } = ctx
  await acrossTeams(() => prisma.team.update({ where: { id: team.id }, data: { mcp_writes_enabled: writes } }))
  return freshAccessToken({ teamId: team.id, userId: actor.kind === "person" ? actor.id : "", scopes })
}

/** Starts a real server. `url` is the address of the MCP endpoint. */
export async function serveMcp() {
  const { url, close } = await serveRest()
  return { url: `${url}/mcp`, close: () => close().then(flushConnectionCalls) }
}

const headersOf = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } })
const identity = { name: "test-client", version: "1.0.0" }

/**
 * The MCP clients to test with. `auto` asks the server for its revisions. `modern` speaks the revision 2026-07-28.
 * `legacy` starts with the handshake of the 2025 revisions. They use the current SDK. `old` uses the SDK before version
 * 2.
 */
export const clientVariants = ["auto", "modern", "legacy", "old"] as const
export type ClientVariant = (typeof clientVariants)[number]

/** How a client of the current SDK finds the revision. */
export const negotiationOf = (variant: Exclude<ClientVariant, "old">) =>
  ({ mode: variant === "modern" ? { pin: "2026-07-28" } : variant }) as const

type AnswerForm = (form: ElicitRequestFormParams) => ElicitResult

/** `ask` answers the forms of the server. Without it, the client does not declare elicitation. Not for `old`. */
export async function clientOn(variant: ClientVariant, url: string, token: string, ask?: AnswerForm): Promise<Client> {
  if (variant === "old") {
    const old = new OldClient(identity)
    await old.connect(new OldTransport(new URL(url), headersOf(token)) as never)
    return old as unknown as Client
  }
  const client = new Client(identity, {
    versionNegotiation: negotiationOf(variant),
    ...(ask && { capabilities: { elicitation: { form: {} } } }),
  })
  if (ask) client.setRequestHandler("elicitation/create", ({ params }) => ask(params as ElicitRequestFormParams))
  await client.connect(new StreamableHTTPClientTransport(new URL(url), headersOf(token)))
  return client
}

/** Posts any body without an SDK, and without a protocol version. A null token sends no Authorization header. */
export function post(url: string, token: string | null, body: unknown, headers: Record<string, string> = {}) {
  return fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  })
}

export const callMessage = (name: string, given: object = {}) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: given },
})

/** The JSON-RPC message of a response, which may be an event stream. */
export async function messageOf(response: Response) {
  const text = await response.text()
  const data = response.headers.get("content-type")?.startsWith("text/event-stream")
    ? (/^data: (.*)$/m.exec(text)?.[1] ?? "")
    : text
  return JSON.parse(data)
}
