/** Links to the previous and the next signal of the inbox, from the page of a signal. */
import { Link } from "@/components/link"
import { urlWithQuery } from "@/components/lists/pager"
import type { Neighbors } from "./neighbors"
import type { SignalQuery } from "./signal-labels"

/** `path`: the path of the inbox. `query`: its URL parameters, which the links pass on. */
type Props = { neighbors: Neighbors; path: string; query: SignalQuery }

export function NeighborLinks({ neighbors: { previous, next }, path, query }: Props) {
  if (!previous && !next) return null
  const hrefOf = ({ id }: { id: string }) => urlWithQuery(`${path}/${id}`, query)
  return (
    <nav aria-label="Signals in the list" className="mt-2 flex flex-wrap gap-x-4 text-table print:hidden">
      {previous && (
        <Link
          href={hrefOf(previous)}
          rel="prev"
          title={previous.title}
          aria-label={`Previous signal: ${previous.title}`}
          className={linkClass}
        >
          <span aria-hidden>←</span>
          Previous signal
        </Link>
      )}
      {next && (
        <Link
          href={hrefOf(next)}
          rel="next"
          title={next.title}
          aria-label={`Next signal: ${next.title}`}
          className={linkClass}
        >
          Next signal
          <span aria-hidden>→</span>
        </Link>
      )}
    </nav>
  )
}

const linkClass = "inline-flex min-h-6 items-center gap-1 text-accent hover:underline"
