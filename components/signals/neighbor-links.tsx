/** Links to the previous and the next signal of the inbox, from the page of a signal. */
import type { Data } from "@/components/api/types"
import { Link } from "@/components/link"
import { urlWithQuery } from "@/components/lists/pager"
import type { SignalQuery } from "./signal-labels"

/** Null at an end of the list. */
export type Neighbors = Data<"signals", "getNeighbors">

/** `path`: the path of the inbox. `query`: its URL parameters, which the links pass on. */
type Props = { neighbors: Neighbors; path: string; query: SignalQuery }

export function NeighborLinks({ neighbors: { previous, next }, ...list }: Props) {
  if (!previous && !next) return null
  return (
    <nav aria-label="Signals in the list" className="flex flex-wrap gap-x-4 text-table print:hidden">
      {previous && <NeighborLink signal={previous} rel="prev" {...list} />}
      {next && <NeighborLink signal={next} rel="next" {...list} />}
    </nav>
  )
}

type LinkProps = Omit<Props, "neighbors"> & { signal: { id: string; title: string }; rel: "prev" | "next" }

function NeighborLink({ signal: { id, title }, rel, path, query }: LinkProps) {
  const name = rel === "prev" ? "Previous signal" : "Next signal"
  return (
    <Link
      href={urlWithQuery(`${path}/${id}`, query)}
      rel={rel}
      title={title}
      aria-label={`${name}: ${title}`}
      className="inline-flex min-h-6 items-center gap-1 text-accent hover:underline"
    >
      {rel === "prev" && <span aria-hidden>←</span>}
      {name}
      {rel === "next" && <span aria-hidden>→</span>}
    </Link>
  )
}
