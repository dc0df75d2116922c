/** The other signals of an incident, as links below its most severe one. */
import { Fragment } from "react"
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
  const links = [
    ...shown.map(({ id, title }) => ({ id, text: title })),
    ...(others > 0 ? [{ id: leadId, text: pluralize(others, "more signal") }] : []),
  ]
  return (
    <p className="mt-0.5 break-words text-small">
      <span className="text-quiet">Also: </span>
      {links.map(({ id, text }, i) => (
        <Fragment key={id}>
          {/* The dot stays in the line of the link before it. */}
          <span className="inline-block max-w-full">
            <Link href={urlWithQuery(`${path}/${id}`, query)} className={linkClass}>
              {text}
            </Link>
            {i < links.length - 1 && <span className="text-quiet"> ·</span>}
          </span>{" "}
        </Fragment>
      ))}
    </p>
  )
}

const linkClass = "relative z-10 inline-block py-0.5 text-accent hover:underline"
