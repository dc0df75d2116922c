/** Nothing in a list fits its filters: so it says, with the way back to the list. */
import { Link } from "@/components/link"
import { Button } from "@/components/ui/button"
import { Empty } from "./empty"

/** `of` what, in the plural; `path`: the address of the list. */
export function NoMatch({ of, path }: { of: string; path: string }) {
  return (
    <Empty
      title={`No such ${of}`}
      action={
        <Button asChild>
          <Link href={path}>Clear the filters</Link>
        </Button>
      }
    >
      Nothing fits these filters.
    </Empty>
  )
}
