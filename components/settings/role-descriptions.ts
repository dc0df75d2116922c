/** Descriptions of the roles. The operations enforce the permissions. */
import type { Role } from "@/components/api/types"

export const roleDescriptions: Record<Role, string> = {
  owner: "Does everything, including changing the plan and other owners. A team always has an owner.",
  admin:
    "Manages settings, members, API keys, webhooks and data sources. Cannot change the plan, or add or change owners.",
  member:
    "Manages clients, reports, AI visibility projects, scans and signals. Cannot change settings or see the audit log.",
  viewer:
    "Reads clients, reports, AI visibility projects and signals. Cannot change anything or open the AI engines' settings.",
}

const roles = Object.keys(roleDescriptions) as Role[]

/** The roles that a member with this role may assign to others. */
export const assignableRoles = (role: Role) => (role === "owner" ? roles : roles.filter((other) => other !== "owner"))
