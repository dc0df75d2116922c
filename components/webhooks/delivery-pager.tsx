/** Links to newer and older pages of the delivery log. */
import { PageLink, type PageMeta, PagerNav, urlWithQuery } from "@/components/lists/pager"
import type { DeliveryQuery } from "./delivery-filters"

type Props = {
  meta: PageMeta
  /** The id of the first row. Null when there can be no newer deliveries. */
  newerThan: string | null
  path: string
  query: DeliveryQuery
}

export function DeliveryPager({ meta, newerThan, path, query }: Props) {
  const { next_cursor } = meta
  const to = (target: Pick<DeliveryQuery, "at" | "cursor" | "newer_than">) =>
    urlWithQuery(path, { ...query, cursor: undefined, newer_than: undefined, ...target })
  return (
    <PagerNav meta={meta} isFirst={newerThan === null} noun={["delivery", "deliveries"]}>
      {newerThan && (
        <>
          <PageLink href={to({ at: undefined })}>Newest</PageLink>
          <PageLink href={to({ newer_than: newerThan })}>Newer</PageLink>
        </>
      )}
      {next_cursor && <PageLink href={to({ cursor: next_cursor })}>Older</PageLink>}
    </PagerNav>
  )
}
