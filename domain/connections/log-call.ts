/**
 * Writes one row for each call of an MCP client: the caller, the tool, the arguments and the result. Rows are written
 * in batches.
 */
import { createHmac } from "node:crypto"
import { BatchedLog } from "@/domain/kernel/batched-log"
import { withoutUnstorableCharacters } from "@/domain/kernel/fields"
import { newId } from "@/domain/kernel/ids"
import { redactKeys } from "@/domain/kernel/redact-keys"
import { derivedSecret } from "@/domain/kernel/secrets"
import { acrossTeams, rows, sql } from "@/prisma/client"
import type { AccessToken } from "./authenticate-token"

export type ConnectionCall = {
  accessToken: AccessToken
  /** The name and version that the client states. */
  clientInfo: string | null
  /** The revision of the protocol. Null when the client did not name one. */
  protocolVersion: string | null
  requestId: string
  /** The trace that the client continues. Null when it named none. */
  traceId: string | null
  method: string
  /** The tool, resource or prompt. */
  name: string | null
  arguments: unknown
  /** `ok`, `input_required`, `declined`, or the code of the error. */
  result: string
  isWrite: boolean
  /** The number of items in the result. */
  rows: number
  /** The size of the result. */
  bytes: number
  durationMs: number
  ip: string | null
  /** When the call ended. */
  at: Date
}

/** Across teams: one batch contains calls of all teams. */
const callLog = new BatchedLog("app call log", (entries) =>
  acrossTeams(() =>
    rows(sql`
      insert into mcp_call select * from json_populate_recordset(null::mcp_call, ${entries}::json) on conflict do nothing`),
  ),
)

/**
 * Queues the row of a call. For a change, it resolves after the attempt to write it. If Postgres cannot be reached,
 * the row is queued again. If Postgres rejects it, the row is dropped. Never throws, because the call has already run.
 */
export async function logConnectionCall(call: ConnectionCall): Promise<void> {
  callLog.add(rowOf(call))
  if (call.isWrite) await callLog.flush()
}

/** Writes the queued rows. Call it before the process ends. */
export const flushConnectionCalls = () => callLog.flush()

function rowOf({ accessToken, ...call }: ConnectionCall) {
  const { connectionId, teamId, userId, clientId, clientName } = accessToken
  return {
    id: newId("connectionCall", call.at.getTime()),
    team_id: teamId,
    grant_id: connectionId,
    user_id: userId,
    client_id: clientId.slice(0, 500),
    client_name: clientName.slice(0, 200),
    client_info: cut(call.clientInfo, 200),
    protocol_version: cut(call.protocolVersion, 20),
    request_id: call.requestId,
    method: call.method.slice(0, 60),
    name: cut(call.name, 200),
    arguments: redactArguments(call.arguments),
    result: call.result,
    is_write: call.isWrite,
    rows: call.rows,
    bytes: call.bytes,
    duration_ms: Math.round(call.durationMs),
    ip_hash: call.ip === null ? null : ipHash(call.ip),
    created_at: call.at,
    trace_id: call.traceId,
  }
}

/**
 * Clients choose these texts. With a text that Postgres cannot store, the call would be missing in the log. Cleaned
 * first, because an unstorable character could split a key, and again after cutting, because a cut can split a
 * surrogate pair.
 */
const cut = (text: string | null, length: number) =>
  text === null ? null : withoutUnstorableCharacters(redactKeys(withoutUnstorableCharacters(text)).slice(0, length))

const maxArgumentCharacters = 4_000
const maxTextCharacters = 200

/** Texts and long arguments are shortened, and API keys in them are replaced. */
function redactArguments(toolArguments: unknown): unknown {
  if (toolArguments === undefined || toolArguments === null) return null
  const text = JSON.stringify(toolArguments, (_, value) => withStorableNames(value))
  if (text.length <= maxArgumentCharacters) return JSON.parse(text)
  return { shortened: withoutUnstorableCharacters(text.slice(0, maxArgumentCharacters)) }
}

/** Cleans one value for the log: a text, or the names of an object's fields. `JSON.stringify` visits inner values. */
function withStorableNames(value: unknown): unknown {
  if (typeof value === "string") return shortenText(value)
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [shortenText(name), member]))
}

function shortenText(text: string) {
  const safe = redactKeys(withoutUnstorableCharacters(text))
  return safe.length > maxTextCharacters ? `${withoutUnstorableCharacters(safe.slice(0, maxTextCharacters))}…` : safe
}

/** The hash is keyed, so an address has different hashes in different installations. */
const ipHash = (ip: string) =>
  createHmac("sha256", derivedSecret("ip-address")).update(ip).digest("base64url").slice(0, 22)
