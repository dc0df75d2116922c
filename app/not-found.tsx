/** The not-found page. It looks the same when the page exists but the visitor has no access. */

import { BareFrame, Narrow } from "@/components/frame/bare-frame"
import { Link } from "@/components/link"
import { Button } from "@/components/ui/button"

export const metadata = { title: "Not found" }

export default function NotFound() {
  return (
    <BareFrame>
      <Narrow
        title="There is no such page"
        lead="The address is wrong, or what was there is gone, or it belongs to a team you are not in."
      >
        <Button asChild>
          <Link href="/teams">To your teams</Link>
        </Button>
      </Narrow>
    </BareFrame>
  )
}
