/** Writes one row for each call of an MCP client: the caller, the tool, the arguments and the result. */
import { createHmac } from "node:crypto"
import { storable } from "@/domain/kernel/fields"
import { newId } from "@/domain/kernel/ids"
import { redactKeys } from "@/domain/kernel/key-format"
import { log } from "@/domain/kernel/log"
import { processWide } from "@/domain/kernel/process-wide"
import { secret } from "@/domain/kernel/secrets"
import { inTeam, Prisma, prisma } from "@/prisma/client"
import type { Connection } from "./authenticate-token"

export type ConnectionCall = {
  connection: Connection
  /** The name and version that the client states. */
  clientInfo: string | null
  /** The revision of the protocol. Null when the client did not name one. */
  protocolVersion: string | null
  requestId: string
  method: string
  /** The tool, resource or prompt. */
  name: string | null
  arguments: unknown
  /** `ok`, `input_required`, `declined`, or the code of the error. */
  result: string
  isWrite: boolean
  rows: number
  bytes: number
  durationMs: number
  ip: string | null
  at: Date
}

/** Writes in progress, shared by the bundles of Next and of the product's server. */
const unwritten = () => processWide("unwritten-connection-calls", () => new Set<Promise<void>>())

/**
 * Resolves when the row is written. Never throws, because the call has already run. If the row cannot be written, the error
 * is logged.
 */
export function logConnectionCall(call: ConnectionCall): Promise<void> {
  const writing = write(call).finally(() => unwritten().delete(writing))
  unwritten().add(writing)
  return writing
}

/** Waits until every row is written. Call it before the process ends. */
export async function flushConnectionCalls(): Promise<void> {
  await Promise.all(unwritten())
}

async function write({ connection, ...call }: ConnectionCall): Promise<void> {
  const { grantId, teamId, userId, clientId, clientName } = connection
  const data = {
    id: newId("connectionCall"),
    team_id: teamId,
    grant_id: grantId,
    user_id: userId,
    client_id: clientId.slice(0, 500),
    client_name: clientName.slice(0, 200),
    client_info: cut(call.clientInfo, 200),
    protocol_version: cut(call.protocolVersion, 20),
    request_id: call.requestId,
    method: call.method.slice(0, 60),
    name: cut(call.name, 200),
    arguments: redactArguments(call.arguments) ?? Prisma.DbNull,
    result: call.result,
    is_write: call.isWrite,
    rows: call.rows,
    bytes: call.bytes,
    duration_ms: Math.round(call.durationMs),
    ip_hash: call.ip === null ? null : ipHash(call.ip),
    created_at: call.at,
  }
  try {
    await inTeam(teamId, () => prisma.connectionCall.create({ data }))
  } catch (err) {
    log.error({ err, request_id: call.requestId }, "a call of an MCP client could not be logged")
  }
}

/** Clients choose these texts. A text that Postgres cannot store would keep the call out of the log. */
const cut = (text: string | null, length: number) =>
  text === null ? null : storable(redactKeys(storable(text)).slice(0, length))

const maxArgumentCharacters = 4_000
const maxTextCharacters = 200

/** Texts are cut, and keys in them are removed. */
function redactArguments(toolArguments: unknown): Prisma.InputJsonValue | undefined {
  if (toolArguments === undefined || toolArguments === null) return undefined
  const text = JSON.stringify(toolArguments, (_, value) => withStorableNames(value))
  if (text.length <= maxArgumentCharacters) return JSON.parse(text)
  return { shortened: storable(text.slice(0, maxArgumentCharacters)) }
}

/** A text, or an object whose names of fields are texts. */
function withStorableNames(value: unknown): unknown {
  if (typeof value === "string") return shortenText(value)
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [shortenText(name), member]))
}

function shortenText(text: string) {
  const safe = redactKeys(storable(text))
  return safe.length > maxTextCharacters ? `${storable(safe.slice(0, maxTextCharacters))}…` : safe
}

/** The hash is keyed, so an address has different hashes in different installations. */
const ipHash = (ip: string) => createHmac("sha256", secret("ip-address")).update(ip).digest("base64url").slice(0, 22)
