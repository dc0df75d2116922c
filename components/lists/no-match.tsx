/** Shown when no entry of a list matches its filters, with a link to the unfiltered list. */
import { Link } from "@/components/link"
import { Button } from "@/components/ui/button"
import { Empty } from "./empty"

/** `of` is the plural noun of the entries, `path` the path of the list. */
export function NoMatch({ of, path }: { of: string; path: string }) {
  return (
    <Empty
      title={`No matching ${of}`}
      action={
        <Button asChild>
          <Link href={path}>Clear filters</Link>
        </Button>
      }
    >
      No {of} match these filters.
    </Empty>
  )
}
