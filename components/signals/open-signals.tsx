/** Lists the most severe open signals of a client, and links to all of them. */
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { urlWithQuery } from "@/components/lists/pager"
import { Time } from "@/components/time"
import { Lamp } from "@/components/ui/lamp"
import { type Signal, severityNames, severityStates } from "./signal-labels"

type Props = {
  signals: Signal[]
  /** True if the client has more open signals than these. */
  hasMore: boolean
  clientId: string
  /** The path of the inbox. */
  path: string
}

export function OpenSignals({ signals, hasMore, clientId, path }: Props) {
  if (signals.length === 0) return null
  return (
    <Section title="Open signals">
      <ul className="divide-y divide-line rounded-box border border-line bg-surface">
        {signals.map(({ id, title, severity, first_detected_at }) => (
          <li
            key={id}
            className="relative grid grid-cols-[auto_1fr] items-baseline gap-x-3 px-3 py-2 hover:bg-hover sm:grid-cols-[auto_1fr_auto]"
          >
            <Lamp state={severityStates[severity]} />
            <Link href={`${path}/${id}`} className="min-w-0 break-words after:absolute after:inset-0">
              {title}
            </Link>
            <span className="text-quiet text-table max-sm:col-start-2">
              {severityNames[severity]}, <Time at={first_detected_at} />
            </span>
          </li>
        ))}
      </ul>
      {hasMore && (
        <p className="mt-2 text-table">
          <Link
            href={urlWithQuery(path, { client: clientId, status: "open", sort: "-severity" })}
            className="text-accent hover:underline"
          >
            Show all open signals of this client
          </Link>
        </p>
      )}
    </Section>
  )
}
