/** The data sources of a client as links. Only a state or days without data that need attention are shown. */
import { Link } from "@/components/link"
import { Breakable } from "@/components/ui/breakable"
import { type CoverageOfList, noDataSentence } from "./coverage"
import { PlatformMark } from "./platform-mark"
import type { Source } from "./source-labels"
import { SourceName } from "./source-name"
import { SourceState } from "./source-state"

type Props = { sources: Source[]; base: string; coverage: CoverageOfList | null }

export const SourceLinks = ({ sources, base, coverage }: Props) => (
  <ul aria-label="Data sources" className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
    {sources.map((source) => {
      const covered = coverage?.bySource[source.id]
      const noData = covered && noDataSentence(covered)
      return (
        <li key={source.id} className="min-w-0">
          <Link
            href={`${base}/${source.id}`}
            className="flex h-full items-start gap-2.5 rounded-box border border-line bg-surface px-3 py-2.5 hover:border-edge"
          >
            <PlatformMark provider={source.provider} />
            <span className="wrap-anywhere min-w-0 flex-1 text-table">
              <SourceName {...source} />
              <code className="block text-quiet text-small">
                <Breakable text={source.account_id} />
              </code>
              {noData && <span className="block text-quiet text-small">{noData}</span>}
            </span>
            {(source.status !== "active" || source.stale) && <SourceState {...source} />}
          </Link>
        </li>
      )
    })}
  </ul>
)
