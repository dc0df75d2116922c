/** The not-found page inside a team, with the navigation rail. */
import { Narrow } from "@/components/frame/bare-frame"

export default function NotFoundInTeam() {
  return <Narrow title="There is no such page" lead="The address is wrong, or what was there is gone." />
}
