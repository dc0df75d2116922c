/** Lists the most severe open incidents of a client, and links to all open signals. */
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { urlWithQuery } from "@/components/lists/pager"
import { countText, groupSignals, type SignalGroup, signalsOf } from "./signal-groups"
import type { Signal } from "./signal-labels"
import { SignalRows } from "./signal-rows"

type Props = {
  /** The most severe first. */
  signals: Signal[]
  /** True if the client has more open signals than these. */
  hasMore: boolean
  clientId: string
  /** The path of the inbox. */
  path: string
}

export function OpenSignals({ signals, hasMore, clientId, path }: Props) {
  if (signals.length === 0) return null
  const groups = groupSignals(signals)
  const shown = groups.slice(0, maxRows)
  const areAllShown = shown.length === groups.length && !hasMore
  return (
    <Section title="Open signals" lead={!hasMore && groups.length < signals.length && incidentsText(groups)}>
      <SignalRows groups={shown} path={path} />
      {!areAllShown && (
        <p className="mt-2 text-table">
          <Link
            href={urlWithQuery(path, { client_id: clientId, status: "open", sort: "-severity" })}
            className="text-accent hover:underline"
          >
            Show all open signals of this client
          </Link>
        </p>
      )}
    </Section>
  )
}

const maxRows = 5

/** "4 open signals in 2 incidents." */
const incidentsText = (groups: SignalGroup[]) => `${countText(groups.flatMap(signalsOf).length, groups.length)}.`
