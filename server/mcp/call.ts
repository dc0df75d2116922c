/** Defines the context of an MCP request, which its handlers receive. */
import "server-only"
import type { AccessToken } from "@/domain/connections/authenticate-token"
import type { TeamContext } from "@/domain/kernel/context"
import type { ConnectionPermissions } from "@/domain/kernel/tool"
import type { ResultPlaceholders } from "./result-placeholders"

/** The context of an operation that an app calls. */
export type McpContext = TeamContext & { connection: ConnectionPermissions }

export type McpCall = {
  ctx: McpContext
  accessToken: AccessToken
  /** Name and version of the client, as it states them in this request. */
  clientInfo: string | null
  protocolVersion: string | null
  /** The trace of the client that this request is part of. */
  traceId: string | null
  placeholders: ResultPlaceholders
  /** Aborted when the client disconnects. Queries that have not started then do not start. */
  signal: AbortSignal
}
