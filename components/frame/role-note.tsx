/** Names the roles that can do what the visitor's role cannot. It is shown instead of the buttons. */
import type { Role } from "@/components/api/types"
import { roleAtLeast } from "@/domain/kernel/roles"

/**
 * `member`: what members and higher roles can do, such as "create clients". `admin`: what only admins and owners can
 * do.
 */
type Props = { role: Role; member?: string; admin?: string }

export function RoleNote({ role, member, admin }: Props) {
  const sentences = [
    member && !roleAtLeast(role, "member") && `Members of the team can ${member}.`,
    admin && !roleAtLeast(role, "admin") && `Owners and admins can ${admin}.`,
  ].filter(Boolean)
  if (sentences.length === 0) return null
  return <p className="max-w-[44ch] text-quiet text-small">{sentences.join(" ")}</p>
}
