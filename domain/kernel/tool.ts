/** Describes how an operation appears to MCP clients: as a tool that models call, or as a resource that they read. */
import type { Plan } from "./plans"

export type Tool = {
  /** A verb and a noun, at most 64 characters. Example: `list_clients`. */
  name: string
  title: string
  /**
   * What the tool returns, when to use it, and its limits. At most 400 characters, and the same for every caller. A
   * sentence about `untrusted` fields is added to it.
   */
  description: string
  /** Input fields that models do not need. The tool does not accept them, so they have their value in `defaults`. */
  omit?: readonly string[]
  /** Defaults of inputs for models, where they differ from those of the operation. */
  defaults?: Readonly<Record<string, unknown>>
  /**
   * Output fields whose text someone outside the team wrote or chose: answers of AI engines, titles of pages, names at
   * ad platforms, and sentences that contain them. They are cleaned and sent as `untrusted_<name>`. A name means every
   * field with it, at any depth. `citations.title` means only the titles in `citations`.
   */
  untrusted?: readonly string[]
  /**
   * The page of a record in the app, after the team: `ai-visibility/{project_id}/scans/{id}`. Parts in braces are
   * fields of the record or arguments. Objects get a link to it, and lists one for all items.
   */
  page?: string
  /** The URI of the resource of an item, for lists: `app://reports/{id}`. The result then has a link to each. */
  itemResource?: string
  /**
   * Counts the rows of an object that has the field `rows_returned`. Called after a result that is too large has lost
   * rows, to correct that field. Default: the number of items in its field `rows`.
   */
  countReturnedRows?(object: Record<string, unknown>): number
  /** What a mutation does. Default: `change`. Clients ask the user before a `change`. */
  effect?: ToolEffect
  /** The plans that include the tool. Default: every plan with API access. */
  plans?: readonly Plan[]
}

/**
 * `create`: each call adds a new object. `add`: the call adds objects, and repeating it adds nothing. `change`: the
 * call replaces values. `spend`: the call adds objects, uses a budget and sends requests to services outside Signalbox.
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
  /** How long a client may cache the content, in seconds. */
  ttlSeconds: number
  /**
   * True for content that rarely changes from now on, which a client may cache for a day. If it is left out,
   * `ttlSeconds` always applies.
   */
  isFinal?(content: Record<string, unknown>): boolean
  /** True when every team reads the same content. */
  isPublic?: boolean
}

/** What an MCP client that acts for a user may do. `run` checks it before every operation. */
export type ConnectionPermissions = {
  /** The ID of the connection: one user allowed one app to access one team. */
  id: string
  clientName: string
  scopes: readonly ConnectionScope[]
  /** Whether the team's switch "Write actions" is on, under Settings -> API -> MCP. */
  areWritesEnabled: boolean
  /** Whether the client can show its user a form during this call (elicitation). */
  canAskUser?: boolean
}

export const connectionScopes = ["data:read", "data:write"] as const
export type ConnectionScope = (typeof connectionScopes)[number]
