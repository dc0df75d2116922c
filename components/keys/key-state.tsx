/** Badge for the state of an API key. */
import type { Key } from "@/components/api/types"
import { Badge } from "@/components/ui/badge"

const badgeByState = {
  active: ["clear", "active"],
  in_grace: ["caution", "being replaced"],
  expired: ["idle", "expired"],
  revoked: ["danger", "revoked"],
} as const

export function KeyState({ state }: { state: Key["state"] }) {
  const [badge, label] = badgeByState[state]
  return <Badge state={badge}>{label}</Badge>
}
