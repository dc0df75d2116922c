/** Lists what needs attention, the most severe first. Each item links to the page where a user can solve it. */
import { ActionLink } from "@/components/frame/action-link"
import { Empty } from "@/components/lists/empty"
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
  const others = otherSignals && otherSignals.count > 0 && (
    <OtherSignals {...otherSignals} hasItems={items.length > 0} />
  )
  return (
    <section className="mb-10" aria-labelledby="needs-attention">
      <h2 id="needs-attention" className="mb-2 text-head">
        Needs attention
      </h2>
      {items.length === 0 ? (
        <Empty isInline title="Nothing right now" action={others}>
          Open signals, failing webhooks, failing or stale sources, and failed scans appear here.
        </Empty>
      ) : (
        <>
          <ItemList items={items} />
          {others && <div className="mt-1 pl-5">{others}</div>}
        </>
      )}
    </section>
  )
}

type OtherSignalsProps = NonNullable<Props["otherSignals"]> & { hasItems: boolean }

function OtherSignals({ count, areInfo, href, hasItems }: OtherSignalsProps) {
  const words = [hasItems && "more", "open", areInfo && "info", "signal"].filter(Boolean).join(" ")
  return <ActionLink href={href}>Show {pluralize(count, words)}</ActionLink>
}
