/**
 * Decides whether a caller may call an operation. Every operation of a suspended team is refused. Users need a role,
 * and API keys a scope. For an MCP client, more is checked first, in this order: whether MCP offers the operation,
 * whether the team allows MCP clients to make changes (mutations only), the user's role, the team's plan, and the
 * connection's scope.
 */
import { baseUrl } from "./base-url"
import type { Actor, Audience, Contexts, TeamContext, TeamFacts } from "./context"
import { Problem } from "./errors"
import { limitsOf, requireDeveloperAccess } from "./plans"
import { type Role, roleAtLeast } from "./roles"
import type { Scope } from "./scopes"
import type { ConnectionPermissions, Resource, Tool } from "./tool"

/** The fields of an operation that decide who may call it. */
type AuthorizedOperation = {
  id: string
  audience: Audience
  kind: "query" | "mutation"
  scope?: Scope
  role?: Role
  tool?: Tool
  resources?: readonly Resource[]
}

/** Throws a Problem with the first reason why the caller cannot call the operation. */
export function authorize(operation: AuthorizedOperation, ctx: Contexts[Audience]) {
  if (operation.audience !== "team") return
  const { actor, team, connection } = ctx as TeamContext
  if (team.is_suspended) throw teamSuspended(team)
  if (connection) authorizeConnection(operation, ctx as TeamContext, connection)
  const { role = "viewer" } = operation
  requireRole(actor, role)
  if (actor.kind === "key" && !(operation.scope && actor.scopes.includes(operation.scope)))
    throw scopeMissing(operation)
}

/** Throws a Problem with the first reason why the connection cannot call the operation. */
function authorizeConnection(
  operation: AuthorizedOperation,
  { team, actor }: TeamContext,
  connection: ConnectionPermissions,
) {
  const { kind, tool, resources, role = "viewer" } = operation
  if (!tool && !resources) throw new Problem("scope_missing", "This operation is not available to MCP clients.")
  if (kind === "mutation" && !connection.areWritesEnabled) throw writesOff(team)
  requireRole(actor, role)
  requireDeveloperAccess(team)
  if (tool?.plans && !tool.plans.includes(team.plan))
    throw new Problem(
      "plan_required",
      `This tool is part of the plans ${tool.plans.map((p) => limitsOf(p).label).join(", ")}.`,
      {
        extra: { upgrade_path: `/${team.slug}/settings/plan` },
      },
    )
  const scope = kind === "mutation" ? "data:write" : "data:read"
  if (!connection.scopes.includes(scope))
    throw new Problem("scope_missing", `This tool requires the scope ${scope}. Connect again and allow changes.`, {
      extra: { required_scopes: [scope] },
    })
}

/** The page with the team's switch "Write actions". */
export const mcpSettingsUrl = ({ slug }: Pick<TeamFacts, "slug">) => `${baseUrl()}/${slug}/settings/api/mcp`

const writesOff = (team: TeamFacts) =>
  new Problem("write_actions_off", "Write actions are off in this team.", {
    extra: { settings_url: mcpSettingsUrl(team) },
  })

/** Throws `role_missing` for a user whose role is too low. API keys and the service itself have no role. */
function requireRole(actor: Actor, minimum: Role) {
  if (actor.kind !== "person" || roleAtLeast(actor.role, minimum)) return
  throw new Problem(
    "role_missing",
    `This requires the role ${minimum}. Your role is ${actor.role}. An owner or admin of the team can change it under Settings -> Members.`,
  )
}

function teamSuspended({ suspension_reason: reason }: TeamFacts) {
  return new Problem(
    "team_suspended",
    reason
      ? `This team is suspended. Reason given by the operator: ${reason}`
      : "This team is suspended. Ask the owner of the team to contact the operator of this installation.",
  )
}

function scopeMissing({ scope, id }: AuthorizedOperation) {
  if (!scope) return new Problem("scope_missing", `${id} is not available to API keys.`)
  return new Problem(
    "scope_missing",
    `This request requires the scope ${scope}. Create a key with this scope under Settings -> API.`,
    {
      extra: { required_scopes: [scope] },
      headers: { "WWW-Authenticate": `Bearer realm="signalbox", error="insufficient_scope", scope="${scope}"` },
    },
  )
}
