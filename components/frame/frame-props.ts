/** The props of the frame: the current team, the user, and the user's role and teams. */
import type { Role, TeamOfPerson } from "@/components/api/types"

export type FrameProps = {
  team: { name: string; slug: string; is_sample: boolean }
  role: Role
  teams: TeamOfPerson[]
  person: { name: string; email: string }
  isOperator: boolean
}
