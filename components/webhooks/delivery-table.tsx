/** Table of deliveries with their event, webhook, result and next attempt, and the links to other pages of the log. */
import type { Delivery } from "@/components/api/types"
import { StatusCode } from "@/components/keys/status-code"
import { Link } from "@/components/link"
import { PageLink, type PageMeta, PagerNav, urlWithQuery } from "@/components/lists/pager"
import { descendingFirst, type Sorting, SortTh } from "@/components/lists/sort-th"
import { LoggedTime } from "@/components/logged-time"
import { Time } from "@/components/time"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import type { DeliveryQuery, deliveryOrders } from "./delivery-filters"
import { DeliveryState } from "./delivery-state"
import { isPast } from "./refresh-seconds"
import { hostOf, WebhookUrl } from "./webhook-url"

/** Columns hidden on phones. Their contents are below the event and the state, or on the delivery's page. */
const hiddenOnPhones = "max-md:hidden"

type Props = {
  deliveries: Delivery[]
  /** The path of the log. Each delivery's page is below it. */
  base: string
  /** Adds a column with the webhook of each delivery. */
  hasWebhooks?: boolean
  /** Undefined when the rows cannot be sorted. */
  sorting?: Sorting
}

export function DeliveryTable({ deliveries, base, hasWebhooks, sorting }: Props) {
  const hasPending = deliveries.some(({ state }) => state === "pending")
  return (
    <Table optionsName="deliveries" label="Deliveries" className="md:min-w-[720px]">
      <thead>
        <tr>
          <SortTh column="created_at" sorting={sorting} directions={descendingFirst} className={hiddenOnPhones}>
            When
          </SortTh>
          <Th>Event</Th>
          <Th>State</Th>
          {hasWebhooks && <Th className={hiddenOnPhones}>To</Th>}
          <Th className={hiddenOnPhones}>Last response</Th>
          <Th className={`${numeric} ${hiddenOnPhones}`}>Attempts</Th>
          {hasPending && <Th className={hiddenOnPhones}>Next attempt</Th>}
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <Tr key={delivery.id} className="relative hover:bg-hover">
            <Td className={`text-quiet ${hiddenOnPhones}`}>
              <LoggedTime at={delivery.created_at} />
            </Td>
            <Td className="whitespace-nowrap max-md:w-full max-md:max-w-0">
              <Link href={`${base}/${delivery.id}`} className="after:absolute after:inset-0">
                <code className="text-small">{delivery.event_type}</code>
              </Link>
              <span className="block truncate text-quiet text-small md:hidden">
                <LoggedTime at={delivery.created_at} />
                {hasWebhooks && ` to ${hostOf(delivery.endpoint.url)}`}
              </span>
            </Td>
            <Td>
              <DeliveryState delivery={delivery} />
              <span className="mt-0.5 block whitespace-nowrap pl-2 text-small md:hidden">
                <LastResponse delivery={delivery} />
              </span>
            </Td>
            {hasWebhooks && (
              <Td className={`max-w-72 ${hiddenOnPhones}`}>
                <WebhookUrl url={delivery.endpoint.url} />
              </Td>
            )}
            <Td className={`whitespace-nowrap ${hiddenOnPhones}`}>
              <LastResponse delivery={delivery} />
            </Td>
            <Td className={`${numeric} ${hiddenOnPhones}`}>{delivery.attempts_made}</Td>
            {hasPending && (
              <Td className={`text-quiet ${hiddenOnPhones}`}>
                <NextAttempt delivery={delivery} />
              </Td>
            )}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

function LastResponse({ delivery: { last_status, last_error_code } }: { delivery: Delivery }) {
  if (last_status === null && !last_error_code) return "–"
  return (
    <>
      {last_status !== null && <StatusCode status={last_status} />}{" "}
      {last_error_code && <code className="text-quiet text-small">{last_error_code}</code>}
    </>
  )
}

/**
 * The time of the next attempt. A delivery can stay due for a while, because limits of its webhook or team delay it.
 */
function NextAttempt({ delivery: { state, next_attempt_at } }: { delivery: Delivery }) {
  if (state !== "pending" || !next_attempt_at) return "–"
  return isPast(next_attempt_at) ? "due now" : <Time at={next_attempt_at} />
}

type PagerProps = {
  meta: PageMeta
  /** The id of the first row. Null on the first page. */
  firstRow: string | null
  path: string
  query: DeliveryQuery
  sort: keyof typeof deliveryOrders
}

const pageNames = {
  "-created_at": { first: "Newest", previous: "Newer", next: "Older" },
  created_at: { first: "Oldest", previous: "Older", next: "Newer" },
} as const

/** Links to the pages of the delivery log, named by the age of their deliveries. */
export function DeliveryPager({ meta, firstRow, path, query, sort }: PagerProps) {
  const names = pageNames[sort]
  const { next_cursor } = meta
  const pageUrl = (target: Pick<DeliveryQuery, "at" | "cursor" | "newer_than">) =>
    urlWithQuery(path, { ...query, cursor: undefined, newer_than: undefined, ...target })
  return (
    <PagerNav meta={meta} isFirst={firstRow === null} noun={["delivery", "deliveries"]}>
      {firstRow && (
        <>
          <PageLink href={pageUrl({ at: undefined })}>{names.first}</PageLink>
          <PageLink href={pageUrl({ newer_than: firstRow })}>{names.previous}</PageLink>
        </>
      )}
      {next_cursor && <PageLink href={pageUrl({ cursor: next_cursor })}>{names.next}</PageLink>}
    </PagerNav>
  )
}
