/** Lists the most severe open signals of a client, and links to all of them. */
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { urlWithQuery } from "@/components/lists/pager"
import type { Signal } from "./signal-labels"
import { SignalRows } from "./signal-rows"

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
      <SignalRows signals={signals} path={path} />
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
