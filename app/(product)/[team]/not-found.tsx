/** The not-found page inside a team, with the navigation rail. */
import { NarrowPage } from "@/components/frame/narrow-page"

export default function NotFoundInTeam() {
  return (
    <NarrowPage
      title="Page not found"
      lead="The address is wrong, or the page was deleted. Check the address, or choose a page in the menu."
    />
  )
}
