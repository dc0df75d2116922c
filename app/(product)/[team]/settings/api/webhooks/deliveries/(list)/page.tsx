/** The log of deliveries to all webhooks of the team. */
import type { Metadata } from "next"
import { PageHead } from "@/components/frame/page-head"
import { RoleNote } from "@/components/frame/role-note"
import { Link } from "@/components/link"
import { Empty } from "@/components/lists/empty"
import { readListPeriod, withFixedPeriod } from "@/components/lists/list-period"
import { ordersOf, sortFromQuery } from "@/components/lists/sort-rows"
import { AutoRefresh } from "@/components/ui/auto-refresh"
import { DeliveryFilterForm } from "@/components/webhooks/delivery-filter-form"
import { type DeliveryQuery, deliveryOrders } from "@/components/webhooks/delivery-filters"
import { DeliveryPager, DeliveryTable } from "@/components/webhooks/delivery-table"
import { refreshSeconds } from "@/components/webhooks/refresh-seconds"
import { RetryNow } from "@/components/webhooks/retry-now"
import { listDeliveries } from "@/domain/deliveries/list"
import { allPages } from "@/server/all-pages"
import { deliveryErrorNames, eventTypeNames } from "@/server/choices"
import { isFiltered, readFilters } from "@/server/list-filters"
import { orFirstPage, orNull, requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../../../../layout"

export const metadata: Metadata = { title: "Delivery log" }

type Props = TeamParams & { searchParams: Promise<DeliveryQuery> }

export default async function DeliveriesPage({ params, searchParams }: Props) {
  const { api, team, role, isAdmin, hasDeveloperAccess } = await requireTeamMember((await params).team)
  const query = await searchParams
  const period = readListPeriod(query, team.timezone)
  const filters = readFilters(listDeliveries, query, period)
  const hasFilters = isFiltered(filters, period)
  const listPath = `/${team.slug}/settings/api/webhooks`
  const path = `${listPath}/deliveries`
  const { newer_than, cursor } = query
  const position = newer_than ? { newer_than } : { cursor }
  const sort = sortFromQuery(query.sort, ordersOf(deliveryOrders))
  const [deliveryPage, webhooks] = await Promise.all([
    // Null if the operation refuses a filter, such as an id that the user has typed.
    orNull(orFirstPage(api.deliveries.list({ ...filters, ...position, sort, limit: 50 }), path)),
    allPages((cursor) => api.webhooks.list({ limit: 200, cursor })),
  ])
  const deliveries = deliveryPage?.data ?? []
  const selectedWebhook = webhooks.find(({ id }) => id === filters.webhook_id)
  // A link to the previous page can lead to the first page. The query in the response then has no `newer_than`.
  const isFirstPage = !query.cursor && !deliveryPage?.meta.query["newer_than"]
  const fixedQuery = withFixedPeriod(query)
  const sorting = { path, query: { ...fixedQuery, newer_than: undefined }, sort }
  return (
    <>
      <AutoRefresh everySeconds={refreshSeconds(deliveries) ?? (isFirstPage ? 15 : null)} />
      <PageHead
        isInner
        crumbs={[{ name: "Webhooks", href: listPath }]}
        title="Delivery log"
        actions={
          isAdmin ? (
            selectedWebhook && hasDeveloperAccess && <RetryNow webhook={selectedWebhook} />
          ) : (
            <RoleNote role={role} admin="send deliveries again" />
          )
        }
      >
        Sent, waiting and failed deliveries to your webhooks.{isFirstPage && " This page refreshes automatically."}
      </PageHead>
      <DeliveryFilterForm
        path={path}
        query={query}
        period={period}
        sort={sort}
        webhooks={webhooks}
        eventTypes={eventTypeNames}
        errorNames={deliveryErrorNames}
      />
      {deliveryPage && deliveries.length > 0 && (
        <>
          {hasFilters && (
            <p className="mb-3 text-table">
              <Link href={path} className="text-quiet underline underline-offset-2 hover:text-text">
                Show all deliveries
              </Link>
            </p>
          )}
          <DeliveryTable deliveries={deliveries} base={path} hasWebhooks sorting={sorting} />
          <DeliveryPager
            meta={deliveryPage.meta}
            firstRow={isFirstPage ? null : (deliveries[0]?.id ?? null)}
            path={path}
            query={fixedQuery}
            sort={sort}
          />
        </>
      )}
      {deliveries.length === 0 && hasFilters && (
        <NoMatchingDeliveries path={path} isIdInvalid={deliveryPage === null} />
      )}
      {deliveries.length === 0 && !hasFilters && (
        <NoDeliveries webhooksPath={listPath} hasWebhooks={webhooks.length > 0} />
      )}
    </>
  )
}

function NoMatchingDeliveries({ path, isIdInvalid }: { path: string; isIdInvalid: boolean }) {
  return (
    <Empty title="No matching deliveries">
      {isIdInvalid && "An ID starts with dlv_ or msg_. Enter at least 8 characters. "}
      <Link href={path} className="underline underline-offset-2">
        Show all deliveries
      </Link>
    </Empty>
  )
}

function NoDeliveries({ webhooksPath, hasWebhooks }: { webhooksPath: string; hasWebhooks: boolean }) {
  return (
    <Empty title="No deliveries yet">
      {hasWebhooks
        ? "Send a test event from one of your "
        : "You have no webhooks. Owners and admins of the team can add one under "}
      <Link href={webhooksPath} className="underline underline-offset-2">
        {hasWebhooks ? "webhooks" : "Webhooks"}
      </Link>
      .
    </Empty>
  )
}
