/** The not-found page inside a team, with the navigation rail. */
import { NarrowPage } from "@/components/frame/narrow-page"
import { Semaphore } from "@/components/semaphore"

export default function NotFoundInTeam() {
  return (
    <NarrowPage
      title="Page not found"
      above={<Semaphore className="mb-4 size-8 text-edge" />}
      lead="The address is wrong, or the page was deleted. Choose a page in the menu, or search for it."
    />
  )
}
