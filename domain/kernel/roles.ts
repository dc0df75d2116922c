/** The roles of a team's members. This file imports nothing, because the browser uses it too. */

/** In rising order. Each role may do everything that the roles before it may do. */
export const roles = ["viewer", "member", "admin", "owner"] as const
export type Role = (typeof roles)[number]

/** True if a user with `role` may do what requires the role `minimum`. Do not compare roles in any other way. */
export const roleAtLeast = (role: Role, minimum: Role): boolean => roles.indexOf(role) >= roles.indexOf(minimum)
