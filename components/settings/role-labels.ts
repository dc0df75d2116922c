/** Descriptions of the roles. The operations enforce the permissions. */
import type { Role } from "@/components/api/types"

export const roleLabels: Record<Role, string> = {
  owner: "Can do everything, including changing the plan and other owners. A team always has an owner.",
  admin: "Manages settings, members, API keys, webhooks and the audit log. Cannot add or change owners.",
  member: "Manages clients, projects and scans. Sees everything except the audit log.",
  viewer: "Sees what members see, and changes nothing.",
}

const roles = Object.keys(roleLabels) as Role[]

/** The roles that a member with the role `mine` may assign. */
export const rolesToGive = (mine: Role) => (mine === "owner" ? roles : roles.filter((role) => role !== "owner"))
