/** Shown when a list is empty because all of its entries are archived, with a link to them. */
import type { ReactNode } from "react"
import { Link } from "@/components/link"
import { Button } from "@/components/ui/button"
import { Empty } from "./empty"
import { urlWithQuery } from "./pager"

/** `of` is the plural noun of the entries, `path` the path of the list. `children` says what the user can do. */
export function AllArchived({ of, path, children }: { of: string; path: string; children: ReactNode }) {
  return (
    <Empty
      title={`All ${of} are archived`}
      action={
        <Button asChild>
          <Link href={urlWithQuery(path, { status: "archived" })}>Show archived {of}</Link>
        </Button>
      }
    >
      {children}
    </Empty>
  )
}
