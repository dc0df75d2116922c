/**
 * Compares tools over MCP with the same operations over REST, and with an example server of the SDK. All cases of a
 * table are measured in interleaved rounds.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from "@modelcontextprotocol/server"
import pg from "pg"
import type { TeamFacts } from "@/domain/kernel/context"
import { pluralize } from "@/domain/kernel/format-count"
import { freshAccessToken } from "@/domain/testing/connection"
import { freshMember } from "@/domain/testing/person"
import { disconnect } from "@/prisma/client"
import { buildIfStale } from "../start/build"
import { startTemporaryDatabase } from "../temporary-database"
import { fillClients } from "./facts/fill"
import { teamWithClients } from "./fill"
import { measure, type Target } from "./load"
import { startServer } from "./servers"
import { printTable, round } from "./table"
import { countScans } from "./visibility/count-scans"
import { fillProject } from "./visibility/fill-project"

export async function bench() {
  const temporaryDatabase = await startTemporaryDatabase()
  await buildIfStale()
  const { team, secret } = await teamWithClients(1_000)
  const [{ client_id } = { client_id: "" }] = await fillClients(team, 1, 1)
  const project_id = await createSmallProject(team, temporaryDatabase.url)
  const callers = await Promise.all(Array.from({ length: 4 }, () => connectMember(team)))
  await disconnect()
  const [product, example] = await Promise.all([
    startServer("product"),
    startServer("mcp-example", { SIGNALBOX_BENCH_KEY: secret }),
  ])
  const targets = buildTargets({ product: product.url, example: example.url, secret, callers })
  try {
    await compareAll(targets, client_id, project_id)
  } finally {
    for (const server of [product, example]) server.stop()
    await temporaryDatabase.stop()
  }
}

type Servers = { product: string; example: string; secret: string; callers: string[] }
type Targets = ReturnType<typeof buildTargets>

/** Returns functions that build requests over REST and MCP. Without `base`, MCP requests go to the product. */
function buildTargets({ product, example, secret, callers }: Servers) {
  const rest = (path: string) => ({
    url: `${product}/api/v1${path}`,
    headers: { authorization: `Bearer ${secret}` },
  })
  const overMcp = (message: Message, base = product) => ({
    url: `${base}/mcp`,
    headers: { ...contentHeaders, "mcp-protocol-version": "2025-11-25" },
    callers,
    body: JSON.stringify(message),
  })
  /** In the revision 2026-07-28 there is no handshake, so each message contains the version and the client. */
  const newestRevision = (message: Message) => ({
    name: "product, revision 2026-07-28",
    url: `${product}/mcp`,
    headers: {
      ...contentHeaders,
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": message.method,
      ...(message.params && { "mcp-name": message.params.name }),
    },
    callers,
    body: JSON.stringify({ ...message, params: { ...message.params, _meta: clientMeta } }),
  })
  const tool = (name: string, args: object) => overMcp(callMessage(name, args))
  /** The same operation over REST, the example server and both revisions of MCP. `path` is its address over REST. */
  const channels = (name: string, args: object, path: string): Target[] => [
    { name: "REST", ...rest(path) },
    { name: "example server with this operation", ...overMcp(callMessage(name, { path }), example) },
    { name, ...tool(name, args) },
    newestRevision(callMessage(name, args)),
  ]
  return { overMcp, newestRevision, tool, example, channels }
}

async function compareAll(
  { overMcp, newestRevision, tool, example, channels }: Targets,
  client_id: string,
  project_id: string,
) {
  await compare("List of all tools", [
    { name: "example server of the SDK", ...overMcp(listTools, example) },
    { name: "product", ...overMcp(listTools) },
    newestRevision(listTools),
  ])
  await compare("List of all tools", [{ name: "product", ...overMcp(listTools) }, newestRevision(listTools)], 1)
  await compare("The cheapest call", [
    { name: "echo of the example server", ...overMcp(callMessage("echo_0", { text: "hello" }), example) },
    { name: "list_metrics", ...tool("list_metrics", {}) },
  ])
  await compare("25 of 1,000 clients", channels("list_clients", { limit: 25 }, "/clients?limit=25"))
  await compare(
    "Two metrics by campaign, 28 days",
    channels(
      "query_metrics",
      { client_id, metrics: ["ad_clicks", "ad_ctr"], dimensions: ["campaign"] },
      `/clients/${client_id}/metrics?metrics=ad_clicks,ad_ctr&dimensions=campaign`,
    ),
  )
  await compare(
    "AI-visibility metrics of a small project",
    channels("get_visibility_metrics", { project_id }, `/ai-visibility/projects/${project_id}/metrics`),
  )
}

type Message = { jsonrpc: string; id: number; method: string; params?: { name: string; arguments: object } }

const contentHeaders = { "content-type": "application/json", accept: "application/json, text/event-stream" }
const clientMeta = {
  [PROTOCOL_VERSION_META_KEY]: "2026-07-28",
  [CLIENT_INFO_META_KEY]: { name: "bench", version: "1.0.0" },
  [CLIENT_CAPABILITIES_META_KEY]: {},
}

const callMessage = (name: string, args: object): Message => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: args },
})

/** Creates a project with 1,440 answers: four scans of 30 prompts on four engines, three runs each. */
async function createSmallProject(team: TeamFacts, url: string) {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  try {
    const project_id = await fillProject(owner, team, "Small", { scans: 4, prompts: 30, runs: 3 })
    await countScans(team, project_id)
    return project_id
  } finally {
    await owner.end()
  }
}

const listTools: Message = { jsonrpc: "2.0", id: 1, method: "tools/list" }

/**
 * Returns the header `authorization` of a new member with a connected app. At most four queries of a member run at the
 * same time, so 16 need four members.
 */
async function connectMember(team: TeamFacts) {
  const { actor } = await freshMember(team, "owner")
  return `Bearer ${await freshAccessToken({ teamId: team.id, userId: actor.id, scopes: ["data:read"] })}`
}

async function compare(title: string, targets: Target[], connections = 16) {
  const measurements = await measure(targets, { connections, seconds: 2, rounds: 7 })
  printTable(
    `${title}, ${pluralize(connections, "connection")}`,
    measurements.map(({ name, perSecond, ratio, p50Ms, p99Ms }) => ({
      case: name,
      "requests/s": round(perSecond, 0),
      ratio: round(ratio),
      "p50 ms": p50Ms,
      "p99 ms": p99Ms,
    })),
  )
}
