/** Describes how an operation appears to MCP clients: as a tool that models call, or as a resource that they read. */
import type { Plan } from "./plans"

export type Tool = {
  /** Verb and noun, at most 64 characters: `list_clients`. */
  name: string
  title: string
  /** What the tool returns, when to use it, and its limits. At most 400 characters, and the same for every caller. */
  description: string
  /** Input fields that models do not need. They keep their default. */
  omit?: readonly string[]
  /**
   * Output fields, at any depth, whose text third parties write: answers of AI engines, page titles, error texts of
   * platforms. They are cleaned and sent as `untrusted_<name>`.
   */
  untrusted?: readonly string[]
  /** What a mutation does. Clients ask the user before a `change`. */
  effect?: ToolEffect
  /** The plans that include the tool. Default: every plan with API access. */
  plans?: readonly Plan[]
}

/**
 * `create`: adds a new object with each call. `add`: adds, and a repeated call adds nothing. `change`: replaces values.
 * `spend`: adds, uses a budget and reaches services outside Signalbox.
 */
export type ToolEffect = "create" | "add" | "change" | "spend"

export type Resource = {
  /** `app://clients/{client_id}`. Parts in braces are input fields of the operation. */
  uri: string
  name: string
  title: string
  description: string
  /** Input that the URI does not contain. */
  input?: Record<string, unknown>
  /** How long a client may show the content without reading it again. */
  ttlSeconds: number
  /** True when every team reads the same content. */
  isPublic?: boolean
}

/** What an MCP client that acts for a user may do. `run` checks it before every operation. */
export type ConnectionFacts = {
  /** The grant: one consent of one user to one client, for one team. */
  id: string
  clientName: string
  scopes: readonly ConnectionScope[]
  /** The switch of the team under Settings -> API. */
  areWritesEnabled: boolean
}

export const connectionScopes = ["data:read", "data:write"] as const
export type ConnectionScope = (typeof connectionScopes)[number]
