/** The content of the not-found page. It looks the same when the page exists but the visitor has no access. */
import { Link } from "@/components/link"
import { Button } from "@/components/ui/button"
import { Narrow } from "./bare-frame"

export const PageNotFound = () => (
  <Narrow
    title="Page not found"
    lead="The address is wrong, the page was deleted, or it belongs to a team that you are not a member of."
  >
    <Button asChild>
      <Link href="/teams">Go to your teams</Link>
    </Button>
  </Narrow>
)
