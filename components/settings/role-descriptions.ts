/** Descriptions of the roles. The operations enforce the permissions. */
import type { Role } from "@/components/api/types"

/** In one sentence, what users with a role may do. */
export const roleSummaries: Record<Role, string> = {
  owner: "Does everything, including changing the plan and other owners.",
  admin: "Manages settings, members, API keys, webhooks and data sources.",
  member: "Manages clients, reports, AI visibility projects, scans and signals.",
  viewer: "Reads clients, reports, AI visibility projects and signals.",
}

export const roleDescriptions: Record<Role, string> = {
  owner: `${roleSummaries.owner} A team always has an owner.`,
  admin: `${roleSummaries.admin} Cannot change the plan, or add or change owners.`,
  member: `${roleSummaries.member} Cannot change settings or see the audit log.`,
  viewer: `${roleSummaries.viewer} Cannot change anything or open the AI engines' settings.`,
}

const roles = Object.keys(roleDescriptions) as Role[]

/** The roles that a member with this role may assign to others. */
export const assignableRoles = (role: Role) => (role === "owner" ? roles : roles.filter((other) => other !== "owner"))
