/** The not-found page inside a team, with the navigation rail. */
import { Narrow } from "@/components/frame/narrow"

export default function NotFoundInTeam() {
  return (
    <Narrow
      title="Page not found"
      lead="The address is wrong, or the page was deleted. Check the address, or choose a page in the menu."
    />
  )
}
