/** Lists what needs attention, the most severe first. Each item links to the page where a user can solve it. */
import { Link } from "@/components/link"
import { pluralize } from "@/domain/kernel/format-count"
import type { AttentionItem } from "./attention"
import { ItemList } from "./item-list"
import type { Marked } from "./since-visit"

type Props = {
  items: Marked<AttentionItem>[]
  /** The open signals that are not in the list. `areInfo`: all of them have the severity `info`. */
  otherSignals?: { count: number; areInfo: boolean; href: string }
}

export function AttentionList({ items, otherSignals }: Props) {
  return (
    <section className="mb-10" aria-labelledby="needs-attention">
      <h2 id="needs-attention" className="mb-2 text-head">
        Needs attention
      </h2>
      {items.length === 0 ? (
        <p className="text-quiet">
          Nothing right now. Failing webhooks, open signals that are not good news, failing or stale sources, and failed
          scans appear here.
        </p>
      ) : (
        <ItemList items={items} />
      )}
      {otherSignals && otherSignals.count > 0 && (items.length > 0 || !otherSignals.areInfo) && (
        <p className="mt-1 pl-5 text-table">
          <Link href={otherSignals.href} className="inline-flex min-h-6 items-center text-accent hover:underline">
            Show {pluralize(otherSignals.count, otherSignals.areInfo ? "more open info signal" : "more open signal")}
          </Link>
        </p>
      )}
    </section>
  )
}
