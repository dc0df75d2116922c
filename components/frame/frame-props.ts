/** What the frame must know: where one is, and who one is. */
import type { Role, TeamOfPerson } from "@/components/api/types"

export type FrameProps = {
  team: { name: string; slug: string; is_sample: boolean }
  role: Role
  teams: TeamOfPerson[]
  person: { name: string; email: string }
  isOperator: boolean
}
