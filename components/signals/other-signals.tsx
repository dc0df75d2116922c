/** The other signals of an incident, as links below its most severe one. */
import { Link } from "@/components/link"
import { urlWithQuery } from "@/components/lists/pager"
import type { Sorting } from "@/components/lists/sort-th"
import { pluralize } from "@/domain/kernel/format-count"
import type { Signal } from "./signal-labels"

type Props = {
  signals: Pick<Signal, "id" | "title">[]
  /** The path of the inbox. */
  path: string
  /** The URL parameters of the inbox, if the list is the inbox. */
  query?: Sorting["query"]
  /** The lead of the incident. Its page lists the signals that have no link here. */
  leadId: string
}

/** The maximum number of links. More would make the row hard to read. */
const maxLinks = 4

/** The links lie above the link that covers the row. */
export function OtherSignals({ signals, path, query = {}, leadId }: Props) {
  if (signals.length === 0) return null
  const shown = signals.slice(0, maxLinks)
  const others = signals.length - shown.length
  return (
    <p className="mt-0.5 break-words text-small">
      <span className="text-quiet">Also: </span>
      {shown.map(({ id, title }, i) => (
        <span key={id}>
          {i > 0 && <Dot />}
          <Link href={urlWithQuery(`${path}/${id}`, query)} className={linkClass}>
            {title}
          </Link>
        </span>
      ))}
      {others > 0 && (
        <>
          <Dot />
          <Link href={urlWithQuery(`${path}/${leadId}`, query)} className={linkClass}>
            {pluralize(others, "more signal")}
          </Link>
        </>
      )}
    </p>
  )
}

const Dot = () => <span className="text-quiet"> · </span>

const linkClass = "relative z-10 inline-block py-0.5 text-accent hover:underline"
