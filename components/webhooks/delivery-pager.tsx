/** Links to the pages of the delivery log, named by the age of their deliveries. */
import { PageLink, type PageMeta, PagerNav, urlWithQuery } from "@/components/lists/pager"
import type { DeliveryQuery, deliveryOrders } from "./delivery-filters"

type Props = {
  meta: PageMeta
  /** The id of the first row. Null on the first page. */
  firstRow: string | null
  path: string
  query: DeliveryQuery
  sort: keyof typeof deliveryOrders
}

/** The names of the links to the first, the previous and the next page. */
const pageNames = {
  "-created_at": ["Newest", "Newer", "Older"],
  created_at: ["Oldest", "Older", "Newer"],
} as const

export function DeliveryPager({ meta, firstRow, path, query, sort }: Props) {
  const [first, previous, next] = pageNames[sort]
  const { next_cursor } = meta
  const to = (target: Pick<DeliveryQuery, "at" | "cursor" | "newer_than">) =>
    urlWithQuery(path, { ...query, cursor: undefined, newer_than: undefined, ...target })
  return (
    <PagerNav meta={meta} isFirst={firstRow === null} noun={["delivery", "deliveries"]}>
      {firstRow && (
        <>
          <PageLink href={to({ at: undefined })}>{first}</PageLink>
          <PageLink href={to({ newer_than: firstRow })}>{previous}</PageLink>
        </>
      )}
      {next_cursor && <PageLink href={to({ cursor: next_cursor })}>{next}</PageLink>}
    </PagerNav>
  )
}
