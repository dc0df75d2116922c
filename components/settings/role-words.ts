/** Descriptions of the roles. The operations enforce the permissions. */
import type { Role } from "@/components/api/types"

export const roleWords: Record<Role, string> = {
  owner: "Everything, the plan and other owners included. A team always has one.",
  admin: "Settings, members, API keys and the audit; cannot make or change owners.",
  member: "Sees everything but the audit, and the list of API keys.",
  viewer: "Sees what members see; for people outside the team's daily work.",
}

const roles = Object.keys(roleWords) as Role[]

/** The roles that a member with the role `mine` may assign. */
export const rolesToGive = (mine: Role) => (mine === "owner" ? roles : roles.filter((role) => role !== "owner"))
