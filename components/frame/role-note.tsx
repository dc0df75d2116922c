/** Says who can do what the visitor's role does not allow. It stands where the buttons would be. */
import type { Role } from "@/components/api/types"
import { roleAtLeast } from "@/domain/kernel/roles"

/** What needs the role of a member or of an admin, as the end of a sentence, such as "create clients". */
type Props = { role: Role; member?: string; admin?: string }

export function RoleNote({ role, member, admin }: Props) {
  const sentences = [
    member && !roleAtLeast(role, "member") && `Members of the team can ${member}.`,
    admin && !roleAtLeast(role, "admin") && `Owners and admins can ${admin}.`,
  ].filter(Boolean)
  if (sentences.length === 0) return null
  return <p className="max-w-[44ch] text-pretty text-quiet text-small">{sentences.join(" ")}</p>
}
