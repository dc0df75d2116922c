/** Lists items of Home. Each one links to the page about it, and may have a button that opens the next step. */
import { RecentDay } from "@/components/days-ago"
import { Link } from "@/components/link"
import { TextWithTimes } from "@/components/text-with-times"
import { Time } from "@/components/time"
import { Badge } from "@/components/ui/badge"
import { Button } from "@/components/ui/button"
import { cn } from "@/components/ui/class-names"
import { Lamp } from "@/components/ui/lamp"
import { RetryNow } from "@/components/webhooks/retry-now"
import type { HomeItem } from "./attention"
import type { Marked } from "./since-visit"

const lampNames: Record<HomeItem["lamp"], string> = {
  danger: "Error",
  caution: "Warning",
  idle: "Information",
  clear: "Improvement",
}

export const ItemList = ({ items }: { items: Marked<HomeItem>[] }) => (
  <ol>
    {items.map((item, i) => (
      <Item
        key={item.key}
        item={item}
        isFirst={i === 0}
        hasButton={item.actionHref !== undefined || item.action !== buttonOf(items[i - 1])}
      />
    ))}
  </ol>
)

/** Lists what improved in the last seven days, newest first. Shows nothing without improvements. */
export const ImprovementList = ({ items }: { items: Marked<HomeItem>[] }) =>
  items.length > 0 && (
    <section className="mb-10" aria-labelledby="improvements">
      <h2 id="improvements" className="mb-2 text-head">
        Improvements <span className="font-normal text-quiet text-table">in the last 7 days</span>
      </h2>
      <ItemList items={items} />
    </section>
  )

/** `RetryNow` shows no button if nothing is scheduled. */
const hasRetryButton = ({ retry }: HomeItem) => retry !== undefined && retry.counts.scheduled > 0

/** The label of the row's hint button. Undefined if the row has a retry button. */
const buttonOf = (item: HomeItem | undefined) => (item && !hasRetryButton(item) ? item.action : undefined)

type ItemProps = { item: Marked<HomeItem>; isFirst: boolean; hasButton: boolean }

/**
 * The link covers the whole row. The button retries deliveries, or opens the next step if it is another page. Otherwise
 * it is only a visual hint, and a row has none if it would repeat the one above. Only a critical item at the top has a
 * filled button. On phones, only the first row has such a hint or link.
 */
function Item({ item, isFirst, hasButton }: ItemProps) {
  const { lamp, title, detail, at, day, href, action, actionHref, retry, isNew } = item
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
            {day ? <RecentDay date={day} /> : <Time at={at} />}
          </span>
          {isNew && (
            <>
              {" "}
              <span className="font-normal">
                <Badge isAccent>New</Badge>
              </span>
            </>
          )}
        </p>
        {detail && (
          <p className="mt-0.5 max-w-[88ch] break-words text-quiet text-table">
            <TextWithTimes text={detail} />
          </p>
        )}
      </div>
      {/* Stays mounted without a scheduled delivery, because its dialog can be open. */}
      {retry && (
        <div className={cn(buttonPlace, "empty:hidden")}>
          <RetryNow webhook={retry} rowName={title} />
        </div>
      )}
      {hasButton && !hasRetryButton(item) && (
        <Button
          asChild
          size="small"
          kind={isPrimary ? "primary" : "plain"}
          className={cn(buttonPlace, !isFirst && "max-sm:hidden")}
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

/** Beside the text. On phones, below it. */
const buttonPlace =
  "relative justify-self-start max-sm:col-start-2 max-sm:mt-1.5 sm:col-start-3 sm:ml-5 sm:justify-self-end"
