/** The props of the frame: the current team with its status, the user, and the user's role and teams. */
import type { ResponseOf, Role, TeamOfPerson } from "@/components/api/types"

/** Counts of what needs attention. */
export type TeamStatus = ResponseOf<"home", "getStatus">

export type FrameProps = {
  team: { name: string; slug: string; is_sample: boolean }
  role: Role
  teams: TeamOfPerson[]
  person: { name: string; email: string }
  isOperator: boolean
  status: TeamStatus
}
