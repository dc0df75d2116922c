/** Lists what needs attention, the most severe first. Each item links to the page where a user can solve it. */
import { dayLabel } from "@/components/charts/day-label"
import { Link } from "@/components/link"
import { TextWithTimes } from "@/components/text-with-times"
import { Time } from "@/components/time"
import { Button } from "@/components/ui/button"
import { Lamp } from "@/components/ui/lamp"
import { pluralize } from "@/domain/kernel/format-count"
import type { AttentionItem } from "./attention"

const lampNames: Record<AttentionItem["lamp"], string> = { danger: "Error", caution: "Warning", idle: "Information" }

type Props = {
  items: AttentionItem[]
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
          Nothing right now. Failing webhooks, open signals, failing or stale sources, and failed scans appear here.
        </p>
      ) : (
        <ol>
          {items.map((item, i) => (
            <Item
              key={item.key}
              item={item}
              isFirst={i === 0}
              hasButton={item.actionHref !== undefined || item.action !== items[i - 1]?.action}
            />
          ))}
        </ol>
      )}
      {items.length > 0 && otherSignals && otherSignals.count > 0 && (
        <p className="mt-1 pl-5 text-table">
          <Link href={otherSignals.href} className="inline-flex min-h-6 items-center text-accent hover:underline">
            Show {pluralize(otherSignals.count, otherSignals.areInfo ? "more open info signal" : "more open signal")}
          </Link>
        </p>
      )}
    </section>
  )
}

type ItemProps = { item: AttentionItem; isFirst: boolean; hasButton: boolean }

/**
 * The link covers the whole row. The button opens the next step if it is another page. Otherwise it is only a visual
 * hint, and a row has none if it would repeat the one above. Only a critical item at the top has a filled button. On
 * phones, only the first row has a button.
 */
function Item({ item, isFirst, hasButton }: ItemProps) {
  const { lamp, title, detail, at, day, href, action, actionHref } = item
  const isPrimary = isFirst && lamp === "danger"
  return (
    <li className="group relative -mx-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-box px-2 py-2.5 hover:bg-hover sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <span className="flex h-5 items-center">
        <Lamp state={lamp} />
        <span className="sr-only">{lampNames[lamp]}:</span>
      </span>
      {/* The line that joins the lamps, as on the diagram of a signal box. */}
      <span aria-hidden className="absolute top-[30px] -bottom-2.5 left-[12.5px] w-px bg-line group-last:hidden" />
      <div className="min-w-0">
        <p className="break-words font-strong">
          <Link href={href} className="after:absolute after:inset-0">
            {title}
            {!actionHref && <span className="sr-only"> {action}</span>}
          </Link>{" "}
          <span className="whitespace-nowrap font-normal text-quiet text-table">
            {day ? <time dateTime={day}>{dayLabel(day)}</time> : <Time at={at} />}
          </span>
        </p>
        {detail && (
          <p className="mt-0.5 max-w-[88ch] break-words text-quiet text-table">
            <TextWithTimes text={detail} />
          </p>
        )}
      </div>
      {hasButton && (
        <Button
          asChild
          size="small"
          kind={isPrimary ? "primary" : "plain"}
          className={`relative justify-self-start max-sm:col-start-2 max-sm:mt-1.5 sm:ml-5 sm:justify-self-end ${isFirst ? "" : "max-sm:hidden"}`}
        >
          {actionHref ? (
            <Link href={actionHref} aria-label={`${action}: ${title}`}>
              {action}
            </Link>
          ) : (
            <span aria-hidden className="pointer-events-none">
              {action}
            </span>
          )}
        </Button>
      )}
    </li>
  )
}
