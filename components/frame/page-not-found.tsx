/**
 * The content of the not-found page. It looks the same when the page exists but the visitor has no access. Every page
 * downloads it, so its link is plain.
 */
import { Semaphore } from "@/components/semaphore"
import { buttonClass } from "@/components/ui/button-class"
import { NarrowPage } from "./narrow-page"

export const PageNotFound = () => (
  <NarrowPage
    title="Page not found"
    above={<Semaphore className="mb-4 size-8 text-edge" />}
    lead="The address is wrong, the page was deleted, or it belongs to a team that you are not a member of."
  >
    <a href="/teams" className={buttonClass()}>
      Go to your teams
    </a>
  </NarrowPage>
)
