/**
 * Checks what an MCP client may do for its user, in this order: whether MCP offers the operation, whether the team
 * allows MCP clients to make changes (mutations only), the user's role, the team's plan, and the connection's scope.
 */
import { baseUrl } from "./base-url"
import type { Actor, TeamContext, TeamFacts } from "./context"
import { Problem } from "./errors"
import { limitsOf, requireApiAccess } from "./plans"
import { type Role, roleAtLeast } from "./roles"
import type { ConnectionPermissions, Resource, Tool } from "./tool"

type ConnectedOperation = { kind: "query" | "mutation"; tool?: Tool; resources?: readonly Resource[]; role?: Role }

/** Throws a Problem with the first reason why the connection cannot call the operation. */
export function authorizeConnection(
  operation: ConnectedOperation,
  { team, actor }: TeamContext,
  connection: ConnectionPermissions,
) {
  const { kind, tool, resources, role = "viewer" } = operation
  if (!tool && !resources) throw new Problem("scope_missing", "This operation is not available to MCP clients.")
  if (kind === "mutation" && !connection.areWritesEnabled) throw writesOff(team)
  requireRole(actor, role)
  requireApiAccess(team)
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
export function requireRole(actor: Actor, minimum: Role) {
  if (actor.kind !== "person" || roleAtLeast(actor.role, minimum)) return
  throw new Problem(
    "role_missing",
    `This requires the role ${minimum}. Your role is ${actor.role}. An owner or admin of the team can change it under Settings -> Members.`,
  )
}
