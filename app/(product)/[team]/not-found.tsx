/** Something in the team that is not there, with the rail beside it. */
import { Narrow } from "@/components/frame/bare-frame"

export default function NotFoundInTeam() {
  return <Narrow title="There is no such page" lead="The address is wrong, or what was there is gone." />
}
